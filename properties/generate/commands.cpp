// What the next command is: one that fits, one that is wrong on purpose, or one that was planned.
#include "properties/generate/writer.h"

namespace modecheck::properties {

namespace {

constexpr int kMoods = 256;
constexpr int kAttempts = 4;  // proposals for one command before a foreseen failure is accepted

}  // namespace

template <typename TheChoice>
void ProgramWriter<TheChoice>::write(spec::Program& program) {
  program.records.clear();
  if (swarm_.nothing) return;
  sketch_.reset();
  const int most = std::clamp(options_.max_commands, 0, spec::kMaxCommands);
  const int least = std::clamp(options_.min_commands, 0, most);
  const int length = least + draw(most - least + 1);
  program.records.reserve(static_cast<std::size_t>(length));
  if (one_in(10) && allowed(Extra::Leaf)) {
    preferred_ = draw(spec::kDTypes);
    wanted_leaves_ = 3;
  }
  two_threads_ = options_.second_thread_one_in > 0 && one_in(options_.second_thread_one_in);
  for (int attempts = 2 * length; attempts > 0 && program.records.size() < at(length); --attempts) {
    Record record;
    if (command(record)) program.records.push_back(record);
  }
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::command(Record& record) {
  if (two_threads_ && one_in(5)) thread_ ^= 1;
  sketch_.look_from(thread_);
  // One number for all three decisions.
  const int mood = draw(kMoods);
  const bool blind = mood < options_.blind_of_256;
  reckless_ = mood >= kMoods - options_.reckless_of_256;
  const bool nearly = !blind && mood < options_.blind_of_256 + options_.nearly_of_256;
  const bool keep_wrong = blind || mood % 8 == 0;
  for (int attempt = 0; attempt < kAttempts + 8; ++attempt) {
    record = Record{};
    record.thread = static_cast<std::uint8_t>(thread_);
    bool nudged = false;
    if (wanted_leaves_ > 0) {
      --wanted_leaves_;
      wanted_ = spec::id_of(Extra::Leaf);
    }
    if (!(attempt == 0 && propose_planned(record))) {
      record.operation = wanted_ ? *std::exchange(wanted_, std::nullopt) : draw_operation();
      // Of what seldom finds its arguments, blind calls would be nearly all.
      const OperationFacts& facts = facts_of(record.operation);
      // There is little that gives complex numbers.
      const bool as_real = facts.call_shape == CallShape::AsReal;
      const bool of_complex =
          as_real || facts.call_shape == CallShape::RealInverse || facts.call_shape == CallShape::ComplexTransform;
      if (of_complex && !one_in(40) &&
          !any([&](const SketchTensor& t) { return spec::is_complex(t.dtype) && (as_real || t.shape.rank > 0); }))
        continue;
      // Nor an answer to bags of other numbers.
      if (facts.call_shape == CallShape::EmbeddingBag && !any([](const SketchTensor& t) {
            return t.shape.rank == 2 && (t.dtype == DType::Float32 || t.dtype == DType::Float64);
          }))
        continue;
      // To most blind calls of bags there is no answer.
      const bool is_seldom =
          facts.call_shape == CallShape::EmbeddingBag ||
          (adds_product(facts.call_shape) && facts.call_shape != CallShape::AddMm && !any_sum(facts)) ||
          ((facts.spatial == 3 || facts.call_shape == CallShape::Convolution || wants_batch(facts)) &&
           !any([&](const SketchTensor& t) { return is_image(facts, t); }));
      if (blind && !is_seldom)
        fill_blindly(record);
      else
        fill(record);
      const bool is_rare = is_seldom || facts.call_shape == CallShape::Bmm;
      nudged =
          nearly && !wanted_ && !of_complex && facts.call_shape != CallShape::EmbeddingBag && (!is_rare || one_in(16));
      if (nudged) nudge(record);
    }
    if (options_.avoid && options_.avoid(record, situation(record))) continue;
    const Foreseen foreseen = sketch_.step(record);
    if (foreseen == Foreseen::Ok) {
      follow_up(record);
      return true;
    }
    if (foreseen == Foreseen::Error && (keep_wrong || nudged || reckless_ || attempt >= kAttempts)) return true;
  }
  return false;
}

template <typename TheChoice>
Situation ProgramWriter<TheChoice>::situation(const Record& record) const {
  Situation out;
  const SketchMode& mode = sketch_.mode(record.thread);
  out.inference_mode = mode.inference;
  out.grad_mode = mode.grad;
  out.autograd_excluded = mode.no_autograd;
  for (std::size_t i = 0; i < spec::kMaxOperands; ++i) {
    const SketchTensor& operand = tensor(record.operands[i]);
    out.inference[i] = operand.inference;
    out.requires_grad[i] = operand.requires_grad;
    out.view[i] = operand.view;
  }
  return out;
}

template <typename TheChoice>
spec::OperationId ProgramWriter<TheChoice>::draw_operation() {
  const Group group = swarm_.table[choice_.below(Swarm::kSlots)];
  return menu_.draw(group, choice_);
}

template void ProgramWriter<Choice>::write(spec::Program&);
template void ProgramWriter<RandomChoice>::write(spec::Program&);
template bool ProgramWriter<Choice>::command(Record&);
template bool ProgramWriter<RandomChoice>::command(Record&);
template Situation ProgramWriter<Choice>::situation(const Record&) const;
template Situation ProgramWriter<RandomChoice>::situation(const Record&) const;
template spec::OperationId ProgramWriter<Choice>::draw_operation();
template spec::OperationId ProgramWriter<RandomChoice>::draw_operation();

}  // namespace modecheck::properties
