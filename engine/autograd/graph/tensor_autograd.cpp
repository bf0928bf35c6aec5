// Implements the member functions of at::Tensor that read or change its autograd state.
#include "engine/autograd/graph/accumulate_grad.h"
#include "engine/autograd/graph/history.h"
#include "engine/autograd/graph/node_hooks.h"
#include "engine/autograd/user/autograd.h"
#include "engine/core/errors/data_dependent_error.h"
#include "engine/core/errors/origin.h"
#include "engine/core/errors/warning.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/memory/thread_state.h"
#include "engine/core/types/differentiable_dtype.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/dispatch/kernel.h"
#include "engine/tracing/call_record.h"
#include "engine/tracing/same_fake_mode.h"
#include "engine/tracing/symbolic_tracer.h"
#include "spec/operators/catalogue.h"

namespace modecheck::engine {
namespace {

// The history of a tensor that gets other data has the old sizes. Whether they are the new ones becomes a guard.
void ask_whether_sizes_are_equal(SymbolicTracer& tracer, const at::Tensor& tensor, const at::Tensor& data) {
  CallRecord record(CallRecord::About{"set_data", "set_data", OperatorKind::Functional,
                                      operators::Family::PointwiseBinary, no_argument, 0});
  record.add(tensor);
  record.add(data);
  tracer.begin(record)->has_run();
}

}  // namespace
}  // namespace modecheck::engine

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements functions of libtorch's namespaces

// Returns whether the tensor requires grad. A tracked view does if its own flag is set, it has a grad_fn, or its base
// requires grad (rule W3).
bool Tensor::requires_grad_slowly() const {
  const AutogradMeta& meta = *impl_->autograd_meta();
  if (meta.requires_grad_) return true;
  // The base is checked first. If it requires grad, grad_fn is not read, which another thread may be regenerating after
  // a write to the base.
  if (meta.is_view_ && static_cast<const DifferentiableViewMeta&>(meta).get_backward_info().base_.requires_grad())
    return true;
  return static_cast<bool>(meta.grad_fn_);
}

const Tensor& Tensor::set_requires_grad(bool requires_grad) const {
  if (requires_grad) {
    // An inference tensor can be made to require grad only inside InferenceMode (rule M3).
    MODECHECK_CHECK(!is_inference() || thread_state.inference, ErrorClass::InferenceRequiresGradOutsideMode,
                    "requires_grad_: Setting requires_grad=True on inference tensor outside InferenceMode is not "
                    "allowed. Make a clone, or set it inside the mode.",
                    Origin{ErrorClass::InferenceRequiresGradOutsideMode, impl_.get()});
    MODECHECK_CHECK(c10::isDifferentiableType(scalar_type()), ErrorClass::RequiresGradOnNonFloating,
                    "requires_grad_: Only Tensors of floating point and complex dtype can require gradients, got ",
                    scalar_type());
  } else if (must_be_defined("set_requires_grad").autograd_meta() == nullptr) {
    return *this;
  }
  materialize_autograd_meta(*this).requires_grad_ = requires_grad;
  return *this;
}

const Tensor& Tensor::requires_grad_(bool requires_grad) const {
  MODECHECK_CHECK(requires_grad || is_leaf(), ErrorClass::RequiresGradOnNonLeaf,
                  "requires_grad_: you can only change requires_grad flags of leaf variables. If you want to use a "
                  "computed variable in a subgraph that doesn't require differentiation use detach().");
  return set_requires_grad(requires_grad);
}

bool Tensor::is_leaf() const {
  const AutogradMeta* const meta = must_be_defined("is_leaf").autograd_meta();
  return meta == nullptr || !meta->grad_fn_;
}

bool Tensor::is_view() const {
  static_cast<void>(must_be_defined("is_view"));
  return get_view_autograd_meta(*this) != nullptr;
}

const Tensor& Tensor::_base() const {
  static_cast<void>(must_be_defined("_base"));
  const DifferentiableViewMeta* const view = get_view_autograd_meta(*this);
  MODECHECK_CHECK(view != nullptr, ErrorClass::NotAView, "_base: Can't get base of non-view Tensor");
  return view->get_backward_info().base_;
}

std::int64_t Tensor::_version() const {
  if (!defined()) return 0;
  const auto& counter = impl_->counter();
  MODECHECK_CHECK(counter, ErrorClass::InferenceVersionRead,
                  "_version: Inference tensors do not track version counter. Make a clone outside InferenceMode.",
                  Origin{ErrorClass::InferenceVersionRead, impl_.get()});
  return counter->current();
}

const c10::intrusive_ptr<torch::autograd::Node>& Tensor::grad_fn() const {
  static_cast<void>(must_be_defined("grad_fn"));
  HistoryTransaction transaction;
  const NodePtr& out = fresh_grad_fn(*this, transaction);
  transaction.commit();
  return out;
}

std::int64_t Tensor::output_nr() const {
  const AutogradMeta* const meta = must_be_defined("output_nr").autograd_meta();
  return meta == nullptr ? 0 : meta->output_nr_;
}

const Tensor& Tensor::grad() const {
  static const Tensor none;
  const AutogradMeta* const meta = must_be_defined("grad").autograd_meta();
  if (meta == nullptr) return none;
  if (meta->grad_fn_ && !meta->retains_grad_ && !meta->grad_.defined()) [[unlikely]]
    c10::Warning::warn({"grad", __FILE__, __LINE__},
                       "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. It is not "
                       "populated by backward; call retain_grad() on the tensor before.",
                       false);
  return meta->grad_;
}

Tensor& Tensor::mutable_grad() const {
  static_cast<void>(must_be_defined("mutable_grad"));
  return materialize_autograd_meta(*this).grad_;
}

void Tensor::retain_grad() const {
  MODECHECK_CHECK(requires_grad(), ErrorClass::RetainGrad,
                  "retain_grad: can't retain_grad on Tensor that has requires_grad=False");
  // Only one thread at a time may retain a gradient. Otherwise two threads that run backward with one tensor among
  // their `inputs` could both retain that tensor's gradient.
  static std::mutex ordering;
  const std::lock_guard<std::mutex> lock(ordering);
  if (is_leaf() || retains_grad()) return;
  HistoryTransaction transaction;
  // This regenerates the history of a view whose base was written since.
  static_cast<void>(fresh_grad_fn(*this, transaction));
  retain_at(*this, retain_place(*this));
  get_autograd_meta(*this)->retains_grad_ = true;
  transaction.commit();
}

bool Tensor::retains_grad() const {
  const AutogradMeta* const meta = must_be_defined("retains_grad").autograd_meta();
  return meta != nullptr && meta->retains_grad_;
}

namespace {

// Held while the list of a tensor's hooks is read or changed, because several threads may register hooks on one tensor.
std::mutex registering;

}  // namespace

unsigned Tensor::add_hook(std::function<Tensor(const Tensor&)> hook) const {
  MODECHECK_CHECK(requires_grad(), ErrorClass::Argument,
                  "register_hook: cannot register a hook on a variable that doesn't require gradient");
  if (SymbolicTracer* const tracer = SymbolicTracer::of(*this); tracer != nullptr) [[unlikely]]
    hook = tracer->traced_hook(std::move(hook), *this);
  const std::lock_guard<std::mutex> lock(registering);
  HistoryTransaction transaction;
  RetainPlace place = hook_place(*this, transaction);
  // A view may count as a constant until its history is regenerated (rule S3). Such a view receives no gradient. If its
  // own requires_grad flag is set later, it is a leaf, and the hook sees the leaf's gradient.
  if (!place.node) place = {future_grad_accumulator(*this), 0, nullptr};
  AutogradMeta& meta = *get_autograd_meta(*this);
  if (!meta.hooks_) meta.hooks_ = c10::intrusive_ptr<HookList>::reclaim(new HookList);
  std::vector<HookList::Slot>& slots = meta.hooks_->slots;
  const auto position = static_cast<unsigned>(slots.size());
  const auto slot = std::make_shared<std::shared_ptr<const HookList::Function>>(
      std::make_shared<const HookList::Function>(std::move(hook)));
  // Reserve memory first, so that either the hooks and the slot are added or nothing is (rule E1).
  slots.reserve(slots.size() + 1);
  add_tensor_hooks(place, {0, position, slot, {}, nullptr});
  slots.push_back(slot);
  transaction.commit();
  return position;
}

void Tensor::remove_hook(unsigned position) const {
  std::shared_ptr<const HookList::Function> removed;
  const std::lock_guard<std::mutex> alone(registering);
  const AutogradMeta* const meta = must_be_defined("remove_hook").autograd_meta();
  MODECHECK_CHECK(meta != nullptr && meta->hooks_ && position < meta->hooks_->slots.size(), ErrorClass::Argument,
                  "remove_hook: Invalid index, no hook at position ", position,
                  "; give what register_hook returned for this tensor");
  // A removed hook keeps its slot, so that the positions of the other hooks do not change. The slot is emptied under
  // the lock, because another thread may be running backward through the hook's node. The function is destroyed after
  // the locks are released, because its destruction may run code of the program.
  const std::lock_guard<std::mutex> lock(tensor_hooks_mutex);
  removed.swap(*meta->hooks_->slots[position]);
}

Tensor Tensor::variable_data() const {
  static_cast<void>(must_be_defined("variable_data"));
  Tensor out = make_alias(*this, sizes(), strides(), storage_offset());
  if (!is_inference()) out.impl_->set_version_counter(c10::intrusive_ptr<VersionCounter>::reclaim(new VersionCounter));
  return out;
}

Tensor Tensor::tensor_data() const {
  static_cast<void>(must_be_defined("tensor_data"));
  return make_alias(*this, sizes(), strides(), storage_offset());
}

void Tensor::set_data(const Tensor& new_data) const {
  static_cast<void>(must_be_defined("set_data"));
  MODECHECK_CHECK(new_data.defined(), ErrorClass::UndefinedTensor, "set_data: the new data is an undefined tensor");
  // A normal tensor never becomes an inference tensor or the reverse, inside or outside InferenceMode (rule K3).
  MODECHECK_CHECK(is_inference() == new_data.is_inference(), ErrorClass::KindChange, "set_data: the data of ",
                  is_inference() ? "an inference" : "a normal", " tensor cannot be ",
                  new_data.is_inference() ? "an inference" : "a normal",
                  " tensor: no tensor changes its kind. Make a clone of the right kind first.",
                  Origin{ErrorClass::KindChange, (is_inference() ? *this : new_data).unsafeGetTensorImpl()});
  // The sizes, strides and storage of an inference tensor may change only inside InferenceMode (rule M2). A guard that
  // excludes ADInplaceOrView (rule G5) turns this check off, and no rule then holds for the result (rule H).
  MODECHECK_CHECK(
      !is_inference() || thread_state.inference || thread_state.excluded.has(c10::DispatchKey::ADInplaceOrView),
      ErrorClass::InferenceWriteOutsideMode,
      "set_data: Inplace update to inference tensor outside InferenceMode is not allowed. You can make a "
      "clone to get a normal tensor before doing inplace update.",
      Origin{ErrorClass::InferenceWriteOutsideMode, impl_.get()});
  MODECHECK_CHECK(!requires_grad() || c10::isDifferentiableType(new_data.scalar_type()),
                  ErrorClass::RequiresGradOnNonFloating,
                  "set_data: data set to a tensor that requires gradients must be floating point or complex dtype, "
                  "got ",
                  new_data.scalar_type());
  MODECHECK_CHECK(is_fake() == new_data.is_fake(), ErrorClass::DeviceMismatch, "set_data: the data of a ",
                  is_fake() ? "fake" : "real", " tensor cannot be a ", new_data.is_fake() ? "fake" : "real",
                  " tensor: convert both by from_tensor() of a FakeTensorMode, or none");
  check_same_fake_mode("set_data", *this, new_data);
  AutogradMeta* const meta = impl_->autograd_meta();
  if (is_same(new_data)) return;
  if (SymbolicTracer* const tracer = SymbolicTracer::of(*this); tracer != nullptr) [[unlikely]]
    ask_whether_sizes_are_equal(*tracer, *this, new_data);
  Node* const old = meta == nullptr ? nullptr : meta->grad_accumulator_.load();
  const bool hooked = old != nullptr && old->has_tensor_hooks();
  // Graphs that hold the leaf's old node keep it, because that node describes the old data. The leaf gets a new node,
  // and its hooks stay with the leaf.
  const bool other_type = new_data.scalar_type() != scalar_type() || new_data.device() != device();
  NodePtr fresh;
  if (other_type && hooked) {
    static_cast<void>(link_to(*this));  // a tensor unpacked from a saved leaf has that leaf's node but no link
    fresh = NodePtr::reclaim(new torch::autograd::AccumulateGrad(*this, new_data));
    const std::lock_guard<std::mutex> lock(tensor_hooks_mutex);
    fresh->tensor_hooks() = old->tensor_hooks();
  }
  // These lines replace everything except the version counter and the autograd state. Only the geometry, which is set
  // first, can fail (rule E1).
  impl_->set_geometry(new_data.sizes(), new_data.strides(), new_data.storage_offset());
  impl_->set_storage(new_data.unsafeGetTensorImpl()->storage());
  impl_->set_symbols(new_data.unsafeGetTensorImpl()->symbols());
  impl_->set_dtype(new_data.scalar_type());
  impl_->set_device(new_data.device());
  impl_->set_key_set(new_data.key_set());
  if (meta == nullptr) return;
  meta->recorded_geometry_.reset();
  meta->family_.reset();
  meta->adjusted_grad_fn_.reset();
  // The leaf's hooks receive the gradient of the new data, which needs no conversion to another geometry.
  if (hooked) {
    const std::lock_guard<std::mutex> lock(tensor_hooks_mutex);
    for (Node* const node : {old, fresh.get()})
      if (node != nullptr)
        for (TensorHook& hook : node->tensor_hooks()) {
          hook.reindex = nullptr;
          hook.rest = nullptr;
        }
  }
  if (other_type) meta->reset_grad_accumulator();
  if (fresh) meta->grad_accumulator_.store(fresh.release(), std::memory_order_release);
}

void Tensor::backward(const Tensor& gradient, c10::optional<bool> retain_graph, bool create_graph,
                      c10::optional<TensorList> inputs) const {
  torch::autograd::variable_list wanted;
  if (inputs.has_value()) {
    MODECHECK_CHECK(!inputs->empty(), ErrorClass::Argument, "backward: 'inputs' argument to backward cannot be empty");
    wanted = inputs->vec();
  }
  static_cast<void>(must_be_defined("backward"));
  torch::autograd::backward({*this}, {gradient}, retain_graph, create_graph, wanted);
}

std::int64_t Tensor::size(std::int64_t dim) const {
  MODECHECK_CHECK(dim >= -this->dim() && dim < this->dim(), ErrorClass::Dimension,
                  "size: Dimension out of range (expected to be in range of [", -this->dim(), ", ", this->dim() - 1,
                  "], but got ", dim, ")");
  return sizes()[static_cast<std::size_t>(dim < 0 ? dim + this->dim() : dim)];
}

std::int64_t Tensor::stride(std::int64_t dim) const {
  static_cast<void>(size(dim));
  return strides()[static_cast<std::size_t>(dim < 0 ? dim + this->dim() : dim)];
}

c10::Scalar Tensor::item() const {
  MODECHECK_CHECK(defined(), ErrorClass::UndefinedTensor, "item: the tensor is undefined and has no value");
  MODECHECK_CHECK(numel() == 1, ErrorClass::Argument, "item: a Tensor with ", numel(),
                  " elements cannot be converted to Scalar");
  if (is_fake())
    throw modecheck::engine::DataDependentError(
        "_local_scalar_dense: item() needs a value, and a fake tensor has none");
  MODECHECK_CHECK(data_ptr() != nullptr, ErrorClass::Argument, "item: a Meta tensor has no values");
  if (in_cuda_memory()) return modecheck::engine::on_host(*this).item();
  switch (scalar_type()) {
    case c10::kByte:
      return *data_ptr<std::uint8_t>();
    case c10::kChar:
      return *data_ptr<std::int8_t>();
    case c10::kShort:
      return *data_ptr<std::int16_t>();
    case c10::kInt:
      return *data_ptr<std::int32_t>();
    case c10::kLong:
      return *data_ptr<std::int64_t>();
    case c10::kBool:
      // The byte of a bool may be neither 0 nor 1, because it may have been written as another dtype.
      return *static_cast<const std::uint8_t*>(data_ptr()) != 0;
    default:
      return visit_differentiable_dtype(scalar_type(), [this]<typename T>(T*) { return c10::Scalar(*data_ptr<T>()); });
  }
}

}  // namespace modecheck_v1
}  // namespace at
