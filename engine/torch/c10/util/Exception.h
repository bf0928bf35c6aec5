// Errors, and the checks with which kernels of custom operators raise them.
#pragma once

#include <cstdio>
#include <sstream>

#include "engine/core/error.h"

namespace modecheck::engine::detail {

template <typename... Parts>
std::string message_of(const Parts&... parts) {
  std::ostringstream out;
  (out << ... << parts);
  return std::move(out).str();
}

}  // namespace modecheck::engine::detail

// Raises c10::Error with the message; its parts are evaluated only then.
#define TORCH_CHECK(condition, ...) \
  MODECHECK_CHECK(condition, ::modecheck::engine::ErrorClass::Argument, "" __VA_OPT__(, ) __VA_ARGS__)
#define TORCH_CHECK_INDEX(condition, ...) \
  MODECHECK_CHECK(condition, ::modecheck::engine::ErrorClass::Index, "" __VA_OPT__(, ) __VA_ARGS__)
#define TORCH_CHECK_NOT_IMPLEMENTED(condition, ...) \
  MODECHECK_CHECK(condition, ::modecheck::engine::ErrorClass::Unsupported, "" __VA_OPT__(, ) __VA_ARGS__)
#define TORCH_INTERNAL_ASSERT(condition, ...)                                                                        \
  MODECHECK_CHECK(condition, ::modecheck::engine::ErrorClass::Internal, "INTERNAL ASSERT FAILED at ", __FILE__, ":", \
                  __LINE__ __VA_OPT__(, ": ", ) __VA_ARGS__)
#define TORCH_WARN(...) \
  std::fputs(("Warning: " + ::modecheck::engine::detail::message_of(__VA_ARGS__) + "\n").c_str(), stderr)
