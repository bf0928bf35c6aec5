// The composites of each family. Each runs its sub-operations in libtorch's order, and returns its first result, or 0
// if the command is stopped. Further results are those of the last sub-operation (part_result). A composite that
// returns a list fills the registers itself.
#pragma once

#include "spec/composites/sub_operations.h"
#include "spec/model/state.h"

namespace modecheck::spec {

// views.cpp
TensorId view_composite(ModelState& m, const Record& record);
TensorId split_composite(ModelState& m, const Record& record);
TensorId broadcast_all(ModelState& m, const Record& record);
TensorId joined(ModelState& m, const Record& record);
TensorId meshgrid(ModelState& m, const Record& record);
TensorId take_along_dim(ModelState& m, const Record& record);
TensorId repeat_interleave(ModelState& m, const Record& record);

// numbers.cpp
TensorId pointwise_composite(ModelState& m, const Record& record);
TensorId drawn(ModelState& m, const Record& record);
TensorId reduction_composite(ModelState& m, const Record& record);
TensorId difference(ModelState& m, const Record& record);
TensorId trapezoid(ModelState& m, const Record& record);

// products.cpp
TensorId outer(ModelState& m, const Record& record);
TensorId linear(ModelState& m, const Record& record);
TensorId einsum(ModelState& m, const Record& record);
TensorId tensordot(ModelState& m, TensorId self, TensorId other, const IntList& dims_self, const IntList& dims_other);
TensorId inner(ModelState& m, TensorId self, TensorId other);
TensorId kron(ModelState& m, TensorId self, TensorId other);
TensorId multi_dot(ModelState& m, const Record& record);
// movedim: moves the dimension `from` to position `to`.
TensorId moved(ModelState& m, TensorId self, int from, int to);
TensorId sum_over(ModelState& m, TensorId self, const IntList& dims, bool keepdim);

// losses.cpp
TensorId loss_of(ModelState& m, TensorId each, std::int64_t reduction);
TensorId negative_likelihood(ModelState& m, const Record& record);
TensorId kl_div(ModelState& m, const Record& record);
TensorId margin_ranking_loss(ModelState& m, const Record& record);
TensorId embedding_loss(ModelState& m, const Record& record);
TensorId pairwise_distance(ModelState& m, TensorId a, TensorId b, int order, int eps, bool keepdim);
TensorId triplet_margin_loss(ModelState& m, const Record& record);
TensorId cosine_similarity(ModelState& m, const Record& record);

// images.cpp
TensorId normalization_composite(ModelState& m, const Record& record);
TensorId instance_norm(ModelState& m, const Record& record);
TensorId bags(ModelState& m, const Record& record);
TensorId convolution_of(ModelState& m, const Record& record);
TensorId pooled(ModelState& m, const Record& record);

// spectra.cpp
TensorId spectrum(ModelState& m, const Record& record);
TensorId spectrum_of_many(ModelState& m, const Record& record);
TensorId shifted(ModelState& m, const Record& record);

}  // namespace modecheck::spec
