#include "engine/fake/fake_tensor_converter.h"

#include <optional>
#include <string>

#include "engine/autograd/graph/autograd_meta.h"
#include "engine/autograd/graph/history.h"
#include "engine/core/errors/error.h"
#include "engine/core/types/dispatch_key_set.h"
#include "engine/fake/symbolic/stateful_symbolic_context.h"
#include "engine/fake/symbolic/stateless_symbolic_context.h"

namespace modecheck::engine::fake {
namespace {

using torch::autograd::AutogradMeta;
using torch::autograd::DifferentiableViewMeta;
using torch::autograd::Node;
using torch::autograd::variable_list;
using torch::autograd::impl::get_autograd_meta;
using torch::autograd::impl::get_view_autograd_meta;
using torch::autograd::impl::materialize_autograd_meta;

std::vector<std::int64_t> numbers(const std::vector<Expression>& expressions) {
  std::vector<std::int64_t> out;
  for (const Expression& one : expressions) out.push_back(one.constant().value());
  return out;
}

// Returns how many bytes of its storage a tensor reaches.
std::int64_t reached_bytes(const at::Tensor& tensor) {
  std::int64_t end = tensor.storage_offset() + 1;
  for (std::int64_t d = 0; d < tensor.dim(); ++d) end += (tensor.size(d) - 1) * tensor.stride(d);
  return end * static_cast<std::int64_t>(tensor.element_size());
}

// Returns whether the tensor's last element is at the end of its storage.
bool fills_its_storage(const at::Tensor& tensor) {
  return tensor.numel() > 0 && reached_bytes(tensor) == static_cast<std::int64_t>(tensor.storage().nbytes());
}

// Gives a fake tensor another geometry, which consists of numbers. The storage gets the tensor's size if `fits`, else
// it grows as needed.
void give_other_shape(const at::Tensor& fake, const SymbolicGeometry& geometry, bool fits) {
  fake.unsafeGetTensorImpl()->set_geometry(numbers(geometry.sizes), numbers(geometry.strides),
                                           geometry.storage_offset.constant().value());
  if (fake.numel() == 0) return;
  const auto bytes = static_cast<std::size_t>(reached_bytes(fake));
  c10::StorageImpl& storage = *fake.unsafeGetTensorImpl()->storage();
  if (bytes > storage.nbytes())
    storage.grow(bytes);
  else if (fits)
    storage.take_growth_back(bytes);
}

// Stands for the history that a real tensor had when its fake tensor was made. The graph before it is not part of the
// trace, so no gradient goes on from here.
struct BeforeTheTraceBackward final : Node {
  std::string name() const override { return "BeforeTheTraceBackward"; }
  variable_list apply(variable_list&& /*gradients*/) override { return {}; }
};

// Returns the policy of a tensor with this context, which names the tensor if it can.
FakeTensorConverter::Policy named(std::shared_ptr<SymbolicContext> context, std::string otherwise) {
  const auto* const stateful = dynamic_cast<const StatefulSymbolicContext*>(context.get());
  return {std::move(context), stateful != nullptr ? stateful->tensor_source : std::move(otherwise)};
}

FakeTensorConverter::Policy policy_of_base(const FakeTensorConverter::Policy& policy) {
  const std::string source = policy.source + "._base";
  if (!policy.context) return {nullptr, source, policy.is_default};
  if (policy.is_default) return {std::make_shared<StatelessSymbolicContext>(), source, true};
  return named(policy.context->view_base_context, source);
}

FakeTensorConverter::Policy policy_of_gradient(const at::Tensor& gradient, const at::Tensor& real,
                                               const FakeTensorConverter::Policy& policy) {
  const std::string source = policy.source + ".grad";
  if (policy.context && !policy.is_default && policy.context->gradient_context)
    return named(policy.context->gradient_context, source);
  return {gradient.dim() == real.dim() ? policy.context : nullptr, source, true};
}

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
  const bool is_first = !storages_.contains(real.unsafeGetTensorImpl()->storage().get());
  at::Tensor out(c10::intrusive_ptr<c10::TensorImpl>::reclaim(new c10::TensorImpl(
      storage_of(real), fake_keys(real), real.scalar_type(), real.device().as_fake(), counter_of(real))));
  out.unsafeGetTensorImpl()->set_geometry(real.sizes(), real.strides(), real.storage_offset());
  if (shapes_) give_other_shape(out, shapes_(real), is_first && fills_its_storage(real));
  return out;
}

void FakeTensorConverter::add_symbols(const at::Tensor& fake, const Policy& policy,
                                      const std::vector<Expression>& known_sizes) {
  if (symbols_ == nullptr) return;
  if (!policy.context) return bind_numbers(*symbols_->env(), policy.source, numbers_of(fake));
  SymbolicGeometry geometry =
      create_symbolic_sizes_strides_storage_offset(*symbols_->env(), fake.sizes().vec(), fake.strides().vec(),
                                                   fake.storage_offset(), policy.source, *policy.context, known_sizes);
  // A view lies within its base, for all sizes.
  if (fake.is_view()) {
    const SymbolicGeometry base = symbols_->geometry_of(fake._base());
    static_cast<void>(symbols_->env()->decide(Fact::at_most(end_of(geometry), end_of(base)), "from_tensor"));
  }
  // The storage has the size of its first tensor if that fills it, and holds all its tensors (give_other_shape).
  if (fake.numel() > 0) {
    const Expression bytes = end_of(geometry) * static_cast<std::int64_t>(fake.element_size());
    const std::optional<Expression> before = symbols_->bytes_of(fake);
    const Expression at_least = before.value_or(static_cast<std::int64_t>(fake.storage().nbytes()));
    symbols_->note_bytes(fake, !before && fills_its_storage(fake) ? bytes : symbols_->env()->maximum(at_least, bytes));
  }
  symbols_->set_geometry(fake, std::move(geometry));
}

// The gradient of a tensor has its sizes, for all sizes.
void FakeTensorConverter::bind_gradient(const at::Tensor& fake) {
  const at::Tensor& gradient = get_autograd_meta(fake)->grad_;
  if (symbols_ == nullptr || !gradient.defined() || !gradient.is_fake()) return;
  const SymbolicGeometry a = symbols_->geometry_of(fake);
  const SymbolicGeometry b = symbols_->geometry_of(gradient);
  for (std::size_t i = 0; i < a.sizes.size() && a.sizes.size() == b.sizes.size(); ++i)
    static_cast<void>(symbols_->env()->decide(Fact::equal(a.sizes[i], b.sizes[i]), "from_tensor"));
}

void FakeTensorConverter::add_history(const at::Tensor& real, const at::Tensor& fake, const Policy& policy) {
  const AutogradMeta& meta = *get_autograd_meta(real);
  if (const DifferentiableViewMeta* const view = get_view_autograd_meta(real); view != nullptr) {
    fake.unsafeGetTensorImpl()->set_autograd_meta(
        new DifferentiableViewMeta(convert_checked(view->get_backward_info().base_, policy_of_base(policy), {}),
                                   view->get_creation_meta(), view->get_attr_version(), view->is_of_other_dtype()));
  }
  AutogradMeta& own = materialize_autograd_meta(fake);
  own.requires_grad_ = meta.requires_grad_;
  if (!meta.grad_fn_) return;
  set_history(fake, c10::intrusive_ptr<Node>::reclaim(new BeforeTheTraceBackward));
  if (meta.retains_grad_) fake.retain_grad();
  // The real view may be stale. Its history is then regenerated, or rejected, when it is next used (rule W5).
  if (const DifferentiableViewMeta* const view = get_view_autograd_meta(real); view != nullptr)
    get_view_autograd_meta(fake)->set_attr_version(view->get_attr_version());
}

void FakeTensorConverter::add_gradient(const at::Tensor& real, const at::Tensor& fake, const Policy& policy) {
  const at::Tensor& gradient = get_autograd_meta(real)->grad_;
  if (!gradient.defined()) return;
  std::vector<Expression> sizes;
  if (symbols_ != nullptr && gradient.dim() == real.dim()) sizes = symbols_->geometry_of(fake).sizes;
  get_autograd_meta(fake)->grad_ = convert_checked(gradient, policy_of_gradient(gradient, real, policy), sizes);
  bind_gradient(fake);
}

// A tensor that is known keeps its symbols. A context that the caller names must not be passed over silently.
void FakeTensorConverter::check_known(const Policy& policy, const Policy& known) {
  MODECHECK_CHECK(policy.is_default || !policy.context || policy.context == known.context, ErrorClass::Argument,
                  "from_tensor: ", policy.source, " was converted before, as ", known.source, ", ",
                  known.context ? "with another symbolic context" : "without a symbolic context",
                  ". Give a tensor one context, also where it is the base of a view (view_base_context) or a gradient "
                  "(gradient_context)");
}

// Checks all that can be wrong with a tensor, its base and its gradient.
void FakeTensorConverter::check(const at::Tensor& real, const Policy& policy, Plan& plan) const {
  if (!real.defined()) return;
  const c10::TensorImpl* const identity = real.unsafeGetTensorImpl();
  if (real.is_fake()) {
    const std::uint32_t mode = identity->storage()->fake_mode();
    MODECHECK_CHECK(mode == 0 || mode == mode_, ErrorClass::Argument,
                    "from_tensor: Mixing fake modes is not allowed: the tensor is a fake tensor of another "
                    "FakeTensorMode; convert the real tensor");
    return;
  }
  if (const auto known = done_.policies.find(identity); known != done_.policies.end())
    return check_known(policy, known->second);
  if (const auto [place, is_new] = plan.policies.emplace(identity, policy); !is_new)
    return check_known(policy, place->second);
  if (symbols_ != nullptr) {
    const bool is_free = !has_source(policy.source) && plan.sources.emplace(policy.source, identity).second;
    MODECHECK_CHECK(is_free, ErrorClass::Argument, "from_tensor: the source ", policy.source,
                    " names another tensor already. Give each tensor a name of its own");
    if (policy.context)
      check_symbolic_context(*symbols_->env(), real.sizes().vec(), real.strides().vec(), real.storage_offset(),
                             policy.source, *policy.context);
  }
  const AutogradMeta* const meta = get_autograd_meta(real);
  if (meta == nullptr) return;
  if (const DifferentiableViewMeta* const view = get_view_autograd_meta(real); view != nullptr)
    check(view->get_backward_info().base_, policy_of_base(policy), plan);
  if (meta->grad_.defined()) check(meta->grad_, policy_of_gradient(meta->grad_, real, policy), plan);
}

at::Tensor FakeTensorConverter::convert(const at::Tensor& real, const Policy& policy) {
  Plan plan;
  check(real, policy, plan);
  return convert_checked(real, policy, {});
}

at::Tensor FakeTensorConverter::convert_checked(const at::Tensor& real, const Policy& policy,
                                                const std::vector<Expression>& known_sizes) {
  if (!real.defined()) return {};
  if (real.is_fake()) {
    c10::StorageImpl& storage = *real.unsafeGetTensorImpl()->storage();
    if (storage.fake_mode() == 0) storage.set_fake_mode(mode_);  // made outside of the operators of any mode
    return real;
  }
  const c10::TensorImpl* const identity = real.unsafeGetTensorImpl();
  if (const auto found = fakes_.find(identity); found != fakes_.end()) return found->second;
  at::Tensor fake = without_history(real);
  // A gradient may be a view of its own tensor, so the tensor must be known before its gradient is converted.
  const auto known = fakes_.emplace(identity, fake).first;
  try {
    if (get_autograd_meta(real) != nullptr) add_history(real, fake, policy);
    add_symbols(fake, policy, known_sizes);
    if (get_autograd_meta(real) != nullptr) add_gradient(real, fake, policy);
    done_.policies.emplace(identity, policy);
    if (symbols_ != nullptr) done_.sources.emplace(policy.source, identity);
    reals_.push_back(real);
  } catch (...) {
    fakes_.erase(known);
    throw;
  }
  return fake;
}

}  // namespace modecheck::engine::fake
