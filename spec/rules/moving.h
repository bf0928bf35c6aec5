// Rules for operators that move or copy elements without changing their values.
#pragma once

#include <optional>

#include "spec/rules/output_meta.h"

namespace modecheck::spec {

OutputMeta infer_conversion(const Geometry& self, std::optional<DType> dtype);

OutputMeta infer_clone(const Geometry& self, bool preserve);

// Infers the result's metadata for the functional form of copy_. The result has the strides and offset of `self`, and a
// storage of the same size. Its elements are the source's (PyTorch issues 82009 and 89461). If elements of `self` share
// memory, the result has the layout of a clone.
OutputMeta infer_copy(const CallTensors& tensors);

OutputMeta infer_flip(const Geometry& self, const IntList& dims);

// Infers the result's metadata for constant_pad_nd. Negative padding crops. libtorch keeps the format of a
// channels-last input, which the model does not follow.
OutputMeta infer_pad(const Geometry& self, const IntList& pad, ScalarValue value);

// Infers the result's metadata for reflection_pad and replication_pad: pads the last `spatial` dimensions by
// reflection, or by repeating the last element.
OutputMeta infer_border(const Geometry& self, const IntList& padding, int spatial, bool reflects);

// Infers the result's metadata for repeat. The result is row-major, whatever strides the input has. If there are more
// repeats than dimensions, dimensions are added in front.
OutputMeta infer_repeat(const Geometry& self, const IntList& repeats);

// Infers the result's metadata for narrow_copy. The result is a row-major copy of what narrow selects.
OutputMeta infer_narrow_copy(const Geometry& self, std::int64_t dim, std::int64_t start, std::int64_t length);
// Infers the result's metadata for slice_scatter and others. The result is a copy of the first input in which the
// second input replaces the view `place`. The second input must have that view's sizes.
OutputMeta infer_scatter_into_view(const CallTensors& tensors, const ViewResult& place);

// Infers the result's metadata for tril and triu. It depends on the strides whether libtorch detects that a written
// batch overlaps itself, so that case is unspecified.
OutputMeta infer_triangle(const CallTensors& tensors);

// Infers the result's metadata for the functional form of fill_.
OutputMeta infer_filled_clone(const Geometry& self, ScalarValue value);

}  // namespace modecheck::spec
