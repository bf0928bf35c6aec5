// Foreach operators: each tensor of a list is treated as by one operator of the catalogue, and by that operator's
// rules. If one tensor is rejected, no tensor of the list is written (rule E1).
#include "spec/model/further/lists.h"

#include <algorithm>

#include "spec/limits/model/results.h"
#include "spec/model/commands.h"
#include "spec/model/further/saved_tensors_hooks.h"
#include "spec/model/graph.h"
#include "spec/model/kinds.h"
#include "spec/model/values.h"
#include "spec/rules/result.h"

namespace modecheck::spec {

namespace {

// Copies the numbers of a foreach call, without the lengths of its lists, to the call for one tensor. Further numbers
// of the single operator get their defaults: `alpha` is one.
void copy_numbers(const Record& record, int lists, Record& to) {
  const int count = slots_of(record.operation).immediate_count - lists;
  const int wanted = slots_of(to.operation).immediate_count;
  for (int i = 0; i < wanted; ++i)
    to.immediates[at(i)] = i < count ? record.immediates[at(lists + i)] : static_cast<std::int8_t>(i % 2);
}

// A call of the operator for one tensor. Its operands are the i-th tensors of the lists.
struct ForOne {
  Record record;
  Operands operands;
  OutputMeta meta;
};

struct Lists {
  explicit Lists(const Record& record)
      : row(operation(record.operation)), arguments(record), writes(row.schema.arguments[0].write) {
    for (int i = 0; i < row.schema.argument_count; ++i)
      lists += row.schema.arguments[at(i)].type == operators::Type::TensorList ? 1 : 0;
    count = arguments.list_length(0);
  }
  bool are_of_one_length() const {
    for (int list = 1; list < lists; ++list)
      if (arguments.list_length(list) != count) return false;
    return true;
  }

  const Operation& row;
  Arguments arguments;
  bool writes;
  int lists = 0;
  int count = 0;
  std::array<ForOne, kMaxTensorList> each;
};

// Returns true if Autograd runs, grad mode is on, and some tensor of the lists requires grad.
bool wants_to_record(const ModelState& m, const Lists& lists) {
  bool any_normal = false;
  bool any_requires_grad = false;
  for (int list = 0; list < lists.lists; ++list) {
    for (int i = 0; i < lists.arguments.list_length(list); ++i) {
      const TensorId tensor = m.tensor_in(lists.arguments.list_reg(list, i));
      any_normal = any_normal || !m.tensors[tensor].inference;
      any_requires_grad = any_requires_grad || requires_grad(m, tensor);
    }
  }
  return any_requires_grad && any_normal && !m.mode->autograd_excluded && m.mode->grad;
}

void reject_uneven_lists(ModelState& m, const Lists& lists, bool records) {
  // A recorded write checks its operands first, in an order that is not specified.
  m.leave_unspecified(Unspecified::RecordedList, records && lists.writes);
  if (m.is_unspecified()) return;
  m.reject(ErrorClass::Argument);
  for (int i = 0; i < lists.count && lists.writes; ++i)
    check_inference_write(m, m.tensor_in(lists.arguments.list_reg(0, i)));
}

// Infers the metadata of the result of the single operator for one tensor of the list.
void infer_for_one(ModelState& m, const Lists& lists, CallTensors& tensors, ForOne& one) {
  if (lists.writes) tensors.target = tensors.inputs.tensors[0];
  one.meta = infer_result(one.record, tensors, m.oracle);
  if (lists.writes && !operation(lists.row.foreach_of).schema.writes() && !one.meta.reasons.none()) {
    // This operator has no in-place form. libtorch computes a result and copies it to the target, whatever the target's
    // dtype and memory are. Libraries that write the target directly may reject such a target.
    tensors.target = nullptr;
    const OutputMeta computed = infer_result(one.record, tensors, m.oracle);
    m.leave_unspecified(Unspecified::ListWrittenByCopy,
                        (one.meta.reasons.all & ~(computed.reasons.all | set_of(ErrorClass::Shape))) != 0);
  }
  m.leave_unspecified(one.meta.unspecified);
  m.leave_unspecified(one.meta.beyond_limits);
}

// Infers the metadata of the results for all tensors of the lists. Returns the reasons to reject any of the calls.
Reasons infer_each(ModelState& m, const Record& record, Lists& lists) {
  Reasons wrong;
  for (int i = 0; i < lists.count; ++i) {
    ForOne& one = lists.each[at(i)];
    one.record.operation = lists.row.foreach_of;
    one.record.thread = record.thread;
    copy_numbers(record, lists.lists, one.record);
    CallTensors tensors;
    for (int list = 0; list < lists.lists; ++list) {
      const int reg = lists.arguments.list_reg(list, i);
      one.record.operands[at(list)] = static_cast<std::uint8_t>(reg);
      one.operands.add(m.tensor_in(reg));
      tensors.inputs.add(&m.tensors[m.tensor_in(reg)].geometry);
    }
    infer_for_one(m, lists, tensors, one);
    wrong.add(one.meta.reasons);
  }
  return wrong;
}

// Whether a write to `written` may make `other` a stale view (rule W5), because they have the same storage or base.
bool may_make_stale(const ModelState& m, TensorId written, TensorId other) {
  const TensorState& a = m.tensors[written];
  const TensorState& b = m.tensors[other];
  const auto base = [&](TensorId id) { return m.tensors[id].tracked ? m.tensors[id].base : id; };
  return written != other && (a.geometry.storage == b.geometry.storage || base(written) == base(other));
}

// No source says whether a recorded write is rejected because it has made a later tensor of the list a stale view. Nor
// whether a later use of the written tensor is, if a guard of rule G5 keeps the write from bumping the version, or if
// the write depends on a view through which no gradient flows.
void leave_stale_lists(ModelState& m, const Lists& lists) {
  for (int i = 0; i < lists.count; ++i) {
    const Operands& operands = lists.each[at(i)].operands;
    const bool leads_nowhere = std::any_of(operands.begin(), operands.end(),
                                           [&](TensorId id) { return requires_grad(m, id) && !flows(m, id); });
    for (int later = i + 1; later < lists.count; ++later)
      for (const TensorId used : lists.each[at(later)].operands) {
        const TensorId written = operands.tensors[0];
        const bool again = written == used && (m.mode->adinplaceorview_excluded || leads_nowhere);
        m.leave_unspecified(Unspecified::RecordedList, again || may_make_stale(m, written, used));
      }
  }
}

// Rule S1: inside InferenceMode the results are inference tensors, which autograd cannot save. Rule S7: a pack hook may
// raise. Both hold for results that no register keeps, too.
void check_saved_results(ModelState& m, const Lists& lists) {
  for (int i = 0; i < lists.count; ++i) {
    const ForOne& one = lists.each[at(i)];
    const DerivativeFacts& facts = derivative_of(one.record);
    if (!facts.differentiable || !facts.saves_result || !one.meta.reasons.none() ||
        !is_differentiable(one.meta.result.dtype) || !wants_to_record(m, keys_of(m, one.operands), one.operands))
      continue;
    if (m.mode->inference) m.reject(ErrorClass::InferenceSaved, Rule::S1);
    check_pack_hook(m);
  }
}

// The operands of a list's i-th call when it is reached. A tensor that an earlier call of the list has written requires
// grad by then if that call was recorded (W4). In its place stands a tensor that requires grad now.
Operands operands_when_reached(const ModelState& m, const Lists& lists, int i) {
  Operands out = lists.each[at(i)].operands;
  for (int earlier = 0; earlier < i; ++earlier) {
    const Operands before = operands_when_reached(m, lists, earlier);
    const auto* const learned =
        std::find_if(before.begin(), before.end(), [&](TensorId id) { return requires_grad(m, id); });
    if (learned == before.end()) continue;
    const TensorId written = lists.each[at(earlier)].operands.tensors[0];
    for (int k = 0; k < out.count; ++k)
      if (out.tensors[at(k)] == written && !requires_grad(m, written)) out.tensors[at(k)] = *learned;
  }
  return out;
}

// Makes the checks of rule E3, in its order for lists: arguments come before stale views and saved inputs.
void check_each(ModelState& m, const Lists& lists, const Reasons& wrong, bool records) {
  const auto written = [&](int i) { return lists.each[at(i)].operands.tensors[0]; };
  const auto asks = [&](int i) { return any_requires_grad(m, lists.each[at(i)].operands); };
  for (int i = 0; i < lists.count && records && lists.writes; ++i)
    if (asks(i)) check_in_place(m, written(i));
  m.reasons.add(wrong);
  for (int i = 0; i < lists.count && lists.writes; ++i) check_inference_write(m, written(i));
  if (records && lists.writes && !m.rejected()) leave_stale_lists(m, lists);
  // If the operator for one tensor has no in-place form, no source says what a recorded write saves.
  m.leave_unspecified(Unspecified::RecordedList,
                      records && lists.writes && !m.rejected() && !operation(lists.row.foreach_of).schema.writes());
  if (m.is_unspecified()) return;
  for (int i = 0; i < lists.count && records; ++i) {
    const ForOne& one = lists.each[at(i)];
    const Operands operands = lists.writes ? operands_when_reached(m, lists, i) : one.operands;
    if (!wants_to_record(m, keys_of(m, one.operands), operands)) continue;
    // An earlier write of the list can make this one a recorded write (W4). If it is rejected, nothing may be written
    // (E1).
    if (lists.writes && !asks(i)) check_in_place(m, written(i));
    check_stale(m, one.operands);
    check_saved(m, operands, derivative_of(one.record), /*own_copy_of_first=*/lists.writes);
    if (lists.writes && derivative_of(one.record).saves_result) limits::leave_pack_hook_after_write(m);
  }
  // No source says which tensor of a list is looked at first, so a result that cannot be saved is a reason beside what
  // is wrong with another tensor.
  if (records && !lists.writes) check_saved_results(m, lists);
}

// Each tensor is written as by the in-place operator for one tensor (torch.foreach: "apply to each tensor").
void record_each(ModelState& m, const Lists& lists) {
  for (int i = 0; i < lists.count; ++i)
    in_place(m, lists.each[at(i)].record, lists.each[at(i)].operands, lists.each[at(i)].meta);
}

void write_each(ModelState& m, const Lists& lists) {
  for (int i = 0; i < lists.count; ++i) {
    const ForOne& one = lists.each[at(i)];
    const TensorId target = one.operands.tensors[0];
    written(m, target, keys_of(m, one.operands));
    play_apply(m, one.record, geometries_of(m, one.operands), one.operands.count, &m.tensors[target].geometry, 1,
               /*recorded=*/false);
  }
}

// A result is recorded as the result of the operator for one tensor (torch.foreach: "apply to each tensor").
void make_each(ModelState& m, const Lists& lists, int destination) {
  const int count = std::min(lists.count, kMaxListResults);
  std::array<TensorId, kMaxListResults> results{};
  for (int i = 0; i < count; ++i) {
    const ForOne& one = lists.each[at(i)];
    results[at(i)] = functional(m, one.operands, derivative_of(one.record), one.meta);
    if (m.stopped()) return;
    fill_fresh(m, one.record, one.operands, Results{{results[at(i)]}, 1});
  }
  for (int i = 0; i < count; ++i) set_register(m, register_after(destination, i), results[at(i)]);
}

}  // namespace

void run_for_each(ModelState& m, const Record& record) {
  Lists lists(record);
  const bool records = wants_to_record(m, lists);
  if (!lists.are_of_one_length()) {
    reject_uneven_lists(m, lists, records);
  } else {
    const Reasons wrong = infer_each(m, record, lists);
    if (!m.is_unspecified()) check_each(m, lists, wrong, records);
    if (!m.stopped() && lists.writes) records ? record_each(m, lists) : write_each(m, lists);
    if (!m.stopped() && !lists.writes) make_each(m, lists, record.destination);
  }
  // Which kernels a foreach call runs is unknown: libtorch 1.13 has one kernel for the list, which calls other
  // operators.
  m.route.known = 0;
}

}  // namespace modecheck::spec
