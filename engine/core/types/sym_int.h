// Declares c10::SymInt, a size that may be symbolic in libtorch. In this engine it is always a number.
#pragma once

#include <cstdint>
#include <ostream>

#include "engine/core/types/array_ref.h"

namespace c10 {
inline namespace modecheck_v1 {

class SymInt final {
 public:
  constexpr SymInt() = default;
  constexpr SymInt(std::int64_t value) : value_(value) {}  // NOLINT: the conversion is implicit, as in libtorch

  constexpr bool is_symbolic() const { return false; }
  constexpr std::int64_t expect_int() const { return value_; }
  constexpr std::int64_t as_int_unchecked() const { return value_; }
  constexpr std::int64_t guard_int(const char* /*file*/, std::int64_t /*line*/) const { return value_; }

  friend constexpr bool operator==(SymInt a, SymInt b) { return a.value_ == b.value_; }
  friend constexpr bool operator!=(SymInt a, SymInt b) { return a.value_ != b.value_; }

 private:
  std::int64_t value_ = 0;
};

using SymIntArrayRef = ArrayRef<SymInt>;

inline std::ostream& operator<<(std::ostream& out, SymInt value) { return out << value.expect_int(); }

}  // namespace modecheck_v1
}  // namespace c10

namespace at {
inline namespace modecheck_v1 {
using c10::SymInt;
using c10::SymIntArrayRef;
}  // namespace modecheck_v1
}  // namespace at
