// Defines the hand-written kernels of detach_, resize_ and set_, which replace the generic kernels.
#include "spec/operators/metadata.h"

#include <array>
#include <memory>
#include <utility>

#include "engine/autograd/graph/accumulate_grad.h"
#include "engine/core/errors/origin.h"
#include "engine/core/tensor/geometry_before.h"
#include "engine/kernels/register.h"

namespace modecheck::engine {

// The specialised kernels must be declared before anything refers to a dispatch table that contains them.
template <>
void AutogradKernel<operators::detach_>::call(c10::DispatchKeySet keys, const at::Tensor& self);
template <>
void ADInplaceOrViewKernel<operators::detach_>::call(c10::DispatchKeySet keys, const at::Tensor& self);
template <>
void AutogradKernel<operators::resize_>::call(c10::DispatchKeySet keys, const at::Tensor& self, c10::IntArrayRef size,
                                              c10::optional<c10::MemoryFormat> memory_format);
template <>
void AutogradKernel<operators::set__source_Tensor>::call(c10::DispatchKeySet keys, const at::Tensor& self,
                                                         const at::Tensor& source);
template <>
void BackendKernel<operators::set__source_Tensor>::call(c10::DispatchKeySet keys, const at::Tensor& self,
                                                        const at::Tensor& source);

// The dispatch tables of these operators are defined at the end of this file. They are declared here, because the
// kernels in between use them.
template <>
const Table<operators::detach_>::Pointer Table<operators::detach_>::kernels[3];
template <>
const Table<operators::resize_>::Pointer Table<operators::resize_>::kernels[3];
template <>
const Table<operators::set__source_Tensor>::Pointer Table<operators::set__source_Tensor>::kernels[3];

// Removes the tensor's history (rule M6). This writes no element, so an inference tensor is accepted and the version is
// not bumped.
template <>
void AutogradKernel<operators::detach_>::call(c10::DispatchKeySet keys, const at::Tensor& self) {
  note_route<operators::detach_>(c10::DispatchKey::Autograd);
  MODECHECK_CHECK(!self.is_view(), ErrorClass::DetachView,
                  "detach_: Can't detach views in-place. Use detach() instead, which makes an alias without history.");
  redispatch<operators::detach_, Level::Autograd>(keys, self);
  AutogradMeta* const meta = get_autograd_meta(self);
  if (meta == nullptr) return;
  take_hooks_along(self);
  meta->requires_grad_ = false;
  meta->grad_fn_.reset();
  meta->output_nr_ = 0;
  meta->recorded_geometry_.reset();
  meta->family_.reset();
  meta->adjusted_grad_fn_.reset();
}

template <>
void ADInplaceOrViewKernel<operators::detach_>::call(c10::DispatchKeySet keys, const at::Tensor& self) {
  note_route<operators::detach_>(c10::DispatchKey::ADInplaceOrView);
  redispatch<operators::detach_, Level::ADInplaceOrView>(keys, self);
}

// Rejects a tensor that requires grad in every grad mode (rule M6).
template <>
void AutogradKernel<operators::resize_>::call(c10::DispatchKeySet keys, const at::Tensor& self, c10::IntArrayRef size,
                                              c10::optional<c10::MemoryFormat> memory_format) {
  note_route<operators::resize_>(c10::DispatchKey::Autograd);
  MODECHECK_CHECK(!self.requires_grad(), ErrorClass::ResizeRequiresGrad,
                  "resize_: cannot resize variables that require grad; resize a detached clone");
  redispatch<operators::resize_, Level::Autograd>(keys, self, size, memory_format);
}

namespace {

// Remembers storage, version and geometry of a tensor, and restores them unless forget() was called. This is needed
// because memory may run out while the new history is recorded (rule E1).
class PlaceBefore {
 public:
  explicit PlaceBefore(const at::Tensor& self)
      : self_(self.unsafeGetTensorImpl()), storage_(self_->storage()), version_(version_of(self)), geometry_(self) {}
  ~PlaceBefore() {
    if (self_ != nullptr) [[unlikely]]
      put_back();
  }
  PlaceBefore(const PlaceBefore&) = delete;
  PlaceBefore& operator=(const PlaceBefore&) = delete;

  // Removes the tensor from the family of its former aliases, because set_ has given it other elements.
  void leave_family() noexcept {
    AutogradMeta& meta = *self_->autograd_meta();
    family_ = std::move(meta.family_);
    recorded_ = std::move(meta.recorded_geometry_);
  }
  void forget() noexcept {
    self_ = nullptr;
    geometry_.forget();
  }

 private:
  // Restores everything but the geometry. The destructor of geometry_ restores that afterwards.
  [[gnu::cold, gnu::noinline]] void put_back() noexcept {
    self_->set_storage(std::move(storage_));
    if (self_->counter()) self_->counter()->take_back_to(version_);
    AutogradMeta& meta = *self_->autograd_meta();
    if (family_) meta.family_ = std::move(family_);
    if (recorded_) meta.recorded_geometry_ = std::move(recorded_);
  }

  c10::TensorImpl* self_;
  c10::intrusive_ptr<c10::StorageImpl> storage_;
  std::uint32_t version_;
  std::unique_ptr<FamilyHistory> family_;
  std::unique_ptr<Geometry> recorded_;
  GeometryBefore geometry_;
};

}  // namespace

// set_ is an in-place operator without derivative, so its node raises when a gradient reaches it.
template <>
void AutogradKernel<operators::set__source_Tensor>::call(c10::DispatchKeySet keys, const at::Tensor& self,
                                                         const at::Tensor& source) {
  using Op = operators::set__source_Tensor;
  note_route<Op>(c10::DispatchKey::Autograd);
  const bool recorded = thread_state.grad && any_requires_grad<Op>(self, source);
  if (!recorded || !c10::isDifferentiableType(self.scalar_type()))
    return redispatch<Op, Level::Autograd>(keys, self, source);
  check_inplace(self, schema_of<Op>.qualified_name);
  HistoryTransaction transaction;
  const std::array<at::Tensor, 2> inputs{self, source};
  const NodePtr node = not_implemented(schema_of<Op>.qualified_name, inputs, transaction);
  materialize_autograd_meta(self);
  PlaceBefore before(self);
  redispatch<Op, Level::Autograd>(keys, self, source);
  if (!self.is_same(source)) before.leave_family();
  rebase_history(self, node);
  before.forget();
  transaction.commit();
}

// A normal and an inference tensor never share a storage (rule K3). Every dispatch ends in this kernel, so no guard can
// skip the check.
template <>
void BackendKernel<operators::set__source_Tensor>::call(c10::DispatchKeySet keys, const at::Tensor& self,
                                                        const at::Tensor& source) {
  note_backend(keys, self, source);
  MODECHECK_CHECK(self.is_inference() == source.is_inference(), ErrorClass::KindChange,
                  "set_.source_Tensor: ", self.is_inference() ? "an inference" : "a normal",
                  " tensor cannot share the storage of ", source.is_inference() ? "an inference" : "a normal",
                  " tensor: a storage has one kind for life. Make a clone of the right kind first.",
                  Origin{ErrorClass::KindChange, (self.is_inference() ? self : source).unsafeGetTensorImpl()});
  // With symbolic sizes, whether the new sizes are those of the history becomes a guard.
  if (SymbolicTracer* const tracer = SymbolicTracer::of(self); tracer != nullptr) [[unlikely]] {
    CallRecord record(CallRecord::About{"set_", "set_data", OperatorKind::Functional,
                                        operators::Family::PointwiseBinary, no_argument, 0});
    record.add(self);
    record.add(source);
    tracer->begin(record)->has_run();
  }
  Kernel<operators::set__source_Tensor>::call(self, source);
  self.unsafeGetTensorImpl()->set_symbols(source.unsafeGetTensorImpl()->symbols());
}

MODECHECK_REGISTER_NOT_DIFFERENTIABLE(detach_, resize_, set__source_Tensor)

}  // namespace modecheck::engine
