// Declares c10::SymBool: a bool, or a statement about symbolic numbers.
#pragma once

#include <cstdint>
#include <ostream>
#include <utility>

#include "engine/core/types/sym_node.h"

namespace c10 {
inline namespace modecheck_v1 {

class SymBool final {
 public:
  SymBool(bool value) : value_(value) {}  // NOLINT: the conversion is implicit, as in libtorch
  explicit SymBool(SymNode node) : node_(std::move(node)) {}

  bool is_symbolic() const { return node_ != nullptr; }
  // Returns whether the statement is true in the traced call, and records a guard (SymNodeImpl::guard_bool()).
  bool guard_bool(const char* file, std::int64_t line) const { return node_ ? node_->guard_bool(file, line) : value_; }
  // As guard_bool(), but a statement that depends on data is believed, as `torch._check` believes it.
  bool expect_true(const char* file, std::int64_t line) const {
    return node_ ? node_->expect_true(file, line) : value_;
  }
  SymBool operator!() const { return node_ ? SymBool(node_->sym_not()) : SymBool(!value_); }

  friend std::ostream& operator<<(std::ostream& out, const SymBool& value) {
    return value.node_ ? out << value.node_->str() : out << (value.value_ ? "true" : "false");
  }

 private:
  bool value_ = false;
  SymNode node_;
};

}  // namespace modecheck_v1
}  // namespace c10

namespace at {
inline namespace modecheck_v1 {
using c10::SymBool;
}
}  // namespace at
