// Writes a whole text to a pipe of another process.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <string>

namespace modecheck::properties {

// Ends this process if writing fails, because the process that reads the pipe has gone then.
inline void write_all(int out, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t size = write(out, text.data() + at, text.size() - at);
    if (size <= 0) _exit(4);
    at += static_cast<std::size_t>(size);
  }
}

}  // namespace modecheck::properties
