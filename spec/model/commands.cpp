// Everything that is not an operator: guards, reads, flags, handles.
#include <algorithm>

#include "spec/model/state.h"
#include "spec/program/operator_id.h"
#include "spec/program/program.h"
#include "spec/rules/moving.h"

namespace modecheck::spec {

void ModelState::run_command(const Record& record) {
  const Arguments arguments(record);
  const Operation& row = operation(record.operation);
  switch (row.extra) {
    case Extra::Leaf:
      run_leaf(record);
      return;
    case Extra::Assign:
      set_register(record.destination, tensor_in(arguments.reg(0)));
      return;
    case Extra::Move:
      move(record);
      return;
    case Extra::SaveLoad:
      save_and_load(record);
      return;
    case Extra::RequiresGrad_:
      set_requires_grad(tensor_in(arguments.reg(0)), arguments.boolean(1));
      return;
    case Extra::SetData:
      set_data(tensor_in(arguments.reg(0)), tensor_in(arguments.reg(1)));
      return;
    case Extra::Data:
      set_register(record.destination, data_of(tensor_in(arguments.reg(0))));
      return;
    case Extra::RetainGrad:
      retain_grad(tensor_in(arguments.reg(0)));
      return;
    case Extra::Hook:
      add_hook(record);
      return;
    case Extra::GradOf: {
      const TensorId gradient = tensors_[tensor_in(arguments.reg(0))].grad;
      if (gradient != 0) set_register(record.destination, gradient);
      return;
    }
    case Extra::ClearGrad:
      tensors_[tensor_in(arguments.reg(0))].grad = 0;
      return;
    case Extra::Version:
      if (tensors_[tensor_in(arguments.reg(0))].inference) {
        cite(Rule::V2);
        reject(ErrorClass::InferenceVersion);
      }
      return;
    case Extra::GradFn:
      check_and_refresh(tensor_in(arguments.reg(0)));
      return;
    case Extra::Backward:
      run_backward(record);
      return;
    case Extra::GradTwice:
      run_grad_twice(record);
      return;
    case Extra::Grad:
      run_grad(record);
      return;
    case Extra::CustomSquare:
    case Extra::CustomIdentity:
    case Extra::CustomView:
    case Extra::CustomDirty:
    case Extra::CustomOperator:
    case Extra::CustomWrite:
      run_custom(record);
      return;
    case Extra::OperatorCheck:
      cite(Rule::F3);
      if (arguments.integer(0) != 1 && arguments.integer(0) != 2) return;  // it neither writes nor returns a view
      if (!arguments.boolean(1)) reject(ErrorClass::NoADInplaceOrViewKernel);
      if (arguments.boolean(1) && !arguments.boolean(2)) reject(ErrorClass::NoAutogradKernel);
      return;
    case Extra::CaptureState:
      cite(Rule::G6);
      captured_ = *mode_;
      return;
    case Extra::Leave:
    case Extra::LeaveByException:
      leave(row.extra == Extra::Leave ? 1 : static_cast<int>(arguments.integer(0)));
      return;
    case Extra::DestroyOuter:
      destroy_outer();
      return;
    default:
      enter(record);
  }
}

// ---- guards -------------------------------------------------------------------------------------------------

void ModelState::enter(const Record& record) {
  const Arguments arguments(record);
  const Extra guard = operation(record.operation).extra;
  if (guard == Extra::EnterCapturedState && !captured_) {
    leave_unspecified(Unspecified::NoCapturedState);
    return;
  }
  ThreadStates& thread = threads_[record.thread];
  thread.guards[at(thread.open)] = {thread.mode, guard, false};
  ++thread.open;
  cite(Rule::G1);
  switch (guard) {
    case Extra::EnterInferenceMode:
      cite(Rule::G2);
      cite(Rule::G7);
      mode_->enter_inference(arguments.boolean(0));
      return;
    case Extra::EnterNoGrad:
      cite(Rule::G4);
      mode_->enter_grad_mode(false);
      return;
    case Extra::EnterAutoGradMode:
      cite(Rule::G4);
      mode_->enter_grad_mode(arguments.boolean(0));
      return;
    case Extra::EnterBelowAutograd:
      cite(Rule::G5);
      mode_->enter_below_autograd();
      return;
    case Extra::EnterBelowADInplaceOrView:
    case Extra::EnterNonVariableTypeMode:
      cite(Rule::G5);
      mode_->enter_below_adinplaceorview();
      return;
    case Extra::EnterCapturedState:
      cite(Rule::G6);
      *mode_ = *captured_;
      return;
    default:
      return;
  }
}

// What the guard saved comes back; one that is gone has done so already.
static void restore(ModeState& mode, const OpenGuard& guard) {
  if (guard.gone) return;
  switch (guard.guard) {
    case Extra::EnterNoGrad:
    case Extra::EnterAutoGradMode:
      return mode.restore_grad_mode(guard.before);
    case Extra::EnterBelowAutograd:
      return mode.restore_below_autograd(guard.before);
    case Extra::EnterBelowADInplaceOrView:
    case Extra::EnterNonVariableTypeMode:
      return mode.restore_below_adinplaceorview(guard.before);
    default:
      return mode.restore_all(guard.before);
  }
}

void ModelState::leave(int count) {
  ThreadStates& thread = threads_[static_cast<std::size_t>(mode_thread_)];
  if (thread.open == 0) {
    leave_unspecified(Unspecified::NoOpenGuard);
    return;
  }
  cite(Rule::G3);
  for (; count > 0 && thread.open > 0; --count) {
    --thread.open;
    restore(thread.mode, thread.guards[at(thread.open)]);
  }
}

void ModelState::destroy_outer() {
  ThreadStates& thread = threads_[static_cast<std::size_t>(mode_thread_)];
  if (thread.open < 2 || thread.guards[at(thread.open - 2)].gone) {
    leave_unspecified(Unspecified::NoOpenGuard);
    return;
  }
  cite(Rule::G8);
  OpenGuard& outer = thread.guards[at(thread.open - 2)];
  restore(thread.mode, outer);
  outer.gone = true;
}

// ---- leaves and flags ---------------------------------------------------------------------------------------

void ModelState::set_register(int reg, TensorId id) {
  if (reg >= kRegisters) {
    parts_[at(reg - kRegisters)] = id;
    return;
  }
  cite(Rule::V5);
  registers_[at(reg)] = {id, version(tensors_[id])};
}

TensorId ModelState::make_leaf(const LeafSpec& spec) {
  Geometry geometry;
  geometry.dtype = spec.dtype;
  Sizes sizes;
  for (int i = 0; i < spec.rank; ++i) sizes.push(spec.sizes[at(i)]);
  set_contiguous(geometry, sizes);
  geometry.storage = new_storage(geometry.numel() * item_size(spec.dtype));
  play_new_storage(geometry.storage);
  cite(Rule::K1);
  const TensorId leaf = new_tensor(geometry, mode_->inference);
  if (!mode_->inference) tensors_[leaf].counter = new_counter();
  if (observed()) {
    effect_.kind = EffectKind::FillLeaf;
    effect_.seed = spec.seed;
    effect_.output_count = 1;
    effect_.outputs[0] = geometry;
    play(effect_);
  }
  if (spec.requires_grad) set_requires_grad(leaf, true);
  return leaf;
}

void ModelState::run_leaf(const Record& record) {
  const LeafSpec spec = leaf_of(record);
  std::int64_t bytes = item_size(spec.dtype);
  for (int d = 0; d < spec.rank; ++d) {
    const std::int64_t length = spec.sizes[static_cast<std::size_t>(d)];
    if (length < 0) reject(ErrorClass::Shape);
    bytes *= length;
  }
  if (spec.requires_grad && !is_differentiable(spec.dtype)) {
    cite(Rule::M3);
    reject(ErrorClass::RequiresGradDtype);
  }
  leave_unspecified(Unspecified::StorageTooLarge, bytes > kMaxStorageBytes);
  if (stopped()) return;
  set_register(record.destination, make_leaf(spec));
}

// An operator that copies, as a conversion is one; or none, where the tensor is there already.
void ModelState::move(const Record& record) {
  const Arguments arguments(record);
  const TensorId self = tensor_in(arguments.reg(0));
  const bool to_host = arguments.boolean(1);
  if (!is_apart(options_.device) || storages_[tensors_[self].geometry.storage].on_host == to_host) {
    cite(Rule::K4);
    set_register(record.destination, self);
    return;
  }
  on_host_ = to_host;
  some_on_host_ = true;
  Record copy;
  copy.operation = id_of<operators::clone>();
  copy.thread = record.thread;
  copy.destination = record.destination;
  copy.operands[0] = record.operands[0];
  Operands operands;
  operands.add(self);
  keep_fresh(copy, operands,
             functional(operands, derivative_without_saving(), plan_clone(tensors_[self].geometry, /*preserve=*/true)));
}

// The storage is saved whole, and the tensor as it lies in it; of autograd only that it requires grad. What is loaded
// is made there and then: of the kind that the mode makes, a leaf.
void ModelState::save_and_load(const Record& record) {
  const TensorId self = tensor_in(Arguments(record).reg(0));
  const bool asks_for_gradient = requires_grad(self);
  const StorageId source = tensors_[self].geometry.storage;
  const int item = item_size(tensors_[self].geometry.dtype);
  const auto bytes = static_cast<int>(storages_[source].bytes);
  leave_unspecified(Unspecified::FractionOfAnElement, bytes % item != 0);
  if (stopped()) return;
  cite(Rule::K1);
  Geometry geometry = tensors_[self].geometry;
  geometry.history = 0;
  geometry.storage = new_storage(bytes);
  storages_[geometry.storage].unpredictable = storages_[source].unpredictable;
  play_new_storage(geometry.storage);
  if (observed() && bytes > 0) {
    Record copy;
    copy.operation = id_of<operators::clone>();
    Geometry whole;
    whole.dtype = geometry.dtype;
    whole.rank = 1;
    whole.sizes[0] = bytes / item;
    whole.strides[0] = 1;
    effect_.kind = EffectKind::Apply;
    effect_.record = &copy;
    effect_.recorded = false;
    effect_.input_count = 1;
    effect_.inputs[0] = whole;
    effect_.inputs[0].storage = source;
    effect_.output_count = 1;
    effect_.outputs[0] = whole;
    effect_.outputs[0].storage = geometry.storage;
    play(effect_);
  }
  const TensorId loaded = new_tensor(geometry, mode_->inference);
  if (!mode_->inference) tensors_[loaded].counter = new_counter();
  if (asks_for_gradient) set_requires_grad(loaded, true);
  set_register(record.destination, loaded);
}

void ModelState::set_requires_grad(TensorId id, bool value) {
  const TensorState& tensor = tensors_[id];
  cite(Rule::M3);
  if (value && tensor.inference && !mode_->inference) reject(ErrorClass::InferenceRequiresGrad);
  if (value && !is_differentiable(tensor.geometry.dtype)) reject(ErrorClass::RequiresGradDtype);
  if (!value && tensor.grad_fn != 0) reject(ErrorClass::RequiresGradNonLeaf);
  if (rejected()) return;
  if (value && mode_->inference) cite(Rule::P5);
  const bool becomes_leaf = value && !tensor.requires_grad_flag && tensor.grad_fn == 0;
  tensors_[id].requires_grad_flag = value;
  if (becomes_leaf) mark_leaf(id);
}

void ModelState::set_data(TensorId self, TensorId data) {
  if (tensors_[self].inference != tensors_[data].inference) {
    cite(Rule::K3);
    cite(Rule::P2);
    reject(ErrorClass::KindMismatch);
  }
  if (requires_grad(self) && !is_differentiable(tensors_[data].geometry.dtype)) {
    cite(Rule::M3);
    reject(ErrorClass::RequiresGradDtype);
  }
  check_inference_write(self);  // M2: its storage would become another one
  if (stopped() || self == data) return;
  cite(Rule::H);
  storages_[tensors_[self].geometry.storage].touched_through_hole = true;
  storages_[tensors_[data].geometry.storage].touched_through_hole = true;
  exchanged_through_hole(self, tensors_[data].geometry);
  // Graphs recorded so far keep the leaf as it was; with another dtype it is another leaf to those that come.
  if (tensors_[self].geometry.dtype != tensors_[data].geometry.dtype) tensors_[self].accumulator = 0;
  tensors_[self].geometry = tensors_[data].geometry;
  tensors_[self].geometry.history = 0;
  mark_leaf_again(self);
}

TensorId ModelState::data_of(TensorId self) {
  cite(Rule::V1);
  cite(Rule::K2);
  cite(Rule::H);
  Geometry geometry = tensors_[self].geometry;
  geometry.history = 0;
  storages_[geometry.storage].touched_through_hole = true;
  const TensorId data = new_tensor(geometry, tensors_[self].inference);
  if (!tensors_[self].inference) tensors_[data].counter = new_counter();
  return data;
}

void ModelState::retain_grad(TensorId self) {
  if (!requires_grad(self)) {
    reject(ErrorClass::RetainGradNoGrad);
    return;
  }
  if (tensors_[self].grad_fn == 0 || tensors_[self].retains_grad) return;  // a leaf has its gradient anyway
  if (!check_and_refresh(self)) return;
  cite(Rule::S7);
  const Edge edge = edge_of(self);
  leave_unspecified(Unspecified::GeometryChangedBehindGraph, was_reshaped(self, edge));
  if (is_unspecified()) return;
  tensors_[self].retains_grad = true;
  nodes_[edge.node].retained = true;
  retained_.push_back({edge, self, take_snapshot(self)});
}

}  // namespace modecheck::spec
