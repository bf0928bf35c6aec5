// A Rehearsal holds a program and its expected run (expected_run.h). A generator fills it while it writes the program.
// The code that judges a subject then takes the rehearsal over, and need not run the model again.
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

  // Returns this thread's rehearsal for this kind of device; it is never null.
  static std::unique_ptr<Rehearsal>& of_this_thread(spec::DeviceKind device);

  // Runs a whole program, instead of one command at a time.
  void run(const spec::Program& program);

  // begin(), step() and keep() run a program command by command, like the functions of ExpectedRun with these names.
  void begin();
  spec::OutcomeKind step(const spec::Record& record);
  bool last_step_changed_state() const { return run_.last_step_changed_state(); }
  void keep();

  // Whether this is a complete run of exactly this program. It does not compare the choice of SanctionedHoles: the
  // caller must make sure that the run used Exempt.
  bool is_of(const spec::Program& program) const { return valid_ && program_ == program; }

  const ExpectedRun& expected_run() const { return run_; }
  const spec::Model& model() const { return run_.model(); }
  const spec::Program& program() const { return program_; }
  const spec::Trace& trace() const { return *trace_; }
  const ExpectedRun::DroppedFlags& dropped() const { return dropped_; }
  // Lists the commands since begin() that were stepped and that the model dropped. Dropped commands that became part of
  // the program are not listed.
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
