// The operands of pointwise operators: two tensors that are broadcast together, or a tensor and a number. Also the
// kernels of pointwise.cpp to which kernels of other files fall back.
#pragma once

#include <complex>

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

// Holds a tensor operand, or a number in its place.
struct Factor {
  const Operand* operand = nullptr;
  double number = 0;         // in place of a floating or complex element
  std::int64_t integer = 0;  // in place of an integer or a bool

  double real_at(std::size_t i) const { return operand != nullptr ? operand->real[i] : number; }
  std::int64_t integer_at(std::size_t i) const { return operand != nullptr ? operand->integer[i] : integer; }
  std::complex<double> complex_at(std::size_t i) const { return operand != nullptr ? operand->number(i) : number; }
  double tolerance() const { return operand != nullptr ? operand->tolerance : 0; }
  bool exact() const { return operand == nullptr || operand->exact; }
  // Calls KernelCall::flow for a tensor. A number gets no gradient.
  template <typename Partial>
  void flow(KernelCall& call, std::size_t i, Partial partial, double error) const {
    if (operand != nullptr) call.flow(*operand, i, partial, error);
  }
};

// Holds both operands in the dtype to which they promote together.
struct Pair {
  spec::DType dtype = spec::DType::Float32;
  Factor a;
  Factor b;
};

// Loads inputs 0 and 1, of any dtypes, broadcast to the shape of the output.
Pair two_tensors(KernelCall& call);
// Loads input 0, of any dtype, beside the scalar that is argument `argument`.
Pair tensor_and_number(KernelCall& call, int argument);
// Converts a scalar argument to a factor that takes the place of a tensor of this dtype.
Factor factor_of(const spec::ScalarValue& number, spec::DType dtype);
// Starts a result of the pair's sizes in `dtype`, which takes over the inexactness of both operands.
Result& start(KernelCall& call, const Pair& pair, spec::DType dtype);

void div(KernelCall& call);
void div_scalar(KernelCall& call);

}  // namespace modecheck::reference
