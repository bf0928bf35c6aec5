// Hooks of tensors (S7): backward runs them where a gradient arrives, before the node looks at what it saved. grad runs
// those of the tensor whose gradient it returns, too, and returns what they leave (pytorch issue 35802, mended in
// 85849).
#include "spec/model/state.h"
#include "spec/program/operator_id.h"
#include "spec/rules/result.h"

namespace modecheck::spec {

void ModelState::add_hook(const Record& record) {
  const Arguments arguments(record);
  const TensorId self = tensor_in(arguments.reg(0));
  if (!requires_grad(self)) {
    reject(ErrorClass::Argument);
    return;
  }
  if (!check_and_refresh(self)) return;
  const Edge edge = edge_of(self);
  // Nowhere to hang it: a view that is a constant until it regenerates (S3).
  leave_unspecified(Unspecified::HookOfAConstantView, edge.node == 0);
  leave_unspecified(Unspecified::GeometryChangedBehindGraph, was_reshaped(self, edge));
  if (is_unspecified()) return;
  cite(Rule::S7);
  TensorHook hook;
  hook.edge = edge;
  hook.tensor = self;
  switch (arguments.integer(2)) {
    case 1:
      hook.kind = TensorHook::Kind::Doubles;
      if (nodes_[edge.node].kind != NodeKind::Accumulate) hook.snapshot = take_snapshot(self);
      break;
    case 2:
      hook.kind = TensorHook::Kind::Writes;
      hook.written = static_cast<std::uint8_t>(arguments.reg(1));
      break;
    default:
      break;
  }
  nodes_[edge.node].hooked = true;
  hooks_.push_back(hook);
}

// A hook runs whenever the gradient of its tensor is computed: at the node that the tensor had when it was given, and
// at the accumulator of a leaf, though set_data gives it another one or detach_ made it one.
bool ModelState::hangs_at(const TensorHook& hook, NodeId node) const {
  return hook.edge.node == node || (is_accumulator(node) && is_hook_of_leaf(hook, nodes_[node].leaf));
}

bool ModelState::runs_at(const TensorHook& hook, NodeId node) const {
  const std::uint8_t input_nr = is_accumulator(node) ? 0 : hook.edge.input_nr;
  return (arrived_[node] & bit_of(input_nr)) != 0 && hangs_at(hook, node);
}

bool ModelState::is_hook_of_leaf(const TensorHook& hook, TensorId leaf) const {
  return hook.tensor == leaf && (is_accumulator(hook.edge.node) || hook.detached);
}

// What was written since has another node, and its hooks saw the gradient of what it was.
void ModelState::take_hooks_along(TensorId detached) {
  const TensorState& tensor = tensors_[detached];
  for (TensorHook& hook : hooks_) {
    if (hook.tensor != detached || hook.edge.node != tensor.grad_fn || hook.edge.input_nr != tensor.output_nr) continue;
    cite(Rule::S7);
    hook.detached = true;
    if (tensor.accumulator != 0) nodes_[tensor.accumulator].hooked = true;
  }
}

// M2, in a hook as anywhere.
bool ModelState::may_write_in_hook(TensorId target) const { return !tensors_[target].inference || mode_->inference; }

bool ModelState::doubled_beyond(NodeId id) const {
  while (nodes_[id].kind == NodeKind::ViewOperator) {
    id = edges_[nodes_[id].first_edge].node;
    for (const TensorHook& hook : hooks_)
      if (hook.kind == TensorHook::Kind::Doubles && hangs_at(hook, id)) return true;
  }
  return false;
}

void ModelState::plan_hooks(NodeId id, Sweep& sweep) {
  const bool of_leaf = nodes_[id].kind == NodeKind::Accumulate;
  for (const TensorHook& hook : hooks_) {
    if (!runs_at(hook, id)) continue;
    cite(Rule::S7);
    leave_unspecified(Unspecified::GradientOfAReplacedView,
                      !of_leaf && hook.kind != TensorHook::Kind::Looks && left_behind(hook.tensor, hook.edge));
    if (is_unspecified()) return;
    if (hook.kind == TensorHook::Kind::Doubles) {
      leave_unspecified(Unspecified::GradientOfAnAlias, bypassed(sweep, id));
      leave_unspecified(Unspecified::TooManyGradients, backward_effect_.doubled_count == Effect::max_doubled);
      if (is_unspecified()) return;
      DoubledGradient& doubled = backward_effect_.doubled[backward_effect_.doubled_count++];
      doubled.of = of_leaf ? BackwardTarget::Of::Leaf : BackwardTarget::Of::Snapshot;
      doubled.id = of_leaf ? nodes_[id].leaf : hook.snapshot;
    }
    if (hook.kind != TensorHook::Kind::Writes || !sweep.reasons.none()) continue;
    const TensorId target = tensor_in(hook.written);
    const StorageId storage = tensors_[target].geometry.storage;
    // When a leaf's hooks run beside the nodes that are still to come is open. A gradient that is written while it is
    // on its way, or while others are added to it, is nobody's to promise.
    leave_unspecified(Unspecified::BackwardOrder, of_leaf);
    leave_unspecified(Unspecified::WriteHiddenFromAutograd, mode_->unsafe());
    leave_unspecified(Unspecified::HookWritesAGradient,
                      sweep.seed != 0 && tensors_[sweep.seed].geometry.storage == storage);
    for (const TensorState& tensor : tensors_)
      leave_unspecified(Unspecified::HookWritesAGradient,
                        tensor.grad != 0 && tensors_[tensor.grad].geometry.storage == storage);
    sweep.writes = true;
    if (may_write_in_hook(target)) {
      if (const CounterId counter = tensors_[target].counter; counter != 0) {
        ++counters_[counter];
        written_in_hooks_.push_back(counter);
      }
      continue;
    }
    cite(Rule::M2);
    cite(Rule::P3);
    sweep.failing = id;
    sweep.fails_in_hook = true;
    sweep.reasons.add(ErrorClass::InferenceInPlace);
  }
}

void ModelState::run_hooks(NodeId id) {
  for (const TensorHook& hook : hooks_) {
    if (hook.kind != TensorHook::Kind::Writes || !runs_at(hook, id)) continue;
    const TensorId target = tensor_in(hook.written);
    if (!may_write_in_hook(target)) return;
    Record twos;
    twos.operation = id_of<operators::fill__Scalar>();
    twos.immediates[1] = 2;
    Operands operands;
    operands.add(target);
    CallTensors tensors;
    tensors.inputs.add(&tensors_[target].geometry);
    tensors.target = tensors.inputs.tensors[0];
    const ModeState outside = *mode_;
    mode_->grad = false;
    in_place(twos, operands, plan_result(twos, tensors, witness_));
    *mode_ = outside;
  }
}

}  // namespace modecheck::spec
