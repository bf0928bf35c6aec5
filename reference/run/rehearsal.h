// A Rehearsal is an expected run together with its program. A generator makes it while it writes the program. The code
// that judges the program then takes it over instead of running the model again.
//
//   Rehearsal& rehearsal = *Rehearsal::of_this_thread(device);
//   rehearsal.begin();
//   if (rehearsal.step(record) == spec::OutcomeKind::Ok) rehearsal.keep();
//   std::swap(mine, Rehearsal::of_this_thread(device));    // mine->is_of(program)
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "reference/run/dropped_proposal.h"
#include "reference/run/expected_run.h"
#include "spec/interface/device_kind.h"
#include "spec/interface/trace.h"
#include "spec/program/program.h"

namespace modecheck::reference {

class Rehearsal {
 public:
  explicit Rehearsal(spec::DeviceKind device, SanctionedHoles sanctioned_holes = SanctionedHoles::Exempt);

  // Returns the last rehearsal of this thread for this kind of device; never null.
  static std::unique_ptr<Rehearsal>& of_this_thread(spec::DeviceKind device);

  // Runs a whole program.
  void run(const spec::Program& program);

  // Run a program command by command, as ExpectedRun does.
  void begin();
  spec::OutcomeKind step(const spec::Record& record);
  bool last_step_changed_state() const { return run_.last_step_changed_state(); }
  void keep();

  // Whether this is a complete run of exactly this program. The caller makes sure that it used SanctionedHoles::Exempt.
  bool is_of(const spec::Program& program) const { return valid_ && program_ == program; }

  const ExpectedRun& expected_run() const { return run_; }
  const spec::Model& model() const { return run_.model(); }
  const spec::Program& program() const { return program_; }
  const spec::Trace& trace() const { return *trace_; }
  const ExpectedRun::DroppedFlags& dropped() const { return dropped_; }
  // The commands that were stepped since begin() and dropped by the model, and that the program does not hold.
  const std::vector<DroppedProposal>& dropped_proposals() const { return dropped_proposals_; }

 private:
  ExpectedRun run_;
  std::unique_ptr<spec::Trace> trace_;
  ExpectedRun::DroppedFlags dropped_{};
  spec::Program program_;
  spec::Record proposed_;
  std::vector<DroppedProposal> dropped_proposals_;
  bool last_was_dropped_ = false;
  bool valid_ = false;
};

}  // namespace modecheck::reference
