#include "spec/rules/creation.h"

#include <cmath>

#include "spec/rules/pointwise.h"

namespace modecheck::spec {

OutputMeta infer_filled(const IntList& size, DType dtype) {
  OutputMeta meta;
  meta.result.dtype = dtype;
  const Sizes sizes = sizes_of(size);
  for (std::int64_t length : size) meta.reasons.add_if(length < 0, ErrorClass::Shape);
  if (meta.reasons.none()) set_contiguous(meta.result, sizes);
  return meta;
}

OutputMeta infer_strided(const IntList& size, const IntList& stride, DType dtype) {
  OutputMeta meta = infer_filled(size, dtype);
  meta.reasons.add_if(size.size != stride.size, ErrorClass::Shape);
  if (!meta.reasons.none()) return meta;
  for (int d = 0; d < stride.size; ++d) meta.result.strides[at(d)] = static_cast<std::int32_t>(stride[d]);
  return meta;
}

OutputMeta infer_filled_like(const Geometry& self, DType dtype, ScalarValue value) {
  OutputMeta meta;
  set_preserved(meta.result, self);
  meta.result.dtype = dtype;
  check_number(meta, dtype, value);
  return meta;
}

DType dtype_of_number(ScalarValue value) {
  if (value.kind == ScalarValue::Kind::Float) return DType::Float32;
  return value.kind == ScalarValue::Kind::Bool ? DType::Bool : DType::Int64;
}

OutputMeta infer_arange(const Arguments& arguments) {
  const ScalarValue start = arguments.scalar(0);
  const ScalarValue end = arguments.scalar(1);
  const ScalarValue step = arguments.scalar(2);
  const bool integral = start.kind != ScalarValue::Kind::Float && end.kind != ScalarValue::Kind::Float &&
                        step.kind != ScalarValue::Kind::Float;
  OutputMeta meta;
  meta.result.dtype = arguments.optional_dtype(3).value_or(integral ? DType::Int64 : DType::Float32);
  meta.reasons.add_if(meta.result.dtype == DType::Bool || is_complex(meta.result.dtype), ErrorClass::Dtype);
  // arange computes its number of elements from the numbers as they are given, even if an integer dtype is requested
  // (PyTorch issues 149097 and 182663).
  const double span = end.value - start.value;
  meta.reasons.add_if(step.value == 0 || (step.value > 0 ? span < 0 : span > 0), ErrorClass::Argument);
  if (!meta.reasons.none()) return meta;
  Sizes sizes;
  sizes.push(static_cast<std::int64_t>(std::ceil(span / step.value)));
  set_contiguous(meta.result, sizes);
  return meta;
}

namespace {

// Infers the metadata of the result of an operator that fills its argument `self` with random numbers. The operator
// writes each element once, so no two indices of `self` may name one element.
OutputMeta fill(const CallTensors& tensors, bool known) {
  OutputMeta meta;
  const Geometry& self = tensors.inputs[0];
  meta.result.dtype = self.dtype;
  check_overlap(self, {}, meta.reasons);
  meta.reasons.add_if(!known, ErrorClass::Dtype);
  return meta;
}

// Returns true if bernoulli supports this dtype, for the tensor that it fills or for the probabilities.
bool is_drawn(DType dtype) { return !is_complex(dtype) && dtype != DType::Float16; }

// These functions return the smallest and the largest number that both a program and the integer dtype can hold. The
// numbers of programs have 8 bits.
std::int64_t lowest(DType dtype) { return dtype == DType::Bool || dtype == DType::UInt8 ? 0 : -128; }
std::int64_t highest(DType dtype) { return dtype == DType::Bool ? 1 : 127; }
bool holds(DType dtype, std::int64_t value) {
  return is_differentiable(dtype) || (value >= lowest(dtype) && value <= highest(dtype));
}

void check_probabilities(OutputMeta& meta, const Geometry& probabilities, const ValueOracle* oracle) {
  if (!meta.reasons.none() || probabilities.numel() == 0) return;
  if (oracle == nullptr)
    meta.leave_unspecified(Unspecified::ValuesNotKnown);
  else
    meta.reasons.add_if(!oracle->all_between(probabilities, 0, 1), ErrorClass::Argument);
}

}  // namespace

OutputMeta infer_uniform(const CallTensors& tensors, double from, double to) {
  OutputMeta meta = fill(tensors, is_differentiable(tensors.inputs[0].dtype));
  meta.reasons.add_if(from > to, ErrorClass::Argument);
  return meta;
}

OutputMeta infer_normal(const CallTensors& tensors) {
  return fill(tensors, is_differentiable(tensors.inputs[0].dtype));
}

OutputMeta infer_exponential(const CallTensors& tensors, double lambd) {
  OutputMeta meta = fill(tensors, is_floating(tensors.inputs[0].dtype));
  // exponential_: the documented formula is a probability density for positive rates only. With rate 0 its integral is
  // 0 and not 1.
  meta.reasons.add_if(!(lambd > 0), ErrorClass::Argument);
  return meta;
}

OutputMeta infer_random(const CallTensors& tensors) { return fill(tensors, !is_complex(tensors.inputs[0].dtype)); }

OutputMeta infer_random_between(const CallTensors& tensors, std::int64_t from, std::optional<std::int64_t> to) {
  const DType dtype = tensors.inputs[0].dtype;
  OutputMeta meta = fill(tensors, !is_complex(dtype));
  meta.reasons.add_if(!holds(dtype, from), ErrorClass::Argument);
  if (to) meta.reasons.add_if(from >= *to || !holds(dtype, *to - 1), ErrorClass::Argument);
  return meta;
}

OutputMeta infer_permutation(std::int64_t count, DType dtype) {
  OutputMeta meta;
  meta.result.dtype = dtype;
  meta.reasons.add_if(count < 0, ErrorClass::Shape);
  meta.reasons.add_if(dtype == DType::Bool || is_complex(dtype), ErrorClass::Dtype);
  if (!meta.reasons.none()) return meta;
  Sizes sizes;
  sizes.push(count);
  set_contiguous(meta.result, sizes);
  return meta;
}

OutputMeta infer_integers(std::int64_t low, std::int64_t high, const IntList& size, DType dtype) {
  OutputMeta meta = infer_filled(size, dtype);
  CallTensors drawn;
  drawn.inputs.add(&meta.result);
  meta.reasons.add(infer_random_between(drawn, low, high).reasons);
  return meta;
}

OutputMeta infer_drawn_like(const Geometry& self, DType dtype) {
  OutputMeta meta;
  set_preserved(meta.result, self);
  meta.result.dtype = dtype;
  meta.reasons.add_if(!is_differentiable(dtype), ErrorClass::Dtype);
  return meta;
}

OutputMeta infer_dropout(const Geometry& input, double p) {
  Geometry mask;
  set_preserved(mask, input);
  mask.dtype = DType::Bool;
  CallTensors both;
  both.inputs.add(&input);
  both.inputs.add(&mask);
  OutputMeta meta = pointwise(both, ResultDtype::Promoted);
  meta.reasons.add_if(p > 1, ErrorClass::Argument);
  meta.reasons.add_if(!is_differentiable(input.dtype), ErrorClass::Dtype);
  meta.others[0] = mask;
  // native_dropout of a tensor without elements: libtorch returns the argument itself, and a mask whose dtype is not
  // bool.
  if (input.numel() == 0) meta.leave_unspecified(Unspecified::NativeDropoutOfNoElements);
  return meta;
}

OutputMeta infer_bernoulli(const CallTensors& tensors, double p) {
  OutputMeta meta = fill(tensors, is_drawn(tensors.inputs[0].dtype));
  meta.reasons.add_if(p > 1, ErrorClass::Argument);
  return meta;
}

OutputMeta infer_bernoulli_each(const CallTensors& tensors, const ValueOracle* oracle) {
  const Geometry& self = tensors.inputs[0];
  const Geometry& p = tensors.inputs[1];
  OutputMeta meta = fill(tensors, is_drawn(self.dtype) && is_floating(p.dtype) && is_drawn(p.dtype));
  Sizes sizes = sizes_of(self);
  meta.reasons.add_if(!broadcast(sizes, sizes_of(p)) || sizes != sizes_of(self), ErrorClass::Shape);
  // bernoulli_.Tensor: libraries read the probabilities either before all draws or between them. So the result is
  // unspecified if `self` and `p` overlap.
  meta.leave_unspecified(Unspecified::OutputOverlapsInput, may_overlap(self, p));
  // If `self` has no elements, no library checks the probabilities.
  if (self.numel() != 0) check_probabilities(meta, p, oracle);
  return meta;
}

OutputMeta infer_bernoulli_of(const Geometry& probabilities, const ValueOracle* oracle) {
  OutputMeta meta;
  meta.result.dtype = probabilities.dtype;
  meta.reasons.add_if(!is_floating(probabilities.dtype) || !is_drawn(probabilities.dtype), ErrorClass::Dtype);
  set_contiguous(meta.result, sizes_of(probabilities));
  if (meta.reasons.none()) check_probabilities(meta, probabilities, oracle);
  return meta;
}

OutputMeta infer_full(const IntList& size, DType dtype, ScalarValue value) {
  OutputMeta meta = infer_filled(size, dtype);
  check_number(meta, meta.result.dtype, value);
  return meta;
}

OutputMeta infer_drawn(const IntList& size, DType dtype) {
  OutputMeta meta = infer_filled(size, dtype);
  meta.reasons.add_if(!is_differentiable(meta.result.dtype), ErrorClass::Dtype);
  return meta;
}

}  // namespace modecheck::spec
