// Operators that make tensors from numbers, and operators that draw random numbers, as libtorch 1.13.1 has them.
#pragma once

#include "spec/rules/output_meta.h"

namespace modecheck::spec {

OutputMeta infer_filled(const IntList& size, DType dtype);

// The strides are those given; elements may share memory.
OutputMeta infer_strided(const IntList& size, const IntList& stride, DType dtype);

// The result has the layout of `self` under preserve_format.
OutputMeta infer_filled_like(const Geometry& self, DType dtype, ScalarValue value);

DType dtype_of_number(ScalarValue value);

OutputMeta infer_arange(const Arguments& arguments);

OutputMeta infer_uniform(const CallTensors& tensors, double from, double to);
OutputMeta infer_normal(const CallTensors& tensors);
OutputMeta infer_exponential(const CallTensors& tensors, double lambd);
OutputMeta infer_random(const CallTensors& tensors);
OutputMeta infer_random_between(const CallTensors& tensors, std::int64_t from, std::optional<std::int64_t> to);

// infer_permutation is for randperm, infer_integers for randint.
OutputMeta infer_permutation(std::int64_t count, DType dtype);
OutputMeta infer_integers(std::int64_t low, std::int64_t high, const IntList& size, DType dtype);

// rand_like and randn_like.
OutputMeta infer_drawn_like(const Geometry& self, DType dtype);

// native_dropout: returns the scaled input and the mask.
OutputMeta infer_dropout(const Geometry& input, double p);

OutputMeta infer_bernoulli(const CallTensors& tensors, double p);
// One probability for each element; the check that each lies between 0 and 1 needs the values.
OutputMeta infer_bernoulli_each(const CallTensors& tensors, const ValueOracle* oracle);
OutputMeta infer_bernoulli_of(const Geometry& probabilities, const ValueOracle* oracle);

// full and scalar_tensor: without a dtype, the result has the dtype of the number.
OutputMeta infer_full(const IntList& size, DType dtype, ScalarValue value);

// rand and randn.
OutputMeta infer_drawn(const IntList& size, DType dtype);

}  // namespace modecheck::spec
