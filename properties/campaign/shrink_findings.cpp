#include "properties/campaign/shrink_findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "properties/known/known_issue_matcher.h"
#include "properties/report/build_text.h"
#include "properties/report/stand_alone.h"
#include "properties/report/table.h"
#include "properties/shrink/irrelevance.h"
#include "properties/shrink/reducer.h"
#include "spec/program/text.h"

namespace modecheck::properties {
namespace {

namespace fs = std::filesystem;

const Mismatch* find(const std::vector<Mismatch>& mismatches, const Signature& signature) {
  for (const Mismatch& mismatch : mismatches)
    if (mismatch.signature == signature) return &mismatch;
  return nullptr;
}

void write_file(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  if (!out.flush()) throw std::runtime_error(fmt::format("{}: cannot be written", file.string()));
}

// Writes the files of a finding; `texts` pairs file name endings with contents. If a file cannot be written, the
// finding says why and names no file.
void write_files(const CampaignOptions& options, Finding& finding,
                 const std::vector<std::pair<std::string, std::string>>& texts) {
  if (options.findings.empty()) return;
  const fs::path stem = options.findings / file_name(finding.signature);
  finding.program_file = stem.string() + ".prog";
  try {
    fs::create_directories(options.findings);
    for (const auto& [end, text] : texts) write_file(stem.string() + end, text);
  } catch (const std::exception& error) {
    finding.not_written = error.what();
    finding.program_file.clear();
    finding.cpp_file.clear();
  }
}

std::vector<SubjectHandle> only(const std::vector<SubjectHandle>& subjects, const std::string& name) {
  std::vector<SubjectHandle> out;
  for (const SubjectHandle& subject : subjects)
    if (subject.name == name) out.push_back(subject);
  return out;
}

// Drafts an entry for known/ from a finding, so that a person only has to choose the folder of its cause.
KnownMismatch draft_of(const Finding& finding, const CampaignOptions& options, const Lockstep& lockstep) {
  KnownMismatch out;
  out.id = finding.program_file.stem().string();
  for (std::size_t i = 0; i < lockstep.size(); ++i)
    if (lockstep.name(i) == finding.signature.subject) out.versions = {lockstep.subject(i).version()};
  out.severity = finding.severity;
  out.program_file = finding.program_file;
  out.signature = finding.signature;
  out.signature.subject = without_version(finding.signature.subject);
  if (options.seeded) out.found = KnownMismatch::Found{options.seed, finding.index, build_text()};
  return out;
}

}  // namespace

std::string annotated_text(const spec::Program& program, const std::vector<std::string>& comments) {
  std::string text = spec::to_text(program);
  std::string block;
  for (const std::string& comment : comments)
    for (const std::string& line : wrapped(comment, 110)) block += fmt::format("# {}\n", line);
  text.insert(text.find('\n') + 1, block);
  return text;
}

std::optional<Finding> shrink(const CampaignOptions& options, const FindingMessage& finding_message, bool isolated) {
  const spec::Program original = spec::parse_program(finding_message.program);
  // A candidate that hangs runs for the whole time limit, so the limit is at most a second. A second suffices for a
  // program of 64 commands.
  const auto limit = std::min(options.program_limit, std::chrono::milliseconds(1'000));
  const auto subjects = only(options.subjects, finding_message.signature.subject);
  if (subjects.empty()) return std::nullopt;
  const auto lockstep = make_lockstep(options.oracle, subjects, isolated, limit);
  const bool repeats = finding_message.signature.rule == name_of(Field::SecondRun);
  lockstep->set_repeats(repeats);
  KnownIssueMatcher matcher(options.known, *lockstep);
  // A known mismatch may have the same signature as the finding. A program that shows such a known mismatch does not
  // count as failing, so the reducer does not end there.
  const auto fails = [&](const spec::Program& program) {
    const std::vector<Mismatch> mismatches = lockstep->check(program, false).mismatches;
    const Mismatch* const same = find(mismatches, finding_message.signature);
    if (same == nullptr || !is_wanted(options, program, *lockstep, *same)) return false;
    return matcher.matches(program, mismatches).front() == nullptr;
  };
  if (!fails(original)) return std::nullopt;
  ReduceOptions limits;
  limits.max_seconds = std::chrono::duration<double>(options.reduce_limit).count();
  const spec::Program program = reduce(original, fails, limits).program;
  const std::vector<std::string> irrelevant = what_does_not_matter(program, fails);

  // If the finding is that a program gives another answer in its second run, `repeats` is true. The first run may have
  // left some state behind in the process, so both runs must share a process.
  const auto all = make_lockstep(options.oracle, options.subjects, !repeats, options.program_limit);
  all->set_repeats(repeats);
  const Verdict& verdict = all->check(program, false);
  const Mismatch* mismatch = find(verdict.mismatches, finding_message.signature);
  if (mismatch == nullptr) return std::nullopt;

  Finding out;
  out.signature = mismatch->signature;
  out.severity = mismatch->severity;
  out.field = name_of(mismatch->main().field);
  out.index = finding_message.index;
  out.commands = program.records.size();
  out.original_commands = original.records.size();
  out.sentence = sentence(program, *mismatch);
  Provenance provenance;
  if (options.seeded) provenance.seed = options.seed;
  provenance.program = finding_message.index;
  provenance.commands_before = original.records.size();
  provenance.does_not_matter = irrelevant;
  if (!options.findings.empty()) {
    out.cpp_file = options.findings / (file_name(out.signature) + ".cpp");
    provenance.file = (options.findings / (file_name(out.signature) + ".prog")).string();
    provenance.cpp_file = out.cpp_file.string();
    out.program_file = provenance.file;
  }
  std::vector<std::string> comments{to_text(out.signature), out.sentence};
  if (options.seeded)
    comments.push_back(fmt::format("Seed {}, program {}, {} commands before it was shrunk.", options.seed,
                                   finding_message.index, out.original_commands));
  for (const std::string& line : irrelevant) comments.push_back("Does not matter: " + line);
  out.program_text = annotated_text(program, comments);
  out.parts = report_parts(program, *all, verdict, *mismatch, provenance);
  out.report = text_of(out.parts, Style{});
  const auto draft = pattern_lines(draft_of(out, options, *all), pattern_json(*mismatch, out.signature.operation));
  write_files(options, out,
              {{".prog", out.program_text + draft}, {".cpp", cpp_of(program, *all, *mismatch)}, {".txt", out.report}});
  out.near = nearest_known(options.known, *all, program, Mismatch(*mismatch));
  return out;
}

void write_program(const CampaignOptions& options, Finding& finding) {
  write_files(options, finding, {{".prog", finding.program_text}});
}

}  // namespace modecheck::properties
