// Makes an alias of a tensor a tracked view (rule W1).
#pragma once

#include <memory>

#include "engine/autograd/graph/autograd_meta.h"
#include "engine/core/memory/thread_state.h"

namespace modecheck::engine {

// Makes `view` a tracked view of `self`. `own` is the creation meta that the view gets in grad mode. Does nothing for
// inference tensors (rule W6).
inline void track_view(const at::Tensor& self, const at::Tensor& view, CreationMeta own, bool changes_dtype = false) {
  if (self.is_inference()) return;
  const ModeState& state = thread_state;
  if (state.inference)
    own = CreationMeta::INFERENCE_MODE;
  else if (!state.grad)
    own = CreationMeta::NO_GRAD_MODE;
  const DifferentiableViewMeta* const above = get_view_autograd_meta(self);
  c10::TensorImpl& impl = *view.unsafeGetTensorImpl();
  const std::uint32_t version = impl.counter()->current();
  // A view of a view gets the root tensor as its base, so that a base is never itself a view.
  impl.set_autograd_meta(above == nullptr
                             ? new DifferentiableViewMeta(self, own, version, changes_dtype)
                             : new DifferentiableViewMeta(above->get_backward_info().base_,
                                                          propagate_creation_meta(above->get_creation_meta(), own),
                                                          version, changes_dtype || above->is_of_other_dtype()));
}

// Stores the geometry to which the tensor's history refers. Must be called before an operator changes the geometry
// without recording the change. Does nothing for a tracked view, whose history is regenerated (rule W5).
inline void keep_recorded_geometry(const at::Tensor& self) {
  AutogradMeta* const meta = get_autograd_meta(self);
  if (meta == nullptr || meta->is_view_ || !meta->grad_fn_) return;
  meta->adjusted_grad_fn_.reset();
  if (!meta->recorded_geometry_) meta->recorded_geometry_ = std::make_unique<Geometry>(self);
}

}  // namespace modecheck::engine
