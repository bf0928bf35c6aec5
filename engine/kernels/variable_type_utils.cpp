#include "engine/kernels/variable_type_utils.h"

#include "engine/kernels/track_view.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

using modecheck::engine::ErrorClass;

at::Tensor as_view(const at::Tensor& base, const at::Tensor& tensor, bool is_bw_differentiable,
                   bool /*is_fw_differentiable*/, std::function<at::Tensor(const at::Tensor&)> /*view_func*/,
                   CreationMeta creation_meta, bool /*allow_tensor_metadata_change*/) {
  MODECHECK_CHECK(tensor.is_alias_of(base) && tensor.scalar_type() == base.scalar_type(), ErrorClass::Argument,
                  "as_view: the result is no view of the argument: it has a storage or a dtype of its own");
  if (base.is_inference()) return tensor;
  MODECHECK_CHECK(!tensor.is_same(base), ErrorClass::Argument,
                  "as_view: View operation returned a tensor that is the same as the input base tensor. This is no "
                  "longer allowed; you must explicitly create a new tensor (e.g., using .detach()).");
  MODECHECK_CHECK(modecheck::engine::get_autograd_meta(tensor) == nullptr, ErrorClass::Argument,
                  "as_view: the view has a history already; run the backend kernel under "
                  "at::AutoDispatchBelowADInplaceOrView, so that what it calls records nothing");
  // The kernel made `tensor` below ADInplaceOrView, with a version counter of its own. Replace this counter by the
  // counter of the base (rule V1).
  tensor.unsafeGetTensorImpl()->set_version_counter(base.unsafeGetTensorImpl()->counter());
  if (is_bw_differentiable) modecheck::engine::track_view(base, tensor, creation_meta);
  return tensor;
}

void check_inplace(const at::Tensor& tensor, bool requires_grad) {
  if (requires_grad && modecheck::engine::thread_state.grad)
    modecheck::engine::check_inplace(tensor, "a custom operator");
}

void set_history(const at::Tensor& result, const c10::intrusive_ptr<Node>& node) {
  if (node && result.defined()) modecheck::engine::set_history(result, node);
}

void rebase_history(const at::Tensor& written, const c10::intrusive_ptr<Node>& node) {
  if (node && written.defined()) modecheck::engine::rebase_history(written, node);
}

Edge impl::gradient_edge(const at::Tensor& tensor) {
  modecheck::engine::HistoryTransaction transaction;
  Edge out = tensor.defined() ? modecheck::engine::gradient_edge(tensor, transaction) : Edge();
  transaction.commit();
  return out;
}

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
