#include "engine/fake/fake_tensor_converter.h"

#include <string>

#include "engine/autograd/graph/autograd_meta.h"
#include "engine/autograd/graph/history.h"
#include "engine/core/errors/error.h"
#include "engine/core/types/dispatch_key_set.h"

namespace modecheck::engine::fake {
namespace {

using torch::autograd::AutogradMeta;
using torch::autograd::DifferentiableViewMeta;
using torch::autograd::Node;
using torch::autograd::variable_list;
using torch::autograd::impl::get_autograd_meta;
using torch::autograd::impl::get_view_autograd_meta;
using torch::autograd::impl::materialize_autograd_meta;

// Stands for the history that a real tensor had when its fake tensor was made. The graph before it is not part of the
// trace, so no gradient goes on from here.
struct BeforeTheTraceBackward final : Node {
  std::string name() const override { return "BeforeTheTraceBackward"; }
  variable_list apply(variable_list&& /*gradients*/) override { return {}; }
};

// Returns the keys of a real tensor with Meta in place of its backend.
c10::DispatchKeySet fake_keys(const at::Tensor& real) {
  return c10::DispatchKeySet(c10::DispatchKey::Meta) |
         (real.is_inference() ? c10::DispatchKeySet() : c10::normal_tensor_keyset);
}

}  // namespace

c10::intrusive_ptr<c10::StorageImpl> FakeTensorConverter::storage_of(const at::Tensor& real) {
  const c10::intrusive_ptr<c10::StorageImpl>& storage = real.unsafeGetTensorImpl()->storage();
  if (const auto found = storages_.find(storage.get()); found != storages_.end()) return found->second.fake;
  auto out = c10::StorageImpl::create(storage->nbytes(), storage->device().as_fake());
  out->set_inference(storage->is_inference());
  out->set_fake_mode(mode_);
  storages_.emplace(storage.get(), Pair<c10::StorageImpl>{storage, out});
  return out;
}

c10::intrusive_ptr<VersionCounter> FakeTensorConverter::counter_of(const at::Tensor& real) {
  const c10::intrusive_ptr<VersionCounter>& counter = real.unsafeGetTensorImpl()->counter();
  if (!counter) return nullptr;
  if (const auto found = counters_.find(counter.get()); found != counters_.end()) return found->second.fake;
  auto out = VersionCounter::starting_at(counter->current());
  counters_.emplace(counter.get(), Pair<VersionCounter>{counter, out});
  return out;
}

at::Tensor FakeTensorConverter::without_history(const at::Tensor& real) {
  at::Tensor out(c10::intrusive_ptr<c10::TensorImpl>::reclaim(new c10::TensorImpl(
      storage_of(real), fake_keys(real), real.scalar_type(), real.device().as_fake(), counter_of(real))));
  out.unsafeGetTensorImpl()->set_geometry(real.sizes(), real.strides(), real.storage_offset());
  return out;
}

void FakeTensorConverter::add_history(const at::Tensor& real, const at::Tensor& fake) {
  const AutogradMeta& meta = *get_autograd_meta(real);
  if (const DifferentiableViewMeta* const view = get_view_autograd_meta(real); view != nullptr) {
    fake.unsafeGetTensorImpl()->set_autograd_meta(
        new DifferentiableViewMeta(convert(view->get_backward_info().base_), view->get_creation_meta(),
                                   view->get_attr_version(), view->is_of_other_dtype()));
  }
  AutogradMeta& own = materialize_autograd_meta(fake);
  own.requires_grad_ = meta.requires_grad_;
  own.grad_ = convert(meta.grad_);
  if (!meta.grad_fn_) return;
  set_history(fake, c10::intrusive_ptr<Node>::reclaim(new BeforeTheTraceBackward));
  if (meta.retains_grad_) fake.retain_grad();
  // The real view may be stale. Its history is then regenerated, or rejected, when it is next used (rule W5).
  if (const DifferentiableViewMeta* const view = get_view_autograd_meta(real); view != nullptr)
    get_view_autograd_meta(fake)->set_attr_version(view->get_attr_version());
}

at::Tensor FakeTensorConverter::convert(const at::Tensor& real) {
  if (!real.defined()) return {};
  if (real.is_fake()) {
    c10::StorageImpl& storage = *real.unsafeGetTensorImpl()->storage();
    if (storage.fake_mode() == 0) storage.set_fake_mode(mode_);  // made outside of the operators of any mode
    MODECHECK_CHECK(storage.fake_mode() == mode_, ErrorClass::Argument,
                    "from_tensor: Mixing fake modes is not allowed: the tensor is a fake tensor of another "
                    "FakeTensorMode; convert the real tensor");
    return real;
  }
  const c10::TensorImpl* const identity = real.unsafeGetTensorImpl();
  if (const auto found = fakes_.find(identity); found != fakes_.end()) return found->second;
  at::Tensor fake = without_history(real);
  // A gradient may be a view of its own tensor, so the tensor must be known before its gradient is converted.
  const auto known = fakes_.emplace(identity, fake).first;
  try {
    if (get_autograd_meta(real) != nullptr) add_history(real, fake);
    reals_.push_back(real);
  } catch (...) {
    fakes_.erase(known);
    throw;
  }
  return fake;
}

}  // namespace modecheck::engine::fake
