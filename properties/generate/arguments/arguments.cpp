// Fills the arguments of a command, or replaces the command by one that makes a missing argument.
#include "properties/generate/writer.h"

namespace modecheck::properties {

template <typename TheChoice>
Shape ProgramWriter<TheChoice>::some_shape() {
  if (!one_in(3)) return tensor(draw(spec::kRegisters)).shape;
  Shape out;
  constexpr int kSizes[] = {2, 2, 3, 1, 2, 4, 0, 2};
  if (one_in(5)) {
    // Sizes of an image that a command makes. The image has few elements, but four dimensions, so that channels_last is
    // possible.
    constexpr int kSides[] = {2, 1, 2, 3};
    out.rank = 4;
    for (int d = 0; d < out.rank; ++d) out.set(d, one_in(24) ? 0 : kSides[draw(d == 0 ? 3 : 4)]);
    return out;
  }
  out.rank = static_cast<std::uint8_t>(draw(4));
  for (int d = 0; d < out.rank; ++d) out.set(d, kSizes[draw(8)]);
  return out;
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_blindly(Record& record) {
  const spec::SlotLayout& layout = spec::slots_of(record.operation);
  record.destination = static_cast<std::uint8_t>(draw(spec::kRegisters));
  for (int i = 0; i < layout.operand_count; ++i) operand(record, i, draw(spec::kRegisters));
  for (int i = 0; i < layout.immediate_count; ++i) {
    const spec::Range range = layout.ranges[at(i)];
    immediate(record, i, range.low + draw(range.high - range.low + 1));
  }
  spec::canonicalize(record);
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::nudge(Record& record) {
  const spec::SlotLayout& layout = spec::slots_of(record.operation);
  const int operands = layout.operand_count;
  const int immediates = layout.immediate_count;
  if (operands + immediates == 0) return;
  // Some operations have both a tensor argument and a numeric argument. Change each of the two equally often.
  if (immediates == 0 || (operands > 0 && one_in(2))) {
    const int which = draw(operands);
    const Candidate& first = tensor(record.operands[0]);
    const Candidate& present = tensor(record.operands[at(which)]);
    const bool overlapping = one_in(2);
    const int forced = std::exchange(forced_self_, -1);
    operand(record, which, pick_if([&](const Candidate& t, int) {
              return overlapping ? which > 0 && t.storage == first.storage && t.id != first.id
                                 : t.dtype == present.dtype && !(t.shape == present.shape);
            }));
    forced_self_ = forced;
  } else {
    const int which = draw(immediates);
    const spec::Range range = layout.ranges[at(which)];
    const int value = record.immediates[at(which)];
    const int other = one_in(4) ? range.low + draw(range.high - range.low + 1) : value + (one_in(2) ? 1 : -1);
    immediate(record, which, std::clamp<int>(other, range.low, range.high));
  }
  spec::canonicalize(record);
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::made_selector_first(Record& record, const OperationFacts& facts) {
  const spec::OperationId comparison = spec::id_of<spec::operators::gt_Scalar>();
  const spec::OperationId range = spec::id_of<spec::operators::arange_start_step>();
  if (facts.out >= 0 && facts.is_out_variant && facts.result == Result::Bool && forced_self_ < 0 && !wanted_ &&
      !any_bool_output() && !one_in(8) && allowed(comparison)) {
    // The comparison's bool result is moved into the output of `out=`, so make a bool tensor for the output first.
    wanted_ = std::exchange(record.operation, comparison);
  } else if (((facts.needs_mask && !any_bool()) || (facts.no_floating && !any_without_fraction(facts.in_place))) &&
             forced_self_ < 0 && !one_in(8) && allowed(comparison)) {
    record.operation = comparison;
  } else if (facts.needs_index && !one_in(8) && !any([&](const Candidate& t) {
               return t.dtype == DType::Int64 && t.shape.rank == 1 && t.shape.numel() > 0;
             }) &&
             allowed(range)) {
    record.operation = range;
  } else {
    return false;
  }
  fill(record);
  return true;
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::made_probabilities_first(Record& record, const OperationFacts& facts) {
  const spec::OperationId between = spec::id_of<spec::operators::sigmoid>();
  if (forced_self_ >= 0 || wanted_ || !allowed(between)) return false;
  if (facts.probability) {
    for (int reg = 0; reg < spec::kRegisters; ++reg)
      if (holds_probabilities(reg)) return false;
    if (one_in(8)) return false;
  } else if (!is_weighted_loss(facts) || !one_in(2)) {
    return false;
  }
  wanted_ = std::exchange(record.operation, between);
  fill(record);
  return true;
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::made_wide_first(Record& record, const OperationFacts& facts) {
  if (!facts.needs_widest || one_in(16)) return false;
  const auto is_wide_output = [&](int reg) { return tensor(reg).dtype == DType::Float64 && writable(reg); };
  if (forced_self_ >= 0) {
    // A plan says that this command must write a certain tensor, so no other command may make a missing argument first.
    // Instead, multiply that tensor in place by a number.
    const spec::OperationId scaled = spec::id_of<spec::operators::mul__Scalar>();
    if (is_wide_output(forced_self_) || !allowed(scaled)) return false;
    record.operation = scaled;
    fill(record);
    return true;
  }
  for (int reg = 0; reg < spec::kRegisters; ++reg)
    if (is_wide_output(reg)) return false;
  const spec::OperationId ones = spec::id_of<spec::operators::ones>();
  if (wanted_ || !allowed(ones)) return false;
  const spec::OperationId after = std::exchange(record.operation, ones);
  fill(record);
  wanted_ = after;
  immediate(record, spec::kMaxListLength + 1, static_cast<int>(DType::Float64));
  return true;
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::made_spectrum_first(Record& record, const OperationFacts& facts) {
  const spec::OperationId transform = spec::id_of<spec::operators::fft_fft>();
  if (!facts.needs_complex || forced_self_ >= 0 || wanted_ || one_in(8) || !allowed(transform) ||
      any([&](const Candidate& t) { return spec::is_complex(t.dtype) && t.shape.numel() > 0 && readable(t); }))
    return false;
  wanted_ = std::exchange(record.operation, transform);
  fill(record);
  return true;
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::made_product_first(Record& record, const OperationFacts& facts) {
  const bool of_batches = facts.call_shape == CallShape::AddBmm || facts.call_shape == CallShape::BaddBmm;
  if ((!of_batches && facts.call_shape != CallShape::AddMv) || any_sum(facts)) return false;
  // If a plan says that this command must use a certain tensor, no other command may make a product first. Multiply
  // that tensor by a number instead.
  const spec::OperationId scaled =
      facts.in_place ? spec::id_of<spec::operators::mul__Scalar>() : spec::id_of<spec::operators::mul_Scalar>();
  const spec::OperationId product =
      of_batches ? spec::id_of<spec::operators::bmm>() : spec::id_of<spec::operators::mv>();
  const spec::OperationId first = forced_self_ >= 0 ? scaled : product;
  if (!allowed(first)) return false;
  record.operation = first;
  fill(record);
  return true;
}

// Unsqueezes the tensor that lacks the fewest dimensions of an image (batch, channels, height, width).
template <typename TheChoice>
bool ProgramWriter<TheChoice>::made_image_first(Record& record, const OperationFacts& facts) {
  if (facts.spatial == 0 || one_in(facts.spatial == 3 || wants_batch(facts) ? 40 : 8)) return false;
  const int from = grown_to_image(facts);
  const spec::OperationId first = spec::id_of<spec::operators::unsqueeze>();
  if (from < 0 || !allowed(first)) return false;
  const int forced = std::exchange(forced_self_, from);
  wanted_ = std::exchange(record.operation, first);
  fill(record);
  forced_self_ = forced;
  return true;
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::made_batch_first(Record& record, const OperationFacts& facts) {
  if (facts.call_shape != CallShape::Bmm || any([&](const Candidate& a) {
        return a.shape.rank == 3 && (forced_self_ < 0 || a.id == tensor(forced_self_).id) &&
               any([&](const Candidate& b) { return multiplies_batches(a, b); });
      }))
    return false;
  for (const spec::OperationId first : {spec::id_of<spec::operators::unsqueeze>(), spec::id_of<spec::operators::mm>()})
    if (allowed(first)) {
      record.operation = first;
      fill(record);
      return true;
    }
  return false;
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::made_something_first(Record& record, const OperationFacts& facts) {
  return made_selector_first(record, facts) ||
         (facts.second_out >= 0 && !one_in(16) && made_output_first(record, facts)) ||
         made_probabilities_first(record, facts) || made_wide_first(record, facts) ||
         made_spectrum_first(record, facts) || made_product_first(record, facts) || made_image_first(record, facts) ||
         made_batch_first(record, facts);
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill(Record& record) {
  const OperationFacts& facts = facts_of(record.operation);
  if (facts.keeps_result) {
    int destination = draw(spec::kRegisters);
    // A plan names a register that a later command is to use. Do not overwrite this register before that command.
    if (plan_ != Plan::None && destination == planned_) destination = (destination + 1) % spec::kRegisters;
    record.destination = static_cast<std::uint8_t>(destination);
  }
  if (facts.may_lack && made_something_first(record, facts)) return;
  if (facts.kind == spec::CommandKind::Operator)
    fill_operator(record, facts);
  else
    fill_builtin(record, facts.builtin);
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::made_output_first(Record& record, const OperationFacts& facts) {
  if (any([&](const Candidate& t) { return spec::is_floating(t.dtype) && has_target(facts, t); })) {
    // Some registers can hold the outputs of nll_loss, but no prediction with a target fits these outputs. Call
    // nll_loss without `out=` instead.
    const spec::OperationId computed = spec::operation(record.operation).out_of;
    if (facts.call_shape != CallShape::NllLoss || forced_self_ >= 0 || !allowed(computed) ||
        any([&](const Candidate& t) {
          return readable(t) && spec::is_differentiable(t.dtype) && takes(facts, t.dtype) && has_target(facts, t) &&
                 any([&](const Candidate& places) { return names_classes(t.shape, places); });
        }))
      return false;
    record.operation = computed;
    fill(record);
    return true;
  }
  const spec::OperationId zeros = spec::id_of<spec::operators::zeros>();
  if (!allowed(zeros)) return false;
  const int missing = static_cast<int>(dtype_of_second(facts, DType::Float32));
  const bool has_second = any([&](const Candidate& t) {
    return static_cast<int>(t.dtype) == missing && writes_out_from(t) && !t.requires_grad && !t.overlapping;
  });
  const spec::OperationId after = std::exchange(record.operation, zeros);
  fill(record);
  if (forced_self_ < 0 && !wanted_) wanted_ = after;
  immediate(record, spec::kMaxListLength + 1, has_second ? static_cast<int>(DType::Float32) : missing);
  return true;
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::any_without_fraction(bool to_be_written) const {
  for (int reg = 0; reg < spec::kRegisters; ++reg)
    if (!spec::is_floating(tensor(reg).dtype) && (!to_be_written || writable(reg))) return true;
  return false;
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::any_mask(const Shape& self, bool in_place) const {
  for (int reg = 0; reg < spec::kRegisters; ++reg) {
    const Candidate& mask = tensor(reg);
    if (mask.dtype == DType::Bool && (in_place ? expands_to(mask.shape, self) : broadcastable(self, mask.shape)))
      return true;
  }
  return false;
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::any_bool() const {
  for (int reg = 0; reg < spec::kRegisters; ++reg)
    if (tensor(reg).dtype == DType::Bool) return true;
  return false;
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::any_bool_output() const {
  for (int reg = 0; reg < spec::kRegisters; ++reg)
    if (tensor(reg).dtype == DType::Bool && is_output(reg)) return true;
  return false;
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::can_be_filled(const OperationFacts& facts, const Candidate& self) const {
  if (facts.call_shape == CallShape::MaskedScatter) return any_mask(self.shape, facts.in_place);
  if (facts.call_shape != CallShape::MaskedFill) return true;
  return any_mask(self.shape, facts.in_place) &&
         (facts.immediates > 0 || any([&](const Candidate& t) { return is_number_for(t, self); }));
}

template <typename TheChoice>
int ProgramWriter<TheChoice>::self_of(const OperationFacts& facts) {
  if (facts.in_place)
    return pick_if([&](const Candidate& t, int reg) {
      return writable(reg) && takes(facts, t.dtype) && !(facts.parts && spec::is_complex(t.dtype)) &&
             can_be_filled(facts, t) && !(facts.result == Result::Floating && !spec::is_differentiable(t.dtype));
    });
  const bool of_probabilities = facts.probability || is_weighted_loss(facts);
  return pick_if([&](const Candidate& t, int reg) {
    return (!of_probabilities || holds_probabilities(reg)) && readable(t) && takes(facts, t.dtype) &&
           !(facts.needs_floating && !spec::is_differentiable(t.dtype)) &&
           (facts.second_out < 0 ? facts.out < 0 || writes_out_from(t) : has_target(facts, t)) &&
           can_be_filled(facts, t);
  });
}

// Whether the result of the operands `a` and `b` can be written into a tensor for `out=` that has the dtype `dtype`.
static bool can_be_out(const OperationFacts& facts, const Candidate& a, const Candidate& b, spec::DType dtype) {
  using spec::DType;
  if (facts.is_out_variant) {
    // A comparison moves its bool result into the output without a cast, so the output must be bool.
    if (facts.result == Result::Bool) return dtype == DType::Bool;
    if (facts.call_shape == CallShape::ReduceOptional || facts.call_shape == CallShape::Nonzero)
      return dtype == DType::Int64;
    return dtype == (facts.call_shape == CallShape::Where ? b : a).dtype;
  }
  if (facts.no_floating) return dtype == a.dtype;
  if (facts.result == Result::Bool) return dtype == DType::Bool || spec::is_differentiable(dtype);
  return dtype == a.dtype || (spec::is_differentiable(dtype) && spec::can_cast(a.dtype, dtype));
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_operator(Record& record, const OperationFacts& facts) {
  if (facts.resembles != 0)
    fill_composite(record, facts);
  else
    fill_inputs(record, facts);
  // Choose no outputs if another command replaced the record, to make a missing argument first.
  if (facts.out >= 0 && &facts == &facts_of(record.operation)) {
    const Candidate& a = tensor(record.operands[0]);
    const Candidate& b = tensor(record.operands[1]);
    const auto is_read_third = [&](const Candidate& t) {
      const bool absent = facts.call_shape == CallShape::NllLoss && record.immediates[0] == 0;
      return facts.tensors > 2 && !absent && t.storage == tensor(record.operands[2]).storage;
    };
    operand(record, facts.out, pick_if([&](const Candidate& t, int reg) {
              const bool is_product = facts.call_shape >= CallShape::Mm && facts.call_shape <= CallShape::Bmm;
              return t.storage != a.storage && (facts.tensors < 2 || t.storage != b.storage) && !is_read_third(t) &&
                     is_output(reg) && (!is_product || t.dtype == a.dtype) && can_be_out(facts, a, b, t.dtype) &&
                     (facts.second_out < 0 || second_output(facts, a, t) >= 0);
            }));
    if (facts.second_out >= 0) {
      const Candidate& first = tensor(record.operands[static_cast<std::size_t>(facts.out)]);
      operand(record, facts.second_out, pick_if([&](const Candidate& t, int reg) {
                return t.storage != a.storage && t.storage != first.storage && !is_read_third(t) && is_output(reg) &&
                       t.dtype == dtype_of_second(facts, a.dtype);
              }));
    }
  }
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_larger_inputs(Record& record, const OperationFacts& facts) {
  switch (facts.call_shape) {
    case CallShape::Border:
    case CallShape::AdaptivePool:
    case CallShape::AvgPool:
    case CallShape::MaxPool:
    case CallShape::Convolution:
    case CallShape::Upsample:
    case CallShape::GridSampler:
    case CallShape::Col2Im:
      return fill_image(record, facts);
    case CallShape::LayerNorm:
    case CallShape::GroupNorm:
    case CallShape::BatchNorm:
    case CallShape::ComplexTransform:
    case CallShape::RealTransform:
    case CallShape::RealInverse:
      return fill_normalization(record, facts);
    case CallShape::Loss:
    case CallShape::NllLoss:
    case CallShape::MaskedSelect:
    case CallShape::Take:
    case CallShape::Roll:
    case CallShape::DiagEmbed:
    case CallShape::Factors:
    case CallShape::TriangularSolve:
    case CallShape::Solve:
    case CallShape::Places:
    case CallShape::PlaceOfNumber:
    case CallShape::Unique:
      return fill_selection(record, facts);
    case CallShape::Whole:
    case CallShape::Trace:
    case CallShape::Determinant:
      return;
    case CallShape::Flip:
    case CallShape::Pad:
    case CallShape::Repeat:
    case CallShape::SliceScatter:
    case CallShape::SelectScatter:
    case CallShape::Cat:
    case CallShape::Stack:
      return fill_moving(record, facts);
    case CallShape::IndexSelect:
    case CallShape::Embedding:
    case CallShape::EmbeddingBag:
    case CallShape::Gather:
    case CallShape::IndexInto:
    case CallShape::ScatterInto:
    case CallShape::ScatterReduce:
    case CallShape::Segments:
    case CallShape::Index:
    case CallShape::IndexPut:
      return fill_indexing(record, facts);
    default:
      return fill_view(record, facts);
  }
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_inputs(Record& record, const OperationFacts& facts) {
  const bool from_nothing = facts.call_shape == CallShape::Sized || facts.call_shape == CallShape::Arange ||
                            facts.call_shape == CallShape::ScalarTensor || facts.call_shape == CallShape::Strided ||
                            facts.call_shape == CallShape::Permutation || facts.call_shape == CallShape::Integers;
  const int self = from_nothing ? 0 : first_of(facts);
  operand(record, 0, self);
  switch (facts.call_shape) {
    case CallShape::Sized:
    case CallShape::Strided:
    case CallShape::Arange:
    case CallShape::ScalarTensor:
    case CallShape::FullLike:
    case CallShape::DrawnLike:
    case CallShape::Permutation:
    case CallShape::Integers:
      return fill_creation(record, facts);
    case CallShape::ClampBetween:
    case CallShape::Binary:
    case CallShape::Ternary:
    case CallShape::Unary:
    case CallShape::BinaryScalar:
    case CallShape::Where:
    case CallShape::MaskedFill:
    case CallShape::MaskedScatter:
    case CallShape::ToDtype:
    case CallShape::ToCopy:
    case CallShape::CopyLike:
    case CallShape::CopyInto:
    case CallShape::Fill:
    case CallShape::Draw:
    case CallShape::Dropout:
      return fill_pointwise(record, facts);
    case CallShape::Foreach:
      return fill_lists(record, facts);
    case CallShape::ReduceAll:
    case CallShape::ReduceOne:
    case CallShape::ReduceOptional:
    case CallShape::Cumulate:
    case CallShape::Sort:
    case CallShape::TopK:
    case CallShape::KthValue:
    case CallShape::ReduceDims:
    case CallShape::Spread:
    case CallShape::Softmax:
    case CallShape::Norm:
      return fill_reduction(record, facts);
    case CallShape::Mm:
    case CallShape::MatMul:
    case CallShape::Mv:
    case CallShape::Dot:
    case CallShape::Bmm:
    case CallShape::CDist:
    case CallShape::PDist:
    case CallShape::Triangle:
    case CallShape::AddMm:
    case CallShape::AddMv:
    case CallShape::AddBmm:
    case CallShape::BaddBmm:
      return fill_matrix(record, facts);
    default:
      return fill_larger_inputs(record, facts);
  }
}

MODECHECK_FOR_BOTH_CHOICES(Shape, (), some_shape)
MODECHECK_FOR_BOTH_CHOICES(void, (Record&), fill_blindly, nudge, fill)
MODECHECK_FOR_BOTH_CHOICES(bool, (Record&, const OperationFacts&), made_something_first, made_selector_first,
                           made_probabilities_first, made_wide_first, made_spectrum_first, made_product_first,
                           made_image_first, made_batch_first, made_output_first)
MODECHECK_FOR_BOTH_CHOICES(bool, () const, any_bool_output, any_bool)
MODECHECK_FOR_BOTH_CHOICES(bool, (bool) const, any_without_fraction)
MODECHECK_FOR_BOTH_CHOICES(bool, (const Shape&, bool) const, any_mask)
MODECHECK_FOR_BOTH_CHOICES(bool, (const OperationFacts&, const Candidate&) const, can_be_filled)
MODECHECK_FOR_BOTH_CHOICES(int, (const OperationFacts&), self_of)
MODECHECK_FOR_BOTH_CHOICES(void, (Record&, const OperationFacts&), fill_operator, fill_larger_inputs, fill_inputs)

}  // namespace modecheck::properties
