// Judges that an operator computes from elements, wherever they lie: a call with views that are not contiguous gives
// the results of the same call with contiguous tensors, and writes nothing beside the elements of a view.
#pragma once

#include <vector>

#include "subjects/operators/judgement.h"
#include "subjects/operators/operator_call.h"

namespace modecheck::operators {

void check_layouts(const Operator& op, const DrawnCall& drawn, std::vector<Violation>& out);

}  // namespace modecheck::operators
