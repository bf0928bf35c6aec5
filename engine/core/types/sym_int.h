// Declares c10::SymInt: a size that is a number, or an expression of the symbols of a trace (docs/FAKE_TENSORS.md).
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <utility>

#include "engine/core/types/array_ref.h"
#include "engine/core/types/sym_bool.h"
#include "engine/core/types/sym_node.h"

namespace c10 {
inline namespace modecheck_v1 {

// An operator between two SymInts raises an Argument error if they belong to two shape environments.
class SymInt final {
 public:
  SymInt() = default;
  SymInt(std::int64_t value) : value_(value) {}  // NOLINT: the conversion is implicit, as in libtorch
  // A node that is the same number whatever the symbols are becomes that number.
  explicit SymInt(SymNode node);

  bool is_symbolic() const { return node_ != nullptr; }
  // Raises an Argument error for a plain number.
  const SymNode& toSymNode() const;
  std::optional<std::int64_t> maybe_as_int() const { return node_ ? std::nullopt : std::optional(value_); }
  // Raises an Argument error for a symbolic number.
  std::int64_t expect_int() const { return node_ ? raise_symbolic() : value_; }
  std::int64_t as_int_unchecked() const { return value_; }
  // Returns the number in the traced call. A guard says that the expression must have it (SymNodeImpl::guard_int()).
  std::int64_t guard_int(const char* file, std::int64_t line) const {
    return node_ ? node_->guard_int(file, line) : value_;
  }
  // Returns the number that kernels take, without a guard (SymNodeImpl::number_for_kernels()).
  std::int64_t number_for_kernels() const { return node_ ? node_->number_for_kernels() : value_; }

  SymInt operator+(const SymInt& other) const;
  SymInt operator-(const SymInt& other) const;
  SymInt operator*(const SymInt& other) const;
  // The quotient is rounded down if a number is symbolic, and toward zero otherwise. Sizes are not negative.
  SymInt operator/(const SymInt& other) const;
  SymInt operator%(const SymInt& other) const;
  SymInt operator-() const { return SymInt(0) - *this; }
  void operator+=(const SymInt& other) { *this = *this + other; }
  void operator-=(const SymInt& other) { *this = *this - other; }
  void operator*=(const SymInt& other) { *this = *this * other; }
  SymInt min(const SymInt& other) const;
  SymInt max(const SymInt& other) const;

  SymBool sym_eq(const SymInt& other) const;
  SymBool sym_ne(const SymInt& other) const { return !sym_eq(other); }
  SymBool sym_le(const SymInt& other) const;
  SymBool sym_lt(const SymInt& other) const;
  SymBool sym_ge(const SymInt& other) const { return other.sym_le(*this); }
  SymBool sym_gt(const SymInt& other) const { return other.sym_lt(*this); }

  // These answer by the traced call, and record a guard.
  friend bool operator==(const SymInt& a, const SymInt& b) { return a.sym_eq(b).guard_bool("SymInt", 0); }
  friend bool operator!=(const SymInt& a, const SymInt& b) { return a.sym_ne(b).guard_bool("SymInt", 0); }
  friend bool operator<=(const SymInt& a, const SymInt& b) { return a.sym_le(b).guard_bool("SymInt", 0); }
  friend bool operator<(const SymInt& a, const SymInt& b) { return a.sym_lt(b).guard_bool("SymInt", 0); }
  friend bool operator>=(const SymInt& a, const SymInt& b) { return a.sym_ge(b).guard_bool("SymInt", 0); }
  friend bool operator>(const SymInt& a, const SymInt& b) { return a.sym_gt(b).guard_bool("SymInt", 0); }

  friend std::ostream& operator<<(std::ostream& out, const SymInt& value) {
    return value.node_ ? out << value.node_->str() : out << value.value_;
  }

 private:
  // Returns both numbers as nodes. At least one is symbolic.
  static std::pair<SymNode, SymNode> nodes_of(const SymInt& a, const SymInt& b);
  [[noreturn]] std::int64_t raise_symbolic() const;

  std::int64_t value_ = 0;
  SymNode node_;
};

using SymIntArrayRef = ArrayRef<SymInt>;

}  // namespace modecheck_v1
}  // namespace c10

namespace at {
inline namespace modecheck_v1 {
using c10::SymInt;
using c10::SymIntArrayRef;
}  // namespace modecheck_v1
}  // namespace at
