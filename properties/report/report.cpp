#include "properties/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "properties/report/build_text.h"
#include "properties/report/rule_text.h"
#include "properties/report/step_table.h"
#include "properties/report/table.h"
#include "spec/program/text.h"

namespace modecheck::properties {
namespace {

using spec::OutcomeKind;

constexpr const char* kMismatchMark = "  <-- mismatch";

// Returns the commands as the program's text has them, indented within guards.
std::vector<std::string> command_lines(const spec::Program& program) {
  std::vector<std::string> out;
  const std::string text = spec::to_text(program);
  std::size_t begin = text.find('\n');  // the commands begin after the header line
  while (begin != std::string::npos && begin + 1 < text.size()) {
    const std::size_t end = text.find('\n', begin + 1);
    const std::string line = text.substr(begin + 1, end == std::string::npos ? end : end - begin - 1);
    const std::size_t first = line.find_first_not_of(' ');
    if (first != std::string::npos && line[first] != '#') out.push_back(line);
    begin = end;
  }
  out.resize(program.records.size());
  return out;
}

const Mismatch* mismatch_of(const Verdict& verdict, std::size_t subject) {
  for (const Mismatch& mismatch : verdict.mismatches)
    if (mismatch.subject == static_cast<int>(subject)) return &mismatch;
  return nullptr;
}

std::string subject_cell(const Lockstep& lockstep, const Verdict& verdict, std::size_t subject, std::size_t step) {
  const Mismatch* mismatch = mismatch_of(verdict, subject);
  if (mismatch != nullptr && static_cast<int>(step) > mismatch->step) return "";
  const spec::Trace& trace = lockstep.trace(subject);
  std::string out;
  if (step < trace.completed)
    out = text_of(trace.steps[step].outcome);
  else
    out = trace.steps[step].outcome.kind == OutcomeKind::Timeout ? "timeout" : "crash";
  if (mismatch != nullptr && static_cast<int>(step) == mismatch->step) out += kMismatchMark;
  return out;
}

std::vector<ReportParts::Differs> differs(const Mismatch& mismatch) {
  std::vector<ReportParts::Differs> out;
  for (const Difference& difference : mismatch.differences)
    out.push_back({difference.where(), std::string(difference.rule), difference.expected, difference.observed});
  return out;
}

std::string difference_table(const std::vector<ReportParts::Differs>& differences, const std::string& subject,
                             const Style& style) {
  Table table({"what differs", "rule", "the specification", subject});
  for (const ReportParts::Differs& one : differences) table.add({one.what, one.rule, one.expected, one.observed});
  return table.text(style);
}

std::string place_of(const Mismatch& mismatch, std::size_t commands) {
  if (mismatch.step < 0) return "before the first command";
  if (mismatch.step >= static_cast<int>(commands)) return "after the program";
  return fmt::format("at command {}", mismatch.step + 1);
}

std::string indented(const std::string& text, int indent, const Style& style) {
  std::string out;
  for (const std::string& line : wrapped(text, style.width - indent))
    out += std::string(static_cast<std::size_t>(indent), ' ') + line + "\n";
  return out;
}

// Cuts a backtrace off an error message: the lines before it say what is wrong.
std::string first_lines(const std::string& message) {
  const std::size_t end = message.find("\nException raised from");
  return message.substr(0, end);
}

std::vector<std::string> names_of(const Lockstep& lockstep) {
  std::vector<std::string> out;
  for (std::size_t s = 0; s < lockstep.size(); ++s) out.push_back(lockstep.name(s));
  return out;
}

// Returns the rows of the table of steps. With `all`, each row has the command's dispatch route.
std::vector<ReportParts::Step> steps_of(const spec::Program& program, const Lockstep& lockstep, const Verdict& verdict,
                                        bool all) {
  std::vector<ReportParts::Step> out;
  const std::vector<std::string> lines = command_lines(program);
  const Expected& expected = lockstep.expected();
  for (std::size_t i = 0; i < program.records.size(); ++i) {
    const spec::Step& step = expected.trace->steps[i];
    ReportParts::Step row{lines[i], text_of(step.outcome), {}, {}};
    if (step.outcome.kind == OutcomeKind::Dropped) {
      if (expected.unspecified != nullptr)
        row.changes.push_back(fmt::format("({})", spec::facts_of(expected.unspecified[i]).id));
    } else {
      if (all && step.observation.route.length > 0)
        row.changes.push_back(fmt::format("route: {}", text_of(step.observation.route)));
      for (std::string& change : changes(program.records[i], expected.step(static_cast<int>(i) - 1).observation, step))
        row.changes.push_back(std::move(change));
    }
    for (std::size_t s = 0; s < lockstep.size(); ++s) row.subjects.push_back(subject_cell(lockstep, verdict, s, i));
    out.push_back(std::move(row));
  }
  return out;
}

std::string step_table(const std::vector<ReportParts::Step>& steps, const std::vector<std::string>& subjects,
                       const Style& style) {
  std::vector<std::string> head{"", "command", "the specification"};
  head.insert(head.end(), subjects.begin(), subjects.end());
  Table table(head);
  for (const ReportParts::Step& step : steps) {
    std::string says = step.outcome;
    for (const std::string& change : step.changes) says.append(1, '\n').append(change);
    std::vector<std::string> row{fmt::format("{}", &step - steps.data() + 1), step.command, says};
    row.insert(row.end(), step.subjects.begin(), step.subjects.end());
    table.add(std::move(row));
  }
  return table.text(style);
}

std::vector<std::pair<std::string, std::string>> provenance_of(const Lockstep& lockstep, const Verdict& verdict,
                                                               const Provenance& provenance) {
  std::vector<std::pair<std::string, std::string>> out;
  if (!provenance.file.empty()) out.emplace_back("replay", fmt::format("modecheck replay {}", provenance.file));
  if (!provenance.cpp_file.empty()) out.emplace_back("C++", provenance.cpp_file);
  if (provenance.seed)
    out.emplace_back("found", fmt::format("seed {}, program {}{}", *provenance.seed, provenance.program.value_or(0),
                                          provenance.commands_before > 0
                                              ? fmt::format(", shrunk from {} commands", provenance.commands_before)
                                              : ""));
  out.emplace_back("judged", extent(lockstep, verdict));
  std::string with = build_text();
  for (std::size_t s = 0; s < lockstep.size(); ++s)
    with += fmt::format(", {} {}", lockstep.name(s), lockstep.subject(s).version());
  out.emplace_back("with", with);
  return out;
}

// Describes the initial state of the registers that the program names.
std::vector<std::string> start_of(const spec::Program& program, const Lockstep& lockstep) {
  const std::vector<std::string> lines = command_lines(program);
  std::vector<std::string> out;
  for (int reg = 0; reg < spec::kRegisters; ++reg) {
    const std::string name = fmt::format("r{}", reg);
    const bool named = std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
      const auto joins = [&](std::size_t i) {
        return i < line.size() && (std::isalnum(static_cast<unsigned char>(line[i])) != 0 || line[i] == '_');
      };
      for (std::size_t at = 0; (at = line.find(name, at)) != std::string::npos; at += name.size())
        if ((at == 0 || !joins(at - 1)) && !joins(at + name.size())) return true;
      return false;
    });
    if (named)
      out.push_back(fmt::format("{}: {}", name, describe(lockstep.expected().trace->initial.observation, reg)));
  }
  return out;
}

}  // namespace

std::string headline(const Mismatch& mismatch) {
  const Signature& s = mismatch.signature;
  return fmt::format("{}  {}  {}{}", s.rule, s.subject, s.operation, s.error.empty() ? "" : "  " + s.error);
}

std::string sentence(const spec::Program& program, const Mismatch& mismatch) {
  const Signature& s = mismatch.signature;
  const Difference& main = mismatch.main();
  const std::string where = place_of(mismatch, program.records.size());
  if (main.field == Field::SecondRun)
    return fmt::format("{} says another thing when the same program runs again: first {}, then {} ({}).", s.subject,
                       main.expected, main.observed, where);
  if (mismatch.rejected() && main.field != Field::Outcome)
    return fmt::format("{} rejects {}, as it must, but has changed {} by then: it must be {}, and is {} ({}).",
                       s.subject, s.operation, main.where(), main.expected, main.observed, where);
  switch (mismatch.severity) {
    case Severity::WrongGradient:
      return fmt::format("{} returns a gradient that is not the derivative of what was recorded ({}, {}).", s.subject,
                         main.where(), where);
    case Severity::WrongValue:
      return main.rule == "P3"
                 ? fmt::format("{} changes the bytes of an inference tensor outside InferenceMode ({}, {}).", s.subject,
                               main.where(), where)
                 : fmt::format("{} computes other numbers without a word ({}, {}).", s.subject, main.where(), where);
    case Severity::MissingReject:
      return fmt::format("{} runs {} where it must be rejected: {} ({}).", s.subject, s.operation, main.expected,
                         where);
    case Severity::Death:
      return fmt::format("{} answers {} with {} ({}).", s.subject, s.operation, main.observed, where);
    case Severity::WrongRejection:
      return fmt::format("{} rejects {}, which is allowed: {} ({}).", s.subject, s.operation, main.observed, where);
    case Severity::WrongReason:
      return fmt::format("{} rejects {} for a reason that does not hold: {}; it should be {} ({}).", s.subject,
                         s.operation, main.observed, main.expected, where);
    case Severity::WrongState:
    case Severity::Route:
      return fmt::format("{} says {} is {}; it must be {} ({}).", s.subject, main.where(), main.observed, main.expected,
                         where);
  }
  return "";
}

namespace {

// Explains each error class with which the specification rejects a command, once each: "ViewMadeInNoGrad (W4 W5): ...".
std::vector<std::string> reasons_of(const spec::Program& program, const Lockstep& lockstep) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < program.records.size(); ++i) {
    const spec::Outcome& outcome = lockstep.expected().trace->steps[i].outcome;
    if (outcome.kind != OutcomeKind::Error) continue;
    const spec::ErrorFacts& facts = spec::facts_of(outcome.error);
    const std::string line = fmt::format("{} ({}): {}", facts.name, facts.rules, facts.sentence);
    if (std::find(out.begin(), out.end(), line) == out.end()) out.push_back(line);
  }
  return out;
}

std::string reason_lines(const std::vector<std::string>& reasons, const Style& style) {
  std::string out;
  for (const std::string& line : reasons) out += indented(line, 2, style);
  return out.empty() ? out : "\n" + out;
}

}  // namespace

ReportParts report_parts(const spec::Program& program, const Lockstep& lockstep, const Verdict& verdict,
                         const Mismatch& mismatch, const Provenance& provenance) {
  ReportParts out;
  out.headline = headline(mismatch);
  out.severity = name_of(mismatch.severity);
  out.sentence = sentence(program, mismatch);
  const RuleText rule = rule_text(mismatch.signature.rule);
  out.rule = mismatch.signature.rule;
  out.statement = rule.statement;
  out.source = rule.source;
  out.vote = vote(lockstep, verdict);
  out.start = start_of(program, lockstep);
  out.subject = lockstep.name(static_cast<std::size_t>(mismatch.subject));
  out.subjects = names_of(lockstep);
  out.steps = steps_of(program, lockstep, verdict, false);
  out.mismatches = mismatch.step;
  out.reasons = reasons_of(program, lockstep);
  out.differences = differs(mismatch);
  if (!mismatch.message.empty())
    out.said = fmt::format("{} said: {}", mismatch.signature.subject, first_lines(mismatch.message));
  out.does_not_matter = provenance.does_not_matter;
  out.provenance = provenance_of(lockstep, verdict, provenance);
  return out;
}

std::string text_of(const ReportParts& parts, const Style& style) {
  std::string out;
  out += style.bold(style.red(parts.headline)) + style.dim(fmt::format("   [{}]", parts.severity)) + "\n\n";
  out += indented(parts.sentence, 2, style);
  if (!parts.statement.empty())
    out += style.dim(indented(fmt::format("{}: {} [{}]", parts.rule, parts.statement, parts.source), 2, style));
  out += indented(parts.vote, 2, style) + "\n";
  out += step_table(parts.steps, parts.subjects, style) + "\n";
  out += difference_table(parts.differences, parts.subject, style);
  out += style.dim(reason_lines(parts.reasons, style));
  if (!parts.said.empty()) out += fmt::format("\n{}", indented(parts.said, 2, style));
  if (!parts.does_not_matter.empty()) {
    out += "\n  what does not matter: in its place everything else that was tried shows the same\n";
    for (const std::string& line : parts.does_not_matter) out += indented(line, 4, style);
  }
  std::string provenance;
  for (const auto& [name, text] : parts.provenance) provenance += fmt::format("  {:<8} {}\n", name, text);
  out += fmt::format("\n{}", style.dim(provenance));
  return out;
}

std::string report(const spec::Program& program, const Lockstep& lockstep, const Verdict& verdict,
                   const Mismatch& mismatch, const Provenance& provenance, const Style& style) {
  return text_of(report_parts(program, lockstep, verdict, mismatch, provenance), style);
}

std::string explain(const spec::Program& program, const Lockstep& lockstep, const Verdict& verdict,
                    const Style& style) {
  std::string out;
  out += style.bold("at the start") + "\n";
  const spec::Observation& initial = lockstep.expected().trace->initial.observation;
  for (int reg = 0; reg < spec::kRegisters; ++reg) out += fmt::format("  r{}: {}\n", reg, describe(initial, reg));
  out += fmt::format("  {}\n\n", describe(initial.mode));
  out += step_table(steps_of(program, lockstep, verdict, true), names_of(lockstep), style);
  out += reason_lines(reasons_of(program, lockstep), style);
  for (const Mismatch& mismatch : verdict.mismatches) {
    out += fmt::format("\n{}\n{}\n", style.bold(style.red(headline(mismatch))),
                       indented(sentence(program, mismatch), 2, style));
    out += difference_table(differs(mismatch), lockstep.name(static_cast<std::size_t>(mismatch.subject)), style);
    if (!mismatch.message.empty())
      out += indented(fmt::format("{} said: {}", mismatch.signature.subject, first_lines(mismatch.message)), 2, style);
  }
  if (verdict.judged_nothing())
    out += fmt::format("\n  Nothing was judged ({}): {}\n", extent(lockstep, verdict), why_nothing_was_judged(verdict));
  else
    out += fmt::format("\n  {} ({}.)\n", vote(lockstep, verdict), extent(lockstep, verdict));
  return out;
}

}  // namespace modecheck::properties
