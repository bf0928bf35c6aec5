#include "properties/lockstep/repetition.h"

#include <fmt/format.h>

#include <cstring>

namespace modecheck::properties {
namespace {

using spec::OutcomeKind;
using spec::RegisterObservation;
using spec::Trace;

// The different answers that two runs of a program gave, as text.
struct Answers {
  std::string first;
  std::string second;
};

class Runs {
 public:
  Runs(const Expected& expected, const Trace& first, const Trace& second)
      : expected_(expected), first_(first), second_(second) {}

  // Returns the first difference between the two runs after the command `step`; -1 means before the first command.
  std::optional<Answers> differ_at(int step) const {
    const spec::Step& a = step_of(first_, step);
    const spec::Step& b = step_of(second_, step);
    if (step >= 0) {
      if (step >= static_cast<int>(second_.completed)) return Answers{text_of(a.outcome), "crash"};
      if (a.outcome.kind != b.outcome.kind || a.outcome.error != b.outcome.error)
        return Answers{text_of(a.outcome), text_of(b.outcome)};
      if (a.outcome.kind == OutcomeKind::Dropped) return std::nullopt;
    }
    for (int i = 0; i < kFields; ++i) {
      const auto field = static_cast<Field>(i);
      const FieldScope scope = row_of(field).scope;
      if (scope == FieldScope::Mode && !same(field, a.observation, b.observation, -1))
        return answers(field, a.observation, b.observation, -1);
      if (scope != FieldScope::Tensor && scope != FieldScope::Gradient) continue;
      for (int reg = 0; reg < spec::kRegisters; ++reg) {
        if (field == Field::Values || field == Field::GradValues) {
          if (auto values = values_differ(step, reg, field == Field::GradValues)) return values;
        } else if (!same(field, a.observation, b.observation, reg)) {
          return answers(field, a.observation, b.observation, reg);
        }
      }
    }
    if (std::memcmp(&a.observation.route, &b.observation.route, sizeof a.observation.route) != 0)
      return Answers{text_of(a.observation.route), text_of(b.observation.route)};
    return std::nullopt;
  }

 private:
  static const spec::Step& step_of(const Trace& trace, int step) {
    return step < 0 ? trace.initial : trace.steps[static_cast<std::size_t>(step)];
  }

  static Answers answers(Field field, const spec::Observation& a, const spec::Observation& b, int reg) {
    const std::string where = Difference{field, reg, {}, {}, {}, {}}.where();
    return {fmt::format("{} {}", where, text_of(field, a, reg)), fmt::format("{} {}", where, text_of(field, b, reg))};
  }

  std::optional<Answers> values_differ(int step, int reg, bool gradient) const {
    const RegisterObservation& a = step_of(first_, step).observation.registers[static_cast<std::size_t>(reg)];
    const RegisterObservation& b = step_of(second_, step).observation.registers[static_cast<std::size_t>(reg)];
    const spec::ByteRange x = gradient ? a.grad_values : a.storage;
    const spec::ByteRange y = gradient ? b.grad_values : b.storage;
    if (x.size == 0 && y.size == 0) return std::nullopt;
    const std::uint8_t* const before = first_.bytes.data() + x.begin;
    const std::uint8_t* const now = second_.bytes.data() + y.begin;
    if (x.size == y.size && std::memcmp(before, now, x.size) == 0) return std::nullopt;
    reference::Expectation exact;
    exact.dtype = gradient ? a.grad.dtype : a.tensor.dtype;
    if (expected_.bytes != nullptr) {
      const reference::Expectation& said = expected_.expectation(step, reg, gradient);
      if (said.certainty == reference::Certainty::Unknown) return std::nullopt;
      exact.dtype = said.dtype;
    }
    // If the values differ only in the bits of NaNs, the runs agree.
    if (x.size == y.size && reference::matches(exact, before, now, x.size)) return std::nullopt;
    const std::string where = Difference{gradient ? Field::GradValues : Field::Values, reg, {}, {}, {}, {}}.where();
    return Answers{fmt::format("{} {}", where, values_text(exact.dtype, before, x.size)),
                   fmt::format("{} {}", where, values_text(exact.dtype, now, y.size))};
  }

  const Expected& expected_;
  const Trace& first_;
  const Trace& second_;
};

}  // namespace

std::optional<Mismatch> second_run_mismatch(const spec::Program& program, const Expected& expected, const Trace& first,
                                            const Trace& second, std::uint32_t judged, int subject,
                                            const std::string& subject_name) {
  const Runs runs(expected, first, second);
  std::optional<Answers> answers;
  int step = Mismatch::at_start - 1;
  while (!answers && step + 1 < static_cast<int>(judged)) answers = runs.differ_at(++step);
  if (!answers) {
    // Compare the objects left after the program only if the whole program was judged.
    if (judged != expected.count || first.live_objects > 0 || second.live_objects <= 0) return std::nullopt;
    step = static_cast<int>(expected.count);
    answers = Answers{"nothing is left", fmt::format("{} objects are left", second.live_objects)};
  }
  Mismatch out;
  out.subject = subject;
  out.step = step;
  const FieldRow& row = row_of(Field::SecondRun);
  out.differences.push_back({Field::SecondRun, -1, row.rule, row.severity, answers->first, answers->second});
  out.severity = row.severity;
  out.signature.rule = std::string(row.name);
  out.signature.subject = subject_name;
  out.signature.operation = "end";
  if (step < 0) {
    out.signature.operation = "start";
  } else if (step < static_cast<int>(expected.count)) {
    const auto at = static_cast<std::size_t>(step);
    out.signature.operation = std::string(spec::operation(program.records[at].operation).name);
    out.expected = expected.trace->steps[at].outcome;
    out.observed = second.steps[at].outcome;
  }
  return out;
}

}  // namespace modecheck::properties
