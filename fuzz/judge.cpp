#include "fuzz/judge.h"

#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include "properties/lockstep/spec_oracle.h"
#include "spec/program/text.h"
#include "subjects/loading/in_process.h"

namespace modecheck::fuzz {

Judge::Judge(const std::string& subject, reference::SanctionedHoles sanctioned_holes) {
  const std::size_t colon = subject.find(':');
  spec::SubjectOptions options;
  const std::string device = subject.substr(colon + 1);
  for (int i = 0; i < spec::kDeviceKinds; ++i)
    if (device == spec::kDeviceNames[static_cast<std::size_t>(i)]) options.device = static_cast<spec::DeviceKind>(i);
  std::vector<std::unique_ptr<subjects::Runner>> runners;
  runners.push_back(std::make_unique<subjects::InProcess>(subjects::Plugin::load(subject.substr(0, colon)), options));
  lockstep_ = std::make_unique<properties::Lockstep>(properties::spec_oracle(sanctioned_holes), std::move(runners));
}

bool Judge::passes(const spec::Program& program) {
  verdict_ = &lockstep_->check(program);
  return verdict_->clean();
}

std::string Judge::mismatch(const spec::Program& program) const {
  if (verdict_ == nullptr || verdict_->clean()) return {};
  const properties::Mismatch& mismatch = verdict_->mismatches.front();
  std::string out = "mismatches: " + properties::to_text(mismatch.signature) + "\n";
  if (!mismatch.differences.empty())
    out += "at command " + std::to_string(mismatch.step) + ", " + mismatch.main().where() + ": expected " +
           mismatch.main().expected + ", observed " + mismatch.main().observed + "\n";
  return out + spec::to_text(program) + "ASSERTION FAILED: " + properties::letters_of(mismatch.signature) + " " +
         properties::to_text(mismatch.signature) + "\n";
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

}  // namespace modecheck::fuzz
