// Discrete Fourier transforms.
#pragma once

#include "spec/rules/result_plan.h"

namespace modecheck::spec {

// Of real numbers, along the dimensions. One-sided, the last dimension of the list keeps the half that says all. A
// dimension that is not one of the tensor's from the front has no answer: libtorch takes it for one, and reads and
// writes beyond its lists. What the transform of no element is has none either.
ResultPlan plan_real_transform(const Geometry& self, const IntList& dims, std::int64_t normalization, bool onesided);

// Back to real numbers, `last_size` of them along the last dimension of the list. There have to be as many elements as
// the one-sided transform gives: of others there is no answer, for libtorch reads beyond them or has no gradient.
ResultPlan plan_real_inverse(const Geometry& self, const IntList& dims, std::int64_t normalization,
                             std::int64_t last_size);

// From complex numbers to complex numbers.
ResultPlan plan_transform(const Geometry& self, const IntList& dims, std::int64_t normalization);

}  // namespace modecheck::spec
