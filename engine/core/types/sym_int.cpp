#include "engine/core/types/sym_int.h"

#include <algorithm>
#include <limits>

#include "engine/core/errors/error.h"

namespace c10 {
inline namespace modecheck_v1 {

using modecheck::engine::ErrorClass;

SymInt::SymInt(SymNode node) : node_(std::move(node)) {
  MODECHECK_CHECK(node_ != nullptr, ErrorClass::Argument, "SymInt: the node is null");
  if (const std::optional<std::int64_t> number = node_->maybe_as_int()) {
    value_ = *number;
    node_ = nullptr;
  }
}

const SymNode& SymInt::toSymNode() const {
  MODECHECK_CHECK(node_ != nullptr, ErrorClass::Argument, "toSymNode: ", value_, " is a number and has no node");
  return node_;
}

std::int64_t SymInt::raise_symbolic() const {
  MODECHECK_CHECK(false, ErrorClass::Argument, "expect_int: ", node_->str(),
                  " is symbolic. Use guard_int() if the trace may depend on its number.");
}

std::pair<SymNode, SymNode> SymInt::nodes_of(const SymInt& a, const SymInt& b) {
  return {a.node_ ? a.node_ : b.node_->wrap_int(a.value_), b.node_ ? b.node_ : a.node_->wrap_int(b.value_)};
}

SymInt SymInt::operator+(const SymInt& other) const {
  if (!node_ && !other.node_) return value_ + other.value_;
  const auto [a, b] = nodes_of(*this, other);
  return SymInt(a->add(b));
}

SymInt SymInt::operator-(const SymInt& other) const {
  if (!node_ && !other.node_) return value_ - other.value_;
  const auto [a, b] = nodes_of(*this, other);
  return SymInt(a->sub(b));
}

SymInt SymInt::operator*(const SymInt& other) const {
  if (!node_ && !other.node_) return value_ * other.value_;
  const auto [a, b] = nodes_of(*this, other);
  return SymInt(a->mul(b));
}

SymInt SymInt::operator/(const SymInt& other) const {
  if (!node_ && !other.node_) {
    MODECHECK_CHECK(other.value_ != 0, ErrorClass::Argument, "SymInt: ", value_, " is divided by zero");
    MODECHECK_CHECK(other.value_ != -1 || value_ != std::numeric_limits<std::int64_t>::min(), ErrorClass::Overflow,
                    "SymInt: the quotient of ", value_, " and -1 does not fit 64 bits");
    return value_ / other.value_;
  }
  const auto [a, b] = nodes_of(*this, other);
  return SymInt(a->floordiv(b));
}

SymInt SymInt::operator%(const SymInt& other) const {
  if (!node_ && !other.node_) {
    MODECHECK_CHECK(other.value_ != 0, ErrorClass::Argument, "SymInt: ", value_, " is divided by zero");
    return other.value_ == -1 ? 0 : value_ % other.value_;  // the smallest number has no quotient
  }
  const auto [a, b] = nodes_of(*this, other);
  return SymInt(a->mod(b));
}

SymInt SymInt::min(const SymInt& other) const {
  if (!node_ && !other.node_) return std::min(value_, other.value_);
  const auto [a, b] = nodes_of(*this, other);
  return SymInt(a->sym_min(b));
}

SymInt SymInt::max(const SymInt& other) const {
  if (!node_ && !other.node_) return std::max(value_, other.value_);
  const auto [a, b] = nodes_of(*this, other);
  return SymInt(a->sym_max(b));
}

SymBool SymInt::sym_eq(const SymInt& other) const {
  if (!node_ && !other.node_) return value_ == other.value_;
  const auto [a, b] = nodes_of(*this, other);
  return SymBool(a->eq(b));
}

SymBool SymInt::sym_le(const SymInt& other) const {
  if (!node_ && !other.node_) return value_ <= other.value_;
  const auto [a, b] = nodes_of(*this, other);
  return SymBool(a->le(b));
}

SymBool SymInt::sym_lt(const SymInt& other) const {
  if (!node_ && !other.node_) return value_ < other.value_;
  const auto [a, b] = nodes_of(*this, other);
  return SymBool(a->lt(b));
}

}  // namespace modecheck_v1
}  // namespace c10
