// A call of an operator, as the rules of symbolic sizes see it: the symbolic geometry of its tensors, and its other
// arguments. Positions are those of the schema. A rule may only ask for an argument of the right type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/fake/symbolic/shape_env.h"
#include "engine/fake/symbolic/symbolic_geometry.h"
#include "engine/fake/unbacked_sizes.h"
#include "engine/tracing/call_record.h"
#include "engine/tracing/symbolic_arguments.h"

namespace modecheck::engine::fake {

using Sizes = std::vector<Expression>;

// Raised by a rule that cannot tell the sizes. The call is then one of an operator without a rule.
struct NoRule {};

class RuleCall {
 public:
  // The geometry of the defined tensors of all arguments, in their order.
  struct Tensors {
    std::vector<SymbolicGeometry> all;
    std::vector<std::size_t> ends;  // for each argument, how many tensors it and those before it have
  };

  // Rules may look at the first `count` arguments.
  RuleCall(ShapeEnv& env, UnbackedSizes& unbacked, const CallRecord& record, Tensors tensors, std::size_t count)
      : env_(env),
        unbacked_(unbacked),
        record_(record),
        symbolic_(SymbolicArguments::of(record.about().op)),
        tensors_(std::move(tensors)),
        count_(count) {}

  ShapeEnv& env() const { return env_; }
  // Names the operator, for guards and errors.
  std::string_view where() const { return record_.about().op; }
  std::string_view name() const { return record_.about().name; }
  std::size_t count() const { return count_; }
  // Returns the geometry of all tensors, also of those that rules must not look at.
  const std::vector<SymbolicGeometry>& all() const { return tensors_.all; }

  // Returns whether the argument is there, and was given.
  bool is_given(std::size_t i) const;
  // Returns whether the argument is one defined tensor.
  bool is_tensor(std::size_t i) const;
  // Raises c10::Error (UndefinedTensor) for an undefined tensor.
  const SymbolicGeometry& geometry(std::size_t i) const;
  const Sizes& sizes(std::size_t i) const { return geometry(i).sizes; }
  // Returns the geometry of the defined tensors of an argument that is one tensor or a list of tensors.
  c10::ArrayRef<SymbolicGeometry> tensors(std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : tensors_.ends[i - 1];
    return {tensors_.all.data() + begin, tensors_.ends[i] - begin};
  }
  // Returns which of the tensors of a list are given.
  const CallRecord::Tensors& list(std::size_t i) const { return std::get<CallRecord::Tensors>(argument(i)); }
  c10::ScalarType dtype_of(std::size_t i) const { return std::get<at::Tensor>(argument(i)).scalar_type(); }
  // Returns a number. Raises NoRule for one beyond 2**40, with which sizes could overflow.
  std::int64_t number(std::size_t i) const { return checked(std::get<std::int64_t>(argument(i))); }
  std::int64_t number_or(std::size_t i, std::int64_t otherwise) const { return is_given(i) ? number(i) : otherwise; }
  bool is_number(std::size_t i) const { return i < count() && std::holds_alternative<std::int64_t>(argument(i)); }
  bool is_numbers(std::size_t i) const { return i < count() && std::holds_alternative<CallRecord::Ints>(argument(i)); }
  // Returns a list of numbers. A single number is a list of one, and an argument that is not given is an empty list.
  CallRecord::Ints numbers(std::size_t i) const;
  // Return numbers that may be symbolic, because the caller gave a c10::SymInt.
  Expression expression(std::size_t i) const;
  Expression expression_or(std::size_t i, std::int64_t otherwise) const {
    return is_given(i) ? expression(i) : Expression(otherwise);
  }
  Sizes expressions(std::size_t i) const;
  // Returns whether an argument has symbolic numbers.
  bool has_symbolic_arguments() const { return symbolic_ != nullptr; }
  // Makes these numbers plain ones, by guards. Raises DataDependentError if one depends on data.
  void concretise_arguments() const;
  // Returns whether an argument has numbers that depend on data.
  bool has_unbacked_arguments() const;
  // Returns false for an argument that is not given.
  bool flag(std::size_t i) const { return is_given(i) && std::get<bool>(argument(i)); }
  const std::string& text(std::size_t i) const { return std::get<std::string>(argument(i)); }
  const CallRecord::Argument& argument(std::size_t i) const { return record_.arguments()[i]; }

  // Returns a dimension as an index. A negative one counts from the end. Raises c10::Error (Dimension) if a tensor of
  // this rank has no such dimension; a tensor of rank 0 has the dimension 0.
  std::size_t dimension(std::int64_t number, std::size_t rank) const;

  // Returns a size of the result that depends on the elements of a tensor with these sizes. It is 0 for a tensor
  // without elements. `op` is the name that the kernel gives to size_of_data(). Raises NoRule if the shape environment
  // allows no such sizes.
  Expression size_of_data(const at::Tensor& tensor, const Sizes& sizes, std::string_view op) const;
  Expression size_of_data(std::size_t i, std::string_view op) const {
    return size_of_data(std::get<at::Tensor>(argument(i)), this->sizes(i), op);
  }

  // Decides a question about sizes, and records a guard if the hints decide it.
  bool holds(const Fact& fact) const { return env_.decide(fact, where()); }
  // Raises c10::Error (Shape) if the statement is false.
  void require(const Fact& fact, const char* what) const {
    if (!holds(fact)) reject(what);
  }
  void require_equal(const Sizes& a, const Sizes& b, const char* what) const;
  [[noreturn]] void reject(const std::string& what) const;
  Expression quotient(const Expression& dividend, std::int64_t divisor) const {
    return env_.floor_divided(dividend, divisor, where());
  }
  Expression smaller(const Expression& a, const Expression& b) const { return holds(Fact::at_most(a, b)) ? a : b; }

 private:
  static std::int64_t checked(std::int64_t number);

  ShapeEnv& env_;
  UnbackedSizes& unbacked_;
  const CallRecord& record_;
  const SymbolicArguments* symbolic_;  // null if all numbers are plain
  Tensors tensors_;
  std::size_t count_;
};

}  // namespace modecheck::engine::fake
