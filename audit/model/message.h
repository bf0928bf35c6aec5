// Reads the messages of exceptions.
#pragma once

#include <torch/script.h>

#include <exception>
#include <string>

namespace modecheck::audit {

// Returns the message, without the backtrace that an error of libtorch has.
inline std::string message_of(const std::exception& error) {
  if (const auto* own = dynamic_cast<const c10::Error*>(&error)) return own->what_without_backtrace();
  return error.what();
}

}  // namespace modecheck::audit
