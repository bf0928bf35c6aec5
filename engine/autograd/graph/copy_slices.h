// Makes the node that is the history of a base after a recorded write to one of its views (rule W4).
#pragma once

#include "engine/autograd/graph/family_history.h"

namespace modecheck::engine {

// Makes the node for the new history of `base` after `node` recorded a write to `view`. The node receives gradients of
// the dtype and device of `base`, which set_data may have made others than those of `view`. `of_view` says where the
// view's elements are in `family`. `written` is the position of `view` among the tensors for which `node` was recorded,
// or their number if `view` is none of them. `family` is the history of the base and its views before the write. A
// backward that frees the graph makes every second backward through the result raise. If the view is the base itself,
// the second backward raises only if the write saved a tensor, as without CopySlices.
NodePtr make_copy_slices(FamilyHistory family, const at::Tensor& base, const at::Tensor& view, const Geometry& of_view,
                         NodePtr node, std::size_t written);

}  // namespace modecheck::engine
