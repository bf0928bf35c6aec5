// Predicates that tell whether tensors fit together as arguments of one call.
#pragma once

#include <array>

#include "properties/generate/candidate.h"
#include "properties/generate/operation_facts.h"
#include "properties/generate/shape.h"
#include "spec/program/limits.h"

namespace modecheck::properties {

// Whether the model judges second derivatives of a tensor of this dtype.
inline bool is_wide(spec::DType dtype) { return dtype == spec::DType::Float32 || dtype == spec::DType::Float64; }

// Whether each channel (an index of dimension 1) of a float32 or float64 tensor has at least two elements, as
// batch_norm needs.
inline bool is_batch(const Candidate& t) {
  return t.shape.rank >= 2 && t.shape.size(1) > 0 && t.shape.numel() >= 2 * t.shape.size(1) && is_wide(t.dtype);
}

// Whether cdist accepts the two tensors: they need equal dtypes, rows of equal length, and batches that broadcast.
bool are_measured(const Candidate& a, const Candidate& b);

// Whether matmul accepts the two tensors.
bool multiply(const Candidate& a, const Candidate& b);

// Sets `out` to the shape of the product of `a` and `b` that an operator like addmv or baddbmm adds. Returns false if
// `a` and `b` do not fit.
bool product_of(CallShape call_shape, const Candidate& a, const Candidate& b, Shape& out);

// `takes_index` says whether an operator like index_add or scatter accepts the index tensor `index` along `dim` of
// `self`. `takes_source` also checks whether the source fits the index.
bool takes_index(CallShape call_shape, const Candidate& self, int dim, const Candidate& index);
bool takes_source(CallShape call_shape, const Candidate& self, int dim, const Candidate& index,
                  const Candidate& source);

// Sets `out` to the shape of self[indices], as if masks were true everywhere. Returns false if the indices do not fit.
bool indexed_shape(const Shape& self, const std::array<const Candidate*, spec::kMaxTensorList>& indices, int length,
                   Shape& out);

// Whether `target` has one class index (int64) for each sample of the prediction.
bool names_classes(const Shape& prediction, const Candidate& target);

// Whether grid_sampler_2d accepts the grid for the image.
bool is_grid_of(const Candidate& image, const Candidate& grid);

}  // namespace modecheck::properties
