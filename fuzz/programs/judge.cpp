#include "fuzz/programs/judge.h"

#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include "properties/concurrent/uncounted.h"
#include "properties/known/known_issue_matcher.h"
#include "properties/lockstep/spec_oracle.h"
#include "spec/program/text.h"
#include "subjects/loading/in_process.h"
#include "subjects/loading/worker.h"

namespace modecheck::fuzz {

namespace {

// Returns the subject in a process of its own if MODECHECK_FUZZ_WORKER is "1" or the plug-in asks for it, and otherwise
// in this process. libtorch needs its own process: known mismatches of it are crashes.
std::unique_ptr<subjects::Runner> runner_of(const subjects::Plugin& plugin, const spec::SubjectOptions& options) {
  const char* const asked = std::getenv("MODECHECK_FUZZ_WORKER");
  if (plugin.runs_in_worker() || (asked != nullptr && std::string_view(asked) == "1"))
    return std::make_unique<subjects::Worker>(plugin.file(), options);
  return std::make_unique<subjects::InProcess>(plugin, options);
}

}  // namespace

Judge::Judge(const std::string& subject, reference::SanctionedHoles sanctioned_holes, bool concurrent) {
  const std::size_t colon = subject.find(':');
  spec::SubjectOptions options;
  const std::string device = subject.substr(colon + 1);
  for (int i = 0; i < spec::kDeviceKinds; ++i)
    if (device == spec::kDeviceNames[static_cast<std::size_t>(i)]) options.device = static_cast<spec::DeviceKind>(i);
  device_ = options.device;
  std::vector<std::unique_ptr<subjects::Runner>> runners;
  runners.push_back(runner_of(subjects::Plugin::load(subject.substr(0, colon)), options));
  if (concurrent) runners.back() = std::make_unique<properties::Uncounted>(std::move(runners.back()));
  lockstep_ = std::make_unique<properties::Lockstep>(properties::spec_oracle(sanctioned_holes), std::move(runners));
}

bool Judge::passes(const spec::Program& program) {
  mismatches_.clear();
  const properties::Verdict& verdict = lockstep_->check(program);
  if (verdict.clean()) return true;
  mismatches_ = verdict.mismatches;
  if (known_.empty()) return false;
  const std::vector<const properties::KnownMismatch*> matches =
      properties::KnownIssueMatcher(known_, *lockstep_).matches(program, mismatches_);
  for (std::size_t i = matches.size(); i > 0; --i)
    if (matches[i - 1] != nullptr) mismatches_.erase(mismatches_.begin() + static_cast<std::ptrdiff_t>(i - 1));
  // The matcher may have run changed programs. What lockstep() then tells must be about this program.
  lockstep_->check(program, false);
  return mismatches_.empty();
}

std::string Judge::signature() const {
  return mismatches_.empty() ? std::string() : properties::to_text(mismatches_.front().signature);
}

std::string Judge::description(const spec::Program& program) const {
  if (mismatches_.empty()) return {};
  const properties::Mismatch& mismatch = mismatches_.front();
  std::string out = "mismatches: " + signature() + "\n";
  if (!mismatch.differences.empty())
    out += "at command " + std::to_string(mismatch.step) + ", " + mismatch.main().where() + ": expected " +
           mismatch.main().expected + ", observed " + mismatch.main().observed + "\n";
  return out + spec::to_text(program);
}

std::string Judge::mismatch(const spec::Program& program) const {
  if (mismatches_.empty()) return {};
  return description(program) + "ASSERTION FAILED: " + properties::letters_of(mismatches_.front().signature) + " " +
         signature() + "\n";
}

std::string subject_from_environment() {
  const char* named = std::getenv("MODECHECK_FUZZ_SUBJECT");
  return named != nullptr && *named != '\0' ? named : "engine:cpu";
}

reference::SanctionedHoles sanctioned_holes_from_environment() {
  const char* said = std::getenv("MODECHECK_FUZZ_SANCTIONED_HOLES");
  return said != nullptr && std::string_view(said) == "judged" ? reference::SanctionedHoles::Judged
                                                               : reference::SanctionedHoles::Exempt;
}

std::vector<properties::KnownMismatch> known_from_environment() {
  const char* folder = std::getenv("MODECHECK_FUZZ_KNOWN");
  return folder != nullptr && *folder != '\0' ? properties::load_known(folder)
                                              : std::vector<properties::KnownMismatch>();
}

}  // namespace modecheck::fuzz
