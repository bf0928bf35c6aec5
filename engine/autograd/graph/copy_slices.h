// The history of a base after a recorded write to one of its views (W4).
#pragma once

#include "engine/autograd/graph/family_history.h"

namespace modecheck::engine {

// `node` recorded the write to `view`, the `written`-th of the tensors that it was recorded for (their number, if it is
// none of them); `family` is the history of the base and its views until then. Ends as that of `node` alone if the view
// is the base itself: then a second backward is refused only if the write saved something.
NodePtr make_copy_slices(FamilyHistory family, const at::Tensor& view, bool view_is_base, NodePtr node,
                         std::size_t written);

}  // namespace modecheck::engine
