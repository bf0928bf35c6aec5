// Operators over lists: what is done with each tensor is a row of the catalogue, and its rules are that row's. A list
// is written as a whole or not at all (E1).
#include "spec/model/state.h"
#include "spec/rules/result.h"

namespace modecheck::spec {

namespace {

// The numbers of a call without the lengths of its lists. What a row has beyond them keeps its default: `alpha` is one.
void copy_numbers(const Record& record, int lists, Record& to) {
  const int count = slots_of(record.operation).immediate_count - lists;
  const int wanted = slots_of(to.operation).immediate_count;
  for (int i = 0; i < wanted; ++i)
    to.immediates[at(i)] = i < count ? record.immediates[at(lists + i)] : static_cast<std::int8_t>(i % 2);
}

}  // namespace

// What the operator for one tensor would do with the tensors of one place of the lists.
void ModelState::plan_for_one(OperationId each, bool writes, CallTensors& tensors, ForOne& one) {
  if (writes) tensors.target = tensors.inputs.tensors[0];
  one.plan = plan_result(one.record, tensors, witness_);
  if (writes && !operation(each).schema.writes() && !one.plan.reasons.none()) {
    // There is no such operator in place. What it returns is copied, whatever its dtype and where it lies: libraries
    // that write it in one go may refuse that.
    tensors.target = nullptr;
    const ResultPlan computed = plan_result(one.record, tensors, witness_);
    leave_unspecified(Unspecified::ListWrittenByCopy,
                      (one.plan.reasons.all & ~(computed.reasons.all | set_of(ErrorClass::Shape))) != 0);
  }
  leave_unspecified(one.plan.unspecified);
  leave_unspecified(one.plan.beyond_limits);
}

void ModelState::run_for_each(const Record& record) {
  const Operation& row = operation(record.operation);
  const Arguments arguments(record);
  // There is no telling which kernels run: 1.13 has one for the list, which calls others.
  route_.known = 0;
  int lists = 0;
  for (int i = 0; i < row.schema.argument_count; ++i)
    lists += row.schema.arguments[at(i)].type == operators::Type::TensorList ? 1 : 0;
  const int count = arguments.list_length(0);
  bool even = true;
  bool any_normal = false;
  bool records = false;
  for (int list = 0; list < lists; ++list) {
    even = even && arguments.list_length(list) == count;
    for (int i = 0; i < arguments.list_length(list); ++i) {
      const TensorId tensor = tensor_in(arguments.list_reg(list, i));
      any_normal = any_normal || !tensors_[tensor].inference;
      records = records || requires_grad(tensor);
    }
  }
  records = records && any_normal && !mode_->autograd_excluded && mode_->grad;
  if (!even) {
    // What is recorded looks at its operands first.
    if (records) {
      leave_unspecified(Unspecified::RecordedList);
      return;
    }
    reject(ErrorClass::Argument);
    if (row.schema.arguments[0].write)
      for (int i = 0; i < count; ++i) check_inference_write(tensor_in(arguments.list_reg(0, i)));
    return;
  }

  const bool writes = row.schema.arguments[0].write;
  std::array<ForOne, kMaxTensorList> each;
  Reasons wrong;
  for (int i = 0; i < count; ++i) {
    ForOne& one = each[at(i)];
    one.record.operation = row.each;
    one.record.thread = record.thread;
    copy_numbers(record, lists, one.record);
    CallTensors tensors;
    for (int list = 0; list < lists; ++list) {
      const int reg = arguments.list_reg(list, i);
      one.record.operands[at(list)] = static_cast<std::uint8_t>(reg);
      one.operands.add(tensor_in(reg));
      tensors.inputs.add(&tensors_[tensor_in(reg)].geometry);
    }
    plan_for_one(row.each, writes, tensors, one);
    wrong.add(one.plan.reasons);
  }
  if (is_unspecified()) return;
  const bool checks = records && writes;
  for (int i = 0; i < count && checks; ++i) {
    const Operands& operands = each[at(i)].operands;
    const TensorState& target = tensors_[operands.tensors[0]];
    // Whether what one tensor asks of autograd is asked of all is open.
    leave_unspecified(Unspecified::ViewInARecordedList,
                      !any_requires_grad(operands) && target.tracked && target.creation_meta != CreationMeta::Default);
  }
  if (is_unspecified()) return;
  for (int i = 0; i < count && checks; ++i)
    if (any_requires_grad(each[at(i)].operands)) check_in_place(each[at(i)].operands.tensors[0]);
  reasons_.add(wrong);
  if (writes)
    for (int i = 0; i < count; ++i) check_inference_write(each[at(i)].operands.tensors[0]);
  // 1.13 has no derivatives for lists, later versions and other engines do: what is recorded is left open, unless it
  // has to be rejected. Those that record look at their arguments first.
  leave_unspecified(Unspecified::RecordedList, records && !rejected());
  if (is_unspecified()) return;
  for (int i = 0; i < count && records; ++i) {
    const ForOne& one = each[at(i)];
    if (!any_requires_grad(one.operands)) continue;
    check_stale(one.operands);
    check_saved(one.operands, derivative_of(row.each), /*own_copy_of_first=*/writes);
  }
  if (stopped()) return;

  std::array<TensorId, kMaxListResults> results{};
  for (int i = 0; i < count; ++i) {
    const ForOne& one = each[at(i)];
    if (writes) {
      const TensorId target = one.operands.tensors[0];
      written(target, keys_of(one.operands));
      play_apply(one.record, geometries_of(one.operands), one.operands.count, &tensors_[target].geometry, 1,
                 /*recorded=*/false);
    } else if (i < kMaxListResults) {
      const TensorId result = functional(one.operands, derivative_of(row.each), one.plan);
      if (stopped()) return;
      give_values(result);
      play_apply(one.record, geometries_of(one.operands), one.operands.count, &tensors_[result].geometry, 1,
                 /*recorded=*/false);
      results[at(i)] = result;
    }
  }
  route_.known = 0;
  if (writes) return;
  for (int i = 0; i < count && i < kMaxListResults; ++i)
    set_register(register_after(record.destination, i), results[at(i)]);
}

}  // namespace modecheck::spec
