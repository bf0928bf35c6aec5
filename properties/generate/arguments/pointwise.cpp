// Fills the arguments of pointwise operators: tensors that broadcast and can be cast, masks and numbers.
#include "properties/generate/writer.h"

namespace modecheck::properties {

template <typename TheChoice>
bool ProgramWriter<TheChoice>::is_number_for(const Candidate& number, const Candidate& self) {
  const bool rounded =
      spec::is_differentiable(number.dtype) && number.dtype != self.dtype && self.dtype != DType::Float64;
  return number.shape.rank == 0 && spec::can_cast(number.dtype, self.dtype) && !rounded;
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::made_number_first(Record& record, const Candidate& self) {
  if (any([&](const Candidate& t) { return is_number_for(t, self); })) return false;
  const spec::OperationId sum = spec::id_of<spec::operators::sum>();
  if (!allowed(sum) || self.dtype == DType::Bool) return false;
  const auto has_room = [](const Candidate& t) { return t.dtype != DType::Bool; };
  if (!any([&](const Candidate& t) { return has_room(t) && t.id != self.id; })) return false;
  const std::uint8_t of = record.operands[0];
  record = Record{};
  record.operation = sum;
  record.thread = static_cast<std::uint8_t>(thread_);
  record.operands[0] = of;
  // Move the made tensor to a register that holds neither `self` nor a mask.
  int destination = draw(spec::kRegisters);
  while (destination == of || tensor(destination).dtype == DType::Bool)
    destination = (destination + 1) % spec::kRegisters;
  record.destination = static_cast<std::uint8_t>(destination);
  immediate(record, 0, -1);
  return true;
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::as_number_form(Record& record, const OperationFacts& facts, const Candidate& self) {
  const spec::OperationId form = facts.in_place ? spec::id_of<spec::operators::masked_fill__Scalar>()
                                                : spec::id_of<spec::operators::masked_fill_Scalar>();
  if (!allowed(form)) return;
  record.operation = form;
  scalar(record, 0, self);
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_bounds(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  const int missing = draw(6);  // 0: the call passes no lower bound; 1: no upper bound; otherwise it passes both
  for (int i = 1; i < 3; ++i) {
    immediate(record, i - 1, missing != i - 1 ? 1 : 0);
    if (missing == i - 1) continue;
    choose_other(record, facts, i, [&](const Candidate& t) {
      if (!(facts.in_place ? expands_to(t.shape, a.shape) : broadcastable(a.shape, t.shape))) return false;
      if (facts.in_place && t.storage == a.storage && t.id != a.id) return false;
      return (!facts.in_place || spec::can_cast(t.dtype, a.dtype)) && takes(facts, t.dtype);
    });
  }
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_masked_fill(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  if ((forced_self_ < 0 || facts.tensors > 2) && !any_mask(a.shape, facts.in_place) && !one_in(16)) {
    // No register holds a mask that fits the tensor, so first make a mask by a comparison.
    const spec::OperationId comparison = spec::id_of<spec::operators::gt_Scalar>();
    if (allowed(comparison)) {
      record.operation = comparison;
      record.operands = {};
      record.destination = static_cast<std::uint8_t>(draw(spec::kRegisters));
      return fill_inputs(record, facts_of(comparison));
    }
  }
  choose_other(record, facts, 1, [&](const Candidate& t) {
    return t.dtype == DType::Bool && (facts.in_place ? expands_to(t.shape, a.shape) : broadcastable(a.shape, t.shape));
  });
  if (facts.immediates > 0)
    scalar(record, 0, a);
  else if (made_number_first(record, a))
    return;
  else if (!any([&](const Candidate& t) { return is_number_for(t, a); }) && !one_in(8))
    as_number_form(record, facts, a);
  else
    choose_other(record, facts, 2, [&](const Candidate& t) { return is_number_for(t, a); });
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_masked_scatter(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  if (!any_mask(a.shape, facts.in_place) && !one_in(16)) {
    // No register holds a mask that fits the tensor, so first make a mask by a comparison.
    const spec::OperationId comparison = spec::id_of<spec::operators::gt_Scalar>();
    if (allowed(comparison)) {
      record.operation = comparison;
      record.operands = {};
      record.destination = static_cast<std::uint8_t>(draw(spec::kRegisters));
      return fill_inputs(record, facts_of(comparison));
    }
  }
  const auto apart = [&](const Candidate& t) { return !facts.in_place || t.storage != a.storage; };
  choose_other(record, facts, 1, [&](const Candidate& t) {
    return t.dtype == DType::Bool && apart(t) &&
           (facts.in_place ? expands_to(t.shape, a.shape) : broadcastable(a.shape, t.shape));
  });
  const int needed = one_in(4) ? 1 : a.shape.numel();
  const auto gives = [&](const Candidate& t) { return t.dtype == a.dtype && apart(t) && t.shape.numel() >= needed; };
  const spec::OperationId copies = spec::id_of<spec::operators::masked_scatter>();
  // The specification leaves open what happens if the written tensor overlaps the source. So call masked_scatter out of
  // place.
  if (facts.in_place && !any(gives) && allowed(copies)) {
    record.operation = copies;
    record.destination = static_cast<std::uint8_t>(draw(spec::kRegisters));
  }
  choose_other(record, facts, 2, gives);
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_draw(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  // Operators that draw random numbers take a tensor of probabilities, or bounds (random_), or one or two numbers.
  if (facts.tensors > 1) {
    const int forced = std::exchange(forced_self_, -1);
    operand(record, 1, pick_if([&](const Candidate& t, int reg) {
              return expands_to(t.shape, a.shape) && t.storage != a.storage && readable(t) && holds_probabilities(reg);
            }));
    forced_self_ = forced;
  } else if (facts.immediates == 3) {
    const int from = draw(3);
    immediate(record, 0, from);
    immediate(record, 1, one_in(2) ? 1 : 0);
    if (record.immediates[1] != 0) immediate(record, 2, one_in(12) ? from : from + 1 + draw(2));
  } else {
    // An operator with a single number takes a rate or a probability.
    if (facts.immediates == 1) immediate(record, 0, one_in(12) ? draw(4) : 1 + draw(2));
    for (int i = 0; i < facts.immediates && facts.immediates > 1; ++i) immediate(record, i, draw(3));
    if (facts.immediates == 2 && record.immediates[1] < record.immediates[0] && !one_in(12))
      immediate(record, 1, record.immediates[0] + 1);
  }
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_conversion(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  switch (facts.call_shape) {
    case CallShape::ToDtype:
      immediate(record, 0, some_dtype());
      immediate(record, 2, one_in(3) ? 1 : 0);
      break;
    case CallShape::ToCopy:
      immediate(record, 0, optional_dtype());
      break;
    case CallShape::CopyLike:
      choose_other(record, facts, 1, [&](const Candidate& t) { return expands_to(t.shape, a.shape); });
      break;
    case CallShape::CopyInto:
      choose_other(record, facts, 1, [&](const Candidate& t) {
        return expands_to(t.shape, a.shape) && (t.storage != a.storage || t.id == a.id);
      });
      break;
    default:
      break;
  }
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_pointwise(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  switch (facts.call_shape) {
    case CallShape::ClampBetween:
      return fill_bounds(record, facts);
    case CallShape::Binary:
      choose_other(record, facts, 1, [&](const Candidate& t) {
        if (!(facts.in_place ? expands_to(t.shape, a.shape) : broadcastable(a.shape, t.shape))) return false;
        if (facts.out >= 0 && !writes_out_from(t)) return false;
        if (facts.in_place && t.storage == a.storage && t.id != a.id) return false;
        return (!facts.in_place || spec::can_cast(t.dtype, a.dtype)) && takes(facts, t.dtype);
      });
      if (facts.immediates == 1)
        immediate(record, 0, draw(3));  // the number is the rounding mode of div
      else if (facts.immediates > 0)
        factor(record, 0);
      break;
    case CallShape::Ternary:
      for (int i = 1; i < facts.tensors; ++i)
        choose_other(record, facts, i, [&](const Candidate& t) {
          if (!(facts.in_place ? expands_to(t.shape, a.shape) : broadcastable(a.shape, t.shape))) return false;
          if (facts.in_place && t.storage == a.storage && t.id != a.id) return false;
          return t.dtype == a.dtype;
        });
      if (facts.immediates > 0) factor(record, 0);
      break;
    case CallShape::Dropout:
      immediate(record, 0, one_in(24) ? draw(4) : one_in(4) ? 2 * draw(2) : 1);
      break;
    case CallShape::Unary:
      // polygamma takes the order of the derivative as a number, which may be invalid (-1).
      if (facts.immediates == 1) immediate(record, 0, one_in(24) ? -1 : draw(4));
      for (int i = 0; i + 1 < facts.immediates; i += 2) scalar(record, i, a);
      // celu_, elu_ and leaky_relu_ compute the derivative from the result. This works only if the function increases,
      // so mostly draw positive parameters.
      if (facts.rises && !one_in(16))
        for (int i = 1; i < facts.immediates; i += 2)
          if (record.immediates[at(i)] <= 0) immediate(record, i, 1 + draw(4));
      break;
    case CallShape::BinaryScalar:
      scalar(record, 0, a);
      if (facts.immediates == 3)
        immediate(record, 2, draw(3));  // the number is the rounding mode of div
      else if (facts.immediates > 2)
        factor(record, 2);
      break;
    case CallShape::Where: {
      choose_other(record, facts, 1, [&](const Candidate& t) { return broadcastable(a.shape, t.shape); });
      const Candidate& b = tensor(record.operands[1]);
      choose_other(record, facts, 2,
                   [&](const Candidate& t) { return broadcastable(b.shape, t.shape) && t.dtype == b.dtype; });
      break;
    }
    case CallShape::MaskedFill:
      return fill_masked_fill(record, facts);
    case CallShape::MaskedScatter:
      return fill_masked_scatter(record, facts);
    case CallShape::ToDtype:
    case CallShape::ToCopy:
    case CallShape::CopyLike:
    case CallShape::CopyInto:
      return fill_conversion(record, facts);
    case CallShape::Draw:
      return fill_draw(record, facts);
    case CallShape::Fill:
      if (facts.immediates > 0) scalar(record, 0, a);
      if (facts.tensors > 1 && !made_number_first(record, a))
        choose_other(record, facts, 1, [&](const Candidate& t) { return is_number_for(t, a); });
      break;
    default:
      break;
  }
}

MODECHECK_FOR_BOTH_CHOICES(bool, (const Candidate&, const Candidate&), is_number_for)
MODECHECK_FOR_BOTH_CHOICES(bool, (Record&, const Candidate&), made_number_first)
MODECHECK_FOR_BOTH_CHOICES(void, (Record&, const OperationFacts&, const Candidate&), as_number_form)
MODECHECK_FOR_BOTH_CHOICES(void, (Record&, const OperationFacts&), fill_bounds, fill_masked_fill, fill_masked_scatter,
                           fill_draw, fill_conversion, fill_pointwise)

}  // namespace modecheck::properties
