#include "reference/run/rehearsal.h"

namespace modecheck::reference {

Rehearsal::Rehearsal(spec::DeviceKind device, SanctionedHoles sanctioned_holes)
    : run_(device, /*values=*/true, sanctioned_holes), trace_(std::make_unique<spec::Trace>()) {}

std::unique_ptr<Rehearsal>& Rehearsal::of_this_thread(spec::DeviceKind device) {
  thread_local std::array<std::unique_ptr<Rehearsal>, spec::kDeviceKinds> all;
  std::unique_ptr<Rehearsal>& out = all[static_cast<std::size_t>(device)];
  if (out == nullptr) out = std::make_unique<Rehearsal>(device);
  return out;
}

void Rehearsal::run(const spec::Program& program) {
  valid_ = false;  // stays false unless the whole program has been run
  dropped_proposals_.clear();
  run_.run(program, *trace_, dropped_);
  program_ = program;
  valid_ = true;
}

void Rehearsal::begin() {
  program_.records.clear();
  dropped_proposals_.clear();
  last_was_dropped_ = false;
  valid_ = false;
  run_.begin(*trace_, dropped_);
  valid_ = true;
}

spec::OutcomeKind Rehearsal::step(const spec::Record& record) {
  proposed_ = record;
  const spec::OutcomeKind outcome = run_.step(record);
  last_was_dropped_ = outcome == spec::OutcomeKind::Dropped;
  if (last_was_dropped_) dropped_proposals_.push_back({record.operation, run_.model().unspecified()});
  return outcome;
}

void Rehearsal::keep() {
  valid_ = false;  // if keep() throws, the rehearsal stays invalid
  run_.keep();
  // The command becomes part of the program, so remove it from the list of dropped proposals.
  if (last_was_dropped_) dropped_proposals_.pop_back();
  last_was_dropped_ = false;
  program_.records.push_back(proposed_);
  valid_ = true;
}

}  // namespace modecheck::reference
