#include "fuzz/judge.h"

#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include "properties/lockstep/spec_oracle.h"
#include "spec/program/text.h"
#include "subjects/loading/in_process.h"

namespace modecheck::fuzz {

Judge::Judge(const std::string& subject, reference::Holes holes) {
  const std::size_t colon = subject.find(':');
  spec::SubjectOptions options;
  const std::string device = subject.substr(colon + 1);
  for (int i = 0; i < spec::kDeviceKinds; ++i)
    if (device == spec::kDeviceNames[static_cast<std::size_t>(i)]) options.device = static_cast<spec::DeviceKind>(i);
  std::vector<std::unique_ptr<subjects::Runner>> runners;
  runners.push_back(std::make_unique<subjects::InProcess>(subjects::Plugin::load(subject.substr(0, colon)), options));
  lockstep_ = std::make_unique<properties::Lockstep>(properties::spec_oracle(holes), std::move(runners));
}

bool Judge::passes(const spec::Program& program) {
  verdict_ = &lockstep_->check(program);
  return verdict_->clean();
}

std::string Judge::departure(const spec::Program& program) const {
  if (verdict_ == nullptr || verdict_->clean()) return {};
  const properties::Departure& departure = verdict_->departures.front();
  std::string out = "departs: " + properties::to_text(departure.signature) + "\n";
  if (!departure.differences.empty())
    out += "at command " + std::to_string(departure.step) + ", " + departure.main().where() + ": expected " +
           departure.main().expected + ", observed " + departure.main().observed + "\n";
  return out + spec::to_text(program);
}

std::string subject_from_environment() {
  const char* named = std::getenv("MODECHECK_FUZZ_SUBJECT");
  return named != nullptr && *named != '\0' ? named : "engine:cpu";
}

reference::Holes holes_from_environment() {
  const char* said = std::getenv("MODECHECK_FUZZ_HOLES");
  return said != nullptr && std::string_view(said) == "judged" ? reference::Holes::Judged : reference::Holes::Exempt;
}

}  // namespace modecheck::fuzz
