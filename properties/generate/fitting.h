// Whether tensors fit together as arguments of one call.
#pragma once

#include <array>

#include "properties/generate/candidate.h"
#include "properties/generate/operation_facts.h"
#include "properties/generate/shape.h"
#include "spec/program/limits.h"

namespace modecheck::properties {

// Whether its channels, the second dimension, have two elements or more each.
inline bool is_batch(const Candidate& t) {
  return t.shape.rank >= 2 && t.shape.size(1) > 0 && t.shape.numel() >= 2 * t.shape.size(1) &&
         (t.dtype == spec::DType::Float32 || t.dtype == spec::DType::Float64);
}

// Whether there are distances between the rows of both.
bool are_measured(const Candidate& a, const Candidate& b);

// The sizes of the product that an AddMv, AddBmm or BaddBmm adds; false if there is none.
bool product_of(CallShape call_shape, const Candidate& a, const Candidate& b, Shape& out);

// Whether an IndexInto or ScatterInto along `dim` takes this index, and this source with it.
bool takes_index(CallShape call_shape, const Candidate& self, int dim, const Candidate& index);
bool takes_source(CallShape call_shape, const Candidate& self, int dim, const Candidate& index,
                  const Candidate& source);

// What tensors of indices make of a shape, masks taken for all true; false if they do not fit.
bool indexed_shape(const Shape& self, const std::array<const Candidate*, spec::kMaxTensorList>& indices, int length,
                   Shape& out);

// Whether a target names a class for each sample of a prediction.
bool names_classes(const Shape& prediction, const Candidate& target);

// Whether a grid names places of an image.
bool is_grid_of(const Candidate& image, const Candidate& grid);

}  // namespace modecheck::properties
