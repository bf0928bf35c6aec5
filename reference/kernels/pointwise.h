// Loads the operands of pointwise operators: two tensors that are broadcast together, or a tensor and a number. Also
// declares the kernels of pointwise.cpp that kernels of other files call.
#pragma once

#include <complex>

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

// One operand of a pointwise operator: a tensor, or a number that takes the place of a tensor.
struct Factor {
  const Operand* operand = nullptr;
  double number = 0;         // the number, if the operator computes in a floating or complex dtype
  std::int64_t integer = 0;  // the number, if the operator computes in an integer dtype or bool

  double real_at(std::size_t i) const { return operand != nullptr ? operand->real[i] : number; }
  std::int64_t integer_at(std::size_t i) const { return operand != nullptr ? operand->integer[i] : integer; }
  std::complex<double> complex_at(std::size_t i) const { return operand != nullptr ? operand->number(i) : number; }
  double tolerance() const { return operand != nullptr ? operand->tolerance : 0; }
  bool exact() const { return operand == nullptr || operand->exact; }
  // Records the derivative by this operand with KernelCall::flow. A number gets no gradient.
  template <typename Partial>
  void flow(KernelCall& call, std::size_t i, Partial partial, double error) const {
    if (operand != nullptr) call.flow(*operand, i, partial, error);
  }
};

// The two operands of a pointwise operator, both converted to the dtype to which they promote.
struct Pair {
  spec::DType dtype = spec::DType::Float32;
  Factor a;
  Factor b;
};

// Loads inputs 0 and 1, whose dtypes may differ, broadcast to the sizes of the output.
Pair two_tensors(KernelCall& call);
// Loads input 0 as the first operand. The second is the number in the operator's argument `argument`.
Pair tensor_and_number(KernelCall& call, int argument);
// Converts a scalar argument to a factor that takes the place of a tensor of dtype `dtype`.
Factor factor_of(const spec::ScalarValue& number, spec::DType dtype);
// Starts a result of the sizes of `pair` in `dtype`. It gets the inexactness and the error bounds of both operands.
Result& start(KernelCall& call, const Pair& pair, spec::DType dtype);

void div(KernelCall& call);
void div_scalar(KernelCall& call);

}  // namespace modecheck::reference
