// The symbolic numbers among the arguments of a call. Kernels and call records take plain numbers; a rule of symbolic
// sizes finds the expressions here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/tensor/tensor.h"
#include "engine/core/types/sym_int.h"

namespace modecheck::engine {

// It exists while the operator is called. It is for each call of this operator in this thread.
class SymbolicArguments {
 public:
  using Numbers = std::vector<c10::SymInt>;
  // The position of an argument in the schema, and its numbers.
  using Argument = std::pair<std::size_t, Numbers>;

  // `op` is the qualified name of the operator, such as "slice.Tensor", and must be a literal. If no fake mode with
  // symbolic sizes follows calls on `tensor`, symbolic numbers become plain ones, by guards. An undefined tensor stands
  // for the mode of the calling thread.
  SymbolicArguments(std::string_view op, const at::Tensor& tensor, std::vector<Argument> arguments);
  ~SymbolicArguments();
  SymbolicArguments(const SymbolicArguments&) = delete;
  SymbolicArguments& operator=(const SymbolicArguments&) = delete;

  // Returns the numbers that the kernel takes for an argument. The argument must be a given one.
  std::vector<std::int64_t> numbers(std::size_t argument) const;
  // Returns the arguments of a call of the operator that begins now, or null if all its numbers are plain.
  static const SymbolicArguments* of(std::string_view op);
  // Returns the numbers of an argument, or null if it has none.
  const Numbers* find(std::size_t argument) const;
  const std::vector<Argument>& all() const { return arguments_; }

 private:
  std::string_view op_;
  std::vector<Argument> arguments_;
  const SymbolicArguments* outer_;
};

}  // namespace modecheck::engine
