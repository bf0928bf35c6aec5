// Declares c10::SymNodeImpl: the symbolic part of a c10::SymInt or a c10::SymBool. A shape environment implements it
// (engine/fake/symbolic/symbolic_node.h). Names are those of PyTorch 2, where a node also holds floating-point numbers.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace c10 {
inline namespace modecheck_v1 {

class SymNodeImpl;
// libtorch has an intrusive_ptr here.
using SymNode = std::shared_ptr<SymNodeImpl>;

// A node is a number or a statement. Both nodes of an operation must be numbers of one shape environment, or an
// Argument error is raised.
class SymNodeImpl {
 public:
  SymNodeImpl() = default;
  virtual ~SymNodeImpl() = default;
  SymNodeImpl(const SymNodeImpl&) = delete;
  SymNodeImpl& operator=(const SymNodeImpl&) = delete;

  // Returns a number as a node of the same environment.
  virtual SymNode wrap_int(std::int64_t number) const = 0;
  virtual SymNode add(const SymNode& other) const = 0;
  virtual SymNode sub(const SymNode& other) const = 0;
  virtual SymNode mul(const SymNode& other) const = 0;
  // The quotient is rounded down, and the remainder has the sign of the divisor, as in Python. Both raise an Argument
  // error if the divisor is zero.
  virtual SymNode floordiv(const SymNode& other) const = 0;
  virtual SymNode mod(const SymNode& other) const = 0;
  virtual SymNode sym_min(const SymNode& other) const = 0;
  virtual SymNode sym_max(const SymNode& other) const = 0;
  // Statements: a == b, a <= b, a < b.
  virtual SymNode eq(const SymNode& other) const = 0;
  virtual SymNode le(const SymNode& other) const = 0;
  virtual SymNode lt(const SymNode& other) const = 0;
  virtual SymNode sym_not() const = 0;

  // Returns the number if the node is the same number whatever the symbols are.
  virtual std::optional<std::int64_t> maybe_as_int() const = 0;
  // Returns the number, or whether the statement is true, in the traced call. A guard says that it must stay so. `file`
  // and `line` name what asks. Raises DataDependentError if the answer depends on data.
  virtual std::int64_t guard_int(const char* file, std::int64_t line) const = 0;
  virtual bool guard_bool(const char* file, std::int64_t line) const = 0;
  // As guard_bool(), but what depends on data is believed, and becomes an assertion of the traced program.
  virtual bool expect_true(const char* file, std::int64_t line) const = 0;
  virtual std::string str() const = 0;

  // Returns the number that kernels take in the traced call, without a guard. PyTorch has no such function.
  virtual std::int64_t number_for_kernels() const = 0;
};

}  // namespace modecheck_v1
}  // namespace c10
