// The history of a base after a recorded write to one of its views (W4).
#pragma once

#include "engine/autograd/graph/family_history.h"

namespace modecheck::engine {

// `node` recorded a write to `view`. `written` is the position of `view` among the tensors for which `node` was
// recorded, or their number if it is none of them. `family` is the history of the base and its views before the write.
// If the view is the base itself, the result behaves as `node`: a second backward is refused only if the write saved
// something.
NodePtr make_copy_slices(FamilyHistory family, const at::Tensor& view, bool view_is_base, NodePtr node,
                         std::size_t written);

}  // namespace modecheck::engine
