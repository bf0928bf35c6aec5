// Operators that make tensors from numbers, and operators that draw random numbers. They behave as in libtorch 1.13.1.
#pragma once

#include "spec/rules/output_meta.h"

namespace modecheck::spec {

OutputMeta infer_filled(const IntList& size, DType dtype);

// Infers the result's metadata for empty_strided. The result has the strides that are given, and its elements may share
// memory.
OutputMeta infer_strided(const IntList& size, const IntList& stride, DType dtype);

// Infers the result's metadata for full_like. The result has the layout that preserve_format gives for `self`.
OutputMeta infer_filled_like(const Geometry& self, DType dtype, ScalarValue value);

DType dtype_of_number(ScalarValue value);

OutputMeta infer_arange(const Arguments& arguments);

OutputMeta infer_uniform(const CallTensors& tensors, double from, double to);
OutputMeta infer_normal(const CallTensors& tensors);
OutputMeta infer_exponential(const CallTensors& tensors, double lambd);
OutputMeta infer_random(const CallTensors& tensors);
OutputMeta infer_random_between(const CallTensors& tensors, std::int64_t from, std::optional<std::int64_t> to);

// Infers the result's metadata: infer_permutation for randperm, and infer_integers for randint.
OutputMeta infer_permutation(std::int64_t count, DType dtype);
OutputMeta infer_integers(std::int64_t low, std::int64_t high, const IntList& size, DType dtype);

// Infers the result's metadata for rand_like and randn_like.
OutputMeta infer_drawn_like(const Geometry& self, DType dtype);

// Infers the result's metadata for native_dropout, which returns the scaled input and the mask.
OutputMeta infer_dropout(const Geometry& input, double p);

OutputMeta infer_bernoulli(const CallTensors& tensors, double p);
// Infers the result's metadata for bernoulli with a probability for each element. The oracle says whether all
// probabilities lie between 0 and 1.
OutputMeta infer_bernoulli_each(const CallTensors& tensors, const ValueOracle* oracle);
OutputMeta infer_bernoulli_of(const Geometry& probabilities, const ValueOracle* oracle);

// Infers the result's metadata for full and scalar_tensor: if no dtype is given, the result has the dtype of the
// number.
OutputMeta infer_full(const IntList& size, DType dtype, ScalarValue value);

// Infers the result's metadata for rand and randn.
OutputMeta infer_drawn(const IntList& size, DType dtype);

}  // namespace modecheck::spec
