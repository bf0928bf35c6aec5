// Declares errors and warnings, and the checks with which programs and custom kernels raise them.
#pragma once

#include "c10/util/StringUtil.h"
#include "engine/core/errors/error.h"
#include "engine/core/errors/source_location.h"
#include "engine/core/errors/warn_always.h"
#include "engine/core/errors/warning.h"
#include "engine/core/errors/warning_handler_guard.h"

namespace modecheck::engine::detail {

// Returns the text of a failed check: the message of the program or, if there is none, the condition.
inline std::string check_message(const char* expected) { return expected; }
template <typename... Parts>
std::string check_message(const char* /*expected*/, const Parts&... parts) {
  return c10::str(parts...);
}

// Throws an exception of the libtorch type that the check names.
template <typename Exception>
[[noreturn, gnu::cold, gnu::noinline]] void fail_check(ErrorClass error_class, std::string message) {
  throw Exception(error_class, std::move(message));
}

}  // namespace modecheck::engine::detail

#define MODECHECK_HERE \
  ::c10::SourceLocation { static_cast<const char*>(__func__), __FILE__, static_cast<std::uint32_t>(__LINE__) }
// The macro is a bare `if`, as in libtorch, so that code without a semicolon after the check compiles.
#define MODECHECK_TORCH_CHECK(exception, error_class, condition, ...)                                                  \
  if (!(condition)) [[unlikely]] {                                                                                     \
    ::modecheck::engine::detail::fail_check<exception>(                                                                \
        ::modecheck::engine::ErrorClass::error_class,                                                                  \
        ::modecheck::engine::detail::check_message("Expected " #condition " to be true, but got false." __VA_OPT__(, ) \
                                                       __VA_ARGS__));                                                  \
  }

// These macros raise an exception with the message unless the condition holds. TORCH_CHECK raises c10::Error, and the
// other macros raise the class in their name. The parts of the message are evaluated only if the check fails.
#define TORCH_CHECK(condition, ...) MODECHECK_TORCH_CHECK(::c10::Error, Argument, condition __VA_OPT__(, ) __VA_ARGS__)
// Takes a c10::SymBool (c10/core/SymBool.h). In a trace with symbolic sizes the statement becomes a guard, or an
// assertion of the traced program if it depends on data.
#define TORCH_SYM_CHECK(condition, ...) \
  TORCH_CHECK((condition).expect_true(__FILE__, __LINE__) __VA_OPT__(, ) __VA_ARGS__)
#define TORCH_CHECK_WITH(error_type, condition, ...) \
  MODECHECK_TORCH_CHECK(::c10::error_type, Argument, condition __VA_OPT__(, ) __VA_ARGS__)
#define TORCH_CHECK_INDEX(condition, ...) \
  MODECHECK_TORCH_CHECK(::c10::IndexError, Index, condition __VA_OPT__(, ) __VA_ARGS__)
#define TORCH_CHECK_VALUE(condition, ...) \
  MODECHECK_TORCH_CHECK(::c10::ValueError, Argument, condition __VA_OPT__(, ) __VA_ARGS__)
#define TORCH_CHECK_TYPE(condition, ...) \
  MODECHECK_TORCH_CHECK(::c10::TypeError, Dtype, condition __VA_OPT__(, ) __VA_ARGS__)
#define TORCH_CHECK_LINALG(condition, ...) \
  MODECHECK_TORCH_CHECK(::c10::LinAlgError, Argument, condition __VA_OPT__(, ) __VA_ARGS__)
#define TORCH_CHECK_NOT_IMPLEMENTED(condition, ...) \
  MODECHECK_TORCH_CHECK(::c10::NotImplementedError, Unsupported, condition __VA_OPT__(, ) __VA_ARGS__)
#define TORCH_INTERNAL_ASSERT(condition, ...)                                                                        \
  MODECHECK_CHECK(condition, ::modecheck::engine::ErrorClass::Internal, "INTERNAL ASSERT FAILED at ", __FILE__, ":", \
                  __LINE__ __VA_OPT__(, ": ", ) __VA_ARGS__)
#ifdef NDEBUG
#define TORCH_INTERNAL_ASSERT_DEBUG_ONLY(...) \
  while (false) TORCH_INTERNAL_ASSERT(__VA_ARGS__)
#else
#define TORCH_INTERNAL_ASSERT_DEBUG_ONLY(...) TORCH_INTERNAL_ASSERT(__VA_ARGS__)
#endif
#define C10_THROW_ERROR(error_type, message) throw ::c10::error_type(MODECHECK_HERE, message)
#define TORCH_RETHROW(error, ...)               \
  do {                                          \
    error.add_context(::c10::str(__VA_ARGS__)); \
    throw;                                      \
  } while (false)

#define TORCH_WARN(...) ::c10::Warning::warn(MODECHECK_HERE, ::c10::str(__VA_ARGS__), false)
// Warns only the first time that this line of the program runs, unless set_warnAlways(true) was called.
#define TORCH_WARN_ONCE(...)                                                  \
  do {                                                                        \
    const auto modecheck_warn = [&] {                                         \
      TORCH_WARN(__VA_ARGS__);                                                \
      return true;                                                            \
    };                                                                        \
    if (::c10::Warning::get_warnAlways()) {                                   \
      static_cast<void>(modecheck_warn());                                    \
    } else {                                                                  \
      [[maybe_unused]] static const bool modecheck_warned = modecheck_warn(); \
    }                                                                         \
  } while (false)
