// The geometry of a view. There is one function per view operator, which takes the geometry of the viewed tensor. The
// view has the tensor's storage, dtype and history. `reasons` says why a view is impossible.
#pragma once

#include "spec/limits/unspecified.h"
#include "spec/program/arguments.h"
#include "spec/rules/reasons.h"
#include "spec/rules/shape.h"

namespace modecheck::spec {

struct ViewResult {
  Geometry geometry;
  Reasons reasons;
  Unspecified beyond_limits = Unspecified::None;  // the limit of the harness that the view exceeds
  bool beyond_argument = false;                   // as_strided: the view may have elements that the argument lacks

  bool usable() const { return reasons.none() && beyond_limits == Unspecified::None; }
};

// Several views of one tensor. Each has the tensor's geometry, except for the dimension `dim` and the offset.
struct MultiViewResult {
  static constexpr int capacity = 32;
  Reasons reasons;
  Unspecified beyond_limits = Unspecified::None;
  int count = 0;
  std::array<Geometry, capacity> views{};
};

// Returns the dimension that `dim` names. A negative `dim` counts from the end. A tensor without dimensions counts as a
// tensor with one dimension. Returns -1 if `dim` is out of range.
int wrapped_dim(std::int64_t dim, int rank);

Sizes sizes_of(const IntList& list);

// Replaces a single -1 in `sizes` so that there are `numel` elements.
Reasons infer_size(Sizes& sizes, std::int64_t numel);

// Computes strides with which the elements can be viewed as `sizes` without a copy. Returns false if there are none.
bool strides_for_view(const Geometry& tensor, const Sizes& sizes, Geometry& out);

ViewResult alias_of(const Geometry& self);
ViewResult view_of(const Geometry& self, Sizes sizes);
ViewResult transpose_of(const Geometry& self, std::int64_t dim0, std::int64_t dim1);
ViewResult permute_of(const Geometry& self, const IntList& dims);
ViewResult t_of(const Geometry& self);
ViewResult select_of(const Geometry& self, std::int64_t dim, std::int64_t index);
ViewResult slice_of(const Geometry& self, std::int64_t dim, std::optional<std::int64_t> start,
                    std::optional<std::int64_t> end, std::int64_t step);
ViewResult expand_of(const Geometry& self, const Sizes& sizes);
ViewResult squeeze_of(const Geometry& self);
ViewResult squeeze_of(const Geometry& self, std::int64_t dim);
ViewResult unsqueeze_of(const Geometry& self, std::int64_t dim);
ViewResult diagonal_of(const Geometry& self, std::int64_t offset, std::int64_t dim1, std::int64_t dim2);
ViewResult unfold_of(const Geometry& self, std::int64_t dimension, std::int64_t size, std::int64_t step);
ViewResult as_strided_of(const Geometry& self, const IntList& size, const IntList& stride,
                         std::optional<std::int64_t> offset, std::int64_t storage_bytes);
ViewResult view_dtype_of(const Geometry& self, DType dtype);
// Infers the result's metadata for view_as_real, whose new last dimension holds the real and imaginary part, and for
// its inverse view_as_complex.
ViewResult as_real_of(const Geometry& self);
ViewResult as_complex_of(const Geometry& self);

// Checks the arguments of `narrow`, and makes a negative `start` count from the end.
Reasons check_narrow(const Geometry& self, std::int64_t dim, std::int64_t& start, std::int64_t length);

MultiViewResult split_of(const Geometry& self, std::int64_t split_size, std::int64_t dim);
MultiViewResult split_with_sizes_of(const Geometry& self, const IntList& split_sizes, std::int64_t dim);
MultiViewResult chunk_of(const Geometry& self, std::int64_t chunks, std::int64_t dim);
MultiViewResult unbind_of(const Geometry& self, std::int64_t dim);

}  // namespace modecheck::spec
