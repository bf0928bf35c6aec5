// Operators that move or copy elements without changing their values.
#pragma once

#include <optional>

#include "spec/rules/output_meta.h"

namespace modecheck::spec {

OutputMeta infer_conversion(const Geometry& self, std::optional<DType> dtype);

OutputMeta infer_clone(const Geometry& self, bool preserve);

// A new tensor with the strides and offset of `self`, in a storage of the same size, with the elements of the source
// (upstream #82009, #89461). If elements of `self` share memory, the result has the layout of a clone.
OutputMeta infer_copy(const CallTensors& tensors);

OutputMeta infer_flip(const Geometry& self, const IntList& dims);

// Negative padding crops. A channels-last input keeps its format in libtorch, which the model does not follow.
OutputMeta infer_pad(const Geometry& self, const IntList& pad, ScalarValue value);

// Pads the last `spatial` dimensions by reflection, or by replication of the last element.
OutputMeta infer_border(const Geometry& self, const IntList& padding, int spatial, bool reflects);

// The result is row-major, whatever the input's strides. More repeats than dimensions add dimensions in front.
OutputMeta infer_repeat(const Geometry& self, const IntList& repeats);

// A copy of the first input in which the second one replaces the part `place`; the second must have that part's sizes.
OutputMeta infer_scatter_into_view(const CallTensors& tensors, const ViewResult& place);

// Whether libtorch detects that a written batch overlaps itself depends on the strides: unspecified.
OutputMeta infer_triangle(const CallTensors& tensors);

// The functional form of fill_.
OutputMeta infer_filled_clone(const Geometry& self, ScalarValue value);

}  // namespace modecheck::spec
