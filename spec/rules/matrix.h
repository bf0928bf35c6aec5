// Products of vectors, matrices and batches of matrices.
#pragma once

#include "spec/rules/result_plan.h"

namespace modecheck::spec {

ResultPlan plan_matrix_product(const CallTensors& tensors, const Geometry& a, const Geometry& b);

ResultPlan plan_addmm(const CallTensors& tensors, ScalarValue beta, ScalarValue alpha);

// What libtorch makes of factors of two dtypes depends on whether it multiplies at all; of other ranks than the
// operator's nothing is left to ask.
ResultPlan plan_small_product(const Geometry& a, const Geometry& b, int rank_a, int rank_b,
                              ResultPlan (*plan_of)(const Geometry&, const Geometry&));

ResultPlan plan_small_product_into(const CallTensors& tensors, int rank_a, int rank_b,
                                   ResultPlan (*plan_of)(const Geometry&, const Geometry&));

ResultPlan plan_addmv(const CallTensors& tensors, ScalarValue beta, ScalarValue alpha);

ResultPlan plan_baddbmm(const CallTensors& tensors, ScalarValue beta, ScalarValue alpha, bool sums);

ResultPlan plan_dot(const Geometry& self, const Geometry& other);

ResultPlan plan_mv(const Geometry& self, const Geometry& vector);

ResultPlan plan_mm(const Geometry& self, const Geometry& other);

ResultPlan plan_bmm(const Geometry& self, const Geometry& other);

}  // namespace modecheck::spec
