// Where the elements of a view lie: one function per view operator, from the geometry of what is viewed. The storage,
// dtype and history of the result are those of the argument; `reasons` says why there is no such view.
#pragma once

#include "spec/limits/unspecified.h"
#include "spec/program/arguments.h"
#include "spec/rules/reasons.h"
#include "spec/rules/shape.h"

namespace modecheck::spec {

struct ViewResult {
  Geometry geometry;
  Reasons reasons;
  Unspecified beyond_limits = Unspecified::None;  // the limit by which the harness cannot hold it
  bool beyond_argument = false;  // as_strided: may name elements of the storage that the argument does not

  bool usable() const { return reasons.none() && beyond_limits == Unspecified::None; }
};

// A list of views of one tensor. All have the argument's geometry but for the dimension `dim` and the offset.
struct MultiViewResult {
  static constexpr int capacity = 32;
  Reasons reasons;
  Unspecified beyond_limits = Unspecified::None;
  int count = 0;
  std::array<Geometry, capacity> views{};
};

// The dimension meant by `dim` (negative counts from the end; rank 0 has one dimension), or -1.
int wrapped_dim(std::int64_t dim, int rank);

Sizes sizes_of(const IntList& list);

// Replaces a single -1 so that there are `numel` elements.
Reasons infer_size(Sizes& sizes, std::int64_t numel);

// Strides with which the elements can be seen as `sizes` without a copy; false: none.
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
// Complex numbers as pairs of real ones, which a last dimension tells apart; and back.
ViewResult as_real_of(const Geometry& self);
ViewResult as_complex_of(const Geometry& self);

// The slice that `narrow` takes: its start, once the arguments are found to be right.
Reasons check_narrow(const Geometry& self, std::int64_t dim, std::int64_t& start, std::int64_t length);

MultiViewResult split_of(const Geometry& self, std::int64_t split_size, std::int64_t dim);
MultiViewResult split_with_sizes_of(const Geometry& self, const IntList& split_sizes, std::int64_t dim);
MultiViewResult chunk_of(const Geometry& self, std::int64_t chunks, std::int64_t dim);
MultiViewResult unbind_of(const Geometry& self, std::int64_t dim);

}  // namespace modecheck::spec
