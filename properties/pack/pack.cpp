#include "properties/pack/pack.h"

#include <limits>
#include <optional>

#include "properties/lockstep/severity.h"
#include "spec/interface/error_class.h"
#include "spec/model/rules.h"
#include "spec/program/text.h"
#include "subjects/exec/observation_json.h"
#include "subjects/exec/program_json.h"

namespace modecheck::properties {
namespace {

using nlohmann::ordered_json;

constexpr int kFormat = 1;

// Returns how exactly the elements of a register are known after a command, or before the first one (-1).
std::optional<double> tolerance_of(const Expected& expected, int step, int reg, bool gradient) {
  if (expected.bytes == nullptr) return std::nullopt;
  const reference::Expectation& one = expected.expectation(step, reg, gradient);
  switch (one.certainty) {
    case reference::Certainty::Exact:
      return std::nullopt;
    case reference::Certainty::Bounded:
      return one.tolerance;
    case reference::Certainty::Unknown:
      break;
  }
  return std::numeric_limits<double>::infinity();
}

ordered_json state_of(const Expected& expected, int step) {
  return subjects::json_of(*expected.trace, expected.step(step).observation,
                           [&](int reg, bool gradient) { return tolerance_of(expected, step, reg, gradient); });
}

void add_outcome(ordered_json& out, const spec::Outcome& outcome) {
  if (outcome.kind != spec::OutcomeKind::Error) {
    out["outcome"] = outcome.kind == spec::OutcomeKind::Dropped ? "dropped" : "ok";
    return;
  }
  out["outcome"] = "error";
  out["class"] = spec::name_of(outcome.error);
  // A rejection for another reason that holds is right, too (rule E3).
  ordered_json also = ordered_json::array();
  for (int i = 0; i < spec::kErrorClasses; ++i) {
    const auto reason = static_cast<spec::ErrorClass>(i);
    if (reason != outcome.error && spec::contains(outcome.reasons, reason)) also.push_back(spec::name_of(reason));
  }
  if (!also.empty()) out["also"] = std::move(also);
}

// A list can be shorter than the registers for it, and those behind it keep their tensors. `taken` then names the
// registers that got one. A register that got a tensor has the version 0, or none.
void add_taken(ordered_json& answer, const spec::Record& record, const spec::Step& step) {
  if (step.outcome.kind != spec::OutcomeKind::Ok) return;
  ordered_json taken = ordered_json::array();
  const int count = spec::result_registers(spec::operation(record.operation));
  for (int i = 0; i < count; ++i) {
    const int reg = (record.destination + i) % spec::kRegisters;
    const std::int32_t version = step.observation.registers[static_cast<std::size_t>(reg)].tensor.version;
    if (version == 0 || version == spec::kNoVersion) taken.push_back("r" + std::to_string(reg));
  }
  if (static_cast<int>(taken.size()) < count) answer["taken"] = std::move(taken);
}

ordered_json names_of(spec::RuleSet rules) {
  ordered_json out = ordered_json::array();
  for (int i = 0; i < spec::kRules; ++i)
    if (rules.contains(static_cast<spec::Rule>(i))) out.push_back(spec::facts_of(static_cast<spec::Rule>(i)).id);
  return out;
}

}  // namespace

Pack::Pack() : oracle_(spec::DeviceKind::Cpu) {}

ordered_json Pack::head(const std::string& made_by) {
  ordered_json registers = ordered_json::array();
  for (int reg = 0; reg < spec::kRegisters; ++reg) registers.push_back(subjects::json_of(spec::initial_leaf(reg)));
  return {{"modecheck_pack", kFormat}, {"made_by", made_by}, {"registers", std::move(registers)}};
}

ordered_json Pack::line(const std::string& name, const spec::Program& program) {
  const Expected& expected = oracle_.run(program);
  ordered_json commands = ordered_json::array();
  ordered_json answers = ordered_json::array();
  for (std::uint32_t i = 0; i < expected.judged; ++i) {
    const int step = static_cast<int>(i);
    commands.push_back(subjects::json_of(program.records[i]));
    ordered_json answer;
    add_outcome(answer, expected.step(step).outcome);
    answer["rules"] = expected.rules == nullptr ? ordered_json::array() : names_of(expected.rules[i]);
    add_taken(answer, program.records[i], expected.step(step));
    answer.update(state_of(expected, step));
    answers.push_back(std::move(answer));
  }
  ordered_json out{{"name", name}};
  out["rules"] = answers.empty() ? ordered_json::array() : answers.back()["rules"];
  out["text"] = spec::to_text(program);
  out["program"] = std::move(commands);
  out["before"] = state_of(expected, -1);
  out["answers"] = std::move(answers);
  return out;
}

ordered_json Pack::line(const KnownMismatch& known) {
  ordered_json out = line("known/" + known.cause.id + "/" + known.id, known.program);
  ordered_json mismatch{{"subject", known.subject()},
                        {"versions", known.versions},
                        {"cause", known.cause.id},
                        {"severity", std::string(name_of(known.severity))}};
  if (known.signature.rule.size() > 0) mismatch["rule"] = known.signature.rule;
  out["mismatches"] = ordered_json::array({std::move(mismatch)});
  return out;
}

}  // namespace modecheck::properties
