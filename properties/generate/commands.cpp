// Chooses the next command of a program: a command whose arguments fit, a command that is wrong on purpose, or a
// command that was planned.
#include "properties/generate/writer.h"

namespace modecheck::properties {

namespace {

constexpr int kMoods = 256;
// the number of proposals for one command, after which even a rejected proposal is accepted
constexpr int kAttempts = 4;

}  // namespace

template <typename TheChoice>
void ProgramWriter<TheChoice>::write() {
  rehearsal_.begin();
  if (swarm_.nothing) return;
  const int most = std::clamp(options_.max_commands, 0, spec::kMaxCommands);
  const int least = std::clamp(options_.min_commands, 0, most);
  const int length = least + draw(most - least + 1);
  if (one_in(10) && allowed(BuiltinCommand::Leaf)) {
    preferred_ = draw(spec::kDTypes);
    wanted_leaves_ = 3;
  }
  // Programs of every style but the free one also have calls that do not fit. So if no
  // command may be blind, every program is a free one.
  const int style = options_.blind_of_256 > 0 ? draw(16) : 16;
  if (style < 4 && menu_.can_aim()) style_ = Style::Aims;
  if (style >= 4 && style < 6) begin_family();
  if (style >= 6 && style < 8) begin_derivatives();
  if (style == 8) begin_few();
  two_threads_ = options_.second_thread_one_in > 0 && one_in(options_.second_thread_one_in);
  int left = length;
  for (int attempts = 2 * length; attempts > 0 && left > 0; --attempts)
    if (command()) --left;
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::command() {
  if (two_threads_ && one_in(5)) thread_ ^= 1;
  // One drawn number decides how the arguments are drawn, and whether the command is reckless, that is, may break
  // rules.
  const int number = draw(kMoods);
  Mood mood;
  mood.blind = number < options_.blind_of_256;
  mood.nearly = !mood.blind && number < options_.blind_of_256 + options_.nearly_of_256;
  mood.keeps_wrong = mood.blind || number % 7 == 0;
  reckless_ = number >= kMoods - options_.reckless_of_256;
  for (int attempt = 0; attempt < kAttempts + 8; ++attempt) {
    Record record;
    record.thread = static_cast<std::uint8_t>(thread_);
    bool nudged = false;
    if (wanted_leaves_ > 0) {
      --wanted_leaves_;
      wanted_ = spec::id_of(BuiltinCommand::Leaf);
    }
    const bool planned = attempt == 0 && style_ != Style::Aims && propose_planned(record);
    if (!planned && !(attempt < kAttempts && propose_in_style(record)) && !propose_any(record, mood, nudged)) continue;
    const spec::OutcomeKind outcome = rehearsal_.step(record);
    const bool ok = outcome == spec::OutcomeKind::Ok;
    const bool wrong_will_do = mood.keeps_wrong || nudged || reckless_ || attempt >= kAttempts;
    // A command that failed after it had changed the model's state stays in the program, even if it is not wanted. The
    // model cannot undo the change.
    const bool stays = ok || (wrong_will_do && (outcome == spec::OutcomeKind::Error || options_.keeps_dropped));
    if (!stays && !rehearsal_.last_step_changed_state()) continue;
    rehearsal_.keep();
    registers_.forget_after(record);
    if (ok && style_ != Style::Aims) follow_up(record);
    return true;
  }
  return false;
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::propose_in_style(Record& record) {
  if (wanted_.has_value()) return false;
  switch (style_) {
    case Style::Aims:
      return propose_aimed(record);
    case Style::Family:
      return propose_in_family(record);
    case Style::Derivatives:
      return propose_derivative(record);
    default:
      return false;
  }
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::propose_any(Record& record, const Mood& mood, bool& nudged) {
  // If the last command only made a missing argument for another operation, propose that operation now.
  const bool was_wanted = wanted_.has_value();
  record = Record{};
  record.thread = static_cast<std::uint8_t>(thread_);
  record.operation = was_wanted ? *std::exchange(wanted_, std::nullopt) : draw_operation();
  const OperationFacts& facts = facts_of(record.operation);
  const bool of_complex = is_of_complex(facts);
  if (has_nothing_to_work_on(facts, of_complex)) return false;
  const bool is_seldom = is_seldom_possible(facts);
  if (mood.blind && !is_seldom)
    fill_blindly(record);
  else
    fill(record);
  const bool is_rare = is_seldom || facts.call_shape == CallShape::Bmm;
  nudged =
      mood.nearly && !wanted_ && !of_complex && facts.call_shape != CallShape::EmbeddingBag && (!is_rare || one_in(16));
  if (nudged) nudge(record);
  return true;
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::has_nothing_to_work_on(const OperationFacts& facts, bool of_complex) const {
  // Few commands make complex tensors, so an operator that needs a complex tensor is mostly skipped if no register
  // holds such a tensor. Skip an embedding bag without float32 or float64 weights, which the model drops.
  const bool as_real = facts.call_shape == CallShape::AsReal;
  if (of_complex && choice_.below(40) != 0)
    return !any([&](const Candidate& t) { return spec::is_complex(t.dtype) && (as_real || t.shape.rank > 0); });
  return facts.call_shape == CallShape::EmbeddingBag && !any([](const Candidate& t) {
           return t.shape.rank == 2 && (t.dtype == DType::Float32 || t.dtype == DType::Float64);
         });
}

// Whether fitting arguments for the operation are rarely found. For such an operation, arguments are never drawn at
// random: otherwise nearly all of its calls would have random arguments.
template <typename TheChoice>
bool ProgramWriter<TheChoice>::is_seldom_possible(const OperationFacts& facts) const {
  if (facts.call_shape == CallShape::EmbeddingBag) return true;
  if (adds_product(facts.call_shape) && facts.call_shape != CallShape::AddMm && !any_sum(facts)) return true;
  return (facts.spatial == 3 || facts.call_shape == CallShape::Convolution || wants_batch(facts)) &&
         !any([&](const Candidate& t) { return is_image(facts, t); });
}

// Three in four such programs can run a backward, because most rules about histories show in gradients only.
template <typename TheChoice>
void ProgramWriter<TheChoice>::begin_few() {
  const int count = 3 + draw(static_cast<int>(few_.size()) - 2);
  for (int i = 0; i < count; ++i) few_[static_cast<std::size_t>(i)] = draw_operation();
  if (draw(4) != 0 && !menu_.empty(Group::Backward)) few_[0] = menu_.draw(Group::Backward, choice_);
  few_count_ = count;
  style_ = Style::Few;
}

template <typename TheChoice>
spec::OperationId ProgramWriter<TheChoice>::draw_operation() {
  if (few_count_ > 0) return few_[static_cast<std::size_t>(draw(few_count_))];
  const Group group = swarm_.table[choice_.below(Swarm::kSlots)];
  return menu_.draw(group, choice_);
}

MODECHECK_FOR_BOTH_CHOICES(void, (), write)
MODECHECK_FOR_BOTH_CHOICES(bool, (Record&), propose_in_style)
MODECHECK_FOR_BOTH_CHOICES(void, (), begin_few)
MODECHECK_FOR_BOTH_CHOICES(spec::OperationId, (), draw_operation)

}  // namespace modecheck::properties
