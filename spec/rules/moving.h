// Operators that put elements elsewhere and change none.
#pragma once

#include <optional>

#include "spec/rules/result_plan.h"

namespace modecheck::spec {

ResultPlan plan_conversion(const Geometry& self, std::optional<DType> dtype);

ResultPlan plan_clone(const Geometry& self, bool preserve);

// A tensor of its own, which lies as `self` does in a storage that is as large, and has the elements of the source
// (upstream #82009, #89461). Where elements of `self` share a place, it lies as a clone does.
ResultPlan plan_copy(const CallTensors& tensors);

ResultPlan plan_flip(const Geometry& self, const IntList& dims);

// Negative padding leaves out. What lies channels last stays so, which the model does not follow.
ResultPlan plan_pad(const Geometry& self, const IntList& pad, ScalarValue value);

// The last dimensions, so many as are `spatial`, continued beyond their ends: mirrored, or with the last element there
// is.
ResultPlan plan_border(const Geometry& self, const IntList& padding, int spatial, bool reflects);

// Row-major, whatever is repeated; more repetitions than dimensions make new ones in front.
ResultPlan plan_repeat(const Geometry& self, const IntList& repeats);

// A copy of the first input whose part `place` is the second one, which must have its sizes.
ResultPlan plan_scatter_into_view(const CallTensors& tensors, const ViewResult& place);

// Whether libtorch finds that a written batch lies over itself depends on how it lies: there the model has no answer.
ResultPlan plan_triangle(const CallTensors& tensors);

// The functional form of fill_.
ResultPlan plan_filled_clone(const Geometry& self, ScalarValue value);

}  // namespace modecheck::spec
