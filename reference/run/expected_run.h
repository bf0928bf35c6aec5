// ExpectedRun computes the run that every subject must show. The model gives the metadata, the player the values.
//
//   ExpectedRun run(spec::DeviceKind::Cpu, /*values=*/true);
//   run.run(program, trace, dropped);
//   matches(run.expectations().steps[3].registers[0].storage, ...)
//
// A generator, which runs a program while writing it, tries one command at a time and keeps those that it wants:
//
//   run.begin(trace, dropped);
//   run.step(record);
//   if (run.last_step_changed_state() || is_wanted(record)) run.keep();
//
// A range of bytes that has not changed since an earlier step is not copied again: both steps refer to the same range.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "reference/run/effect_player.h"
#include "reference/values/expectation.h"
#include "spec/interface/trace.h"
#include "spec/model/model.h"
#include "spec/program/program.h"

namespace modecheck::reference {

// Whether the run predicts gradients that pass through a sanctioned hole (rule H).
enum class SanctionedHoles : bool {
  Exempt,  // a gradient is Unknown if it depends on a storage that was touched through a sanctioned hole
  Judged,  // the run predicts the true derivative of such a gradient; a search can then show the sanctioned holes
           // unsound
};

class ExpectedRun {
 public:
  // `values` says whether the byte ranges of the trace are filled in. On Meta there are no values.
  ExpectedRun(spec::DeviceKind device, bool values, SanctionedHoles sanctioned_holes = SanctionedHoles::Exempt);

  using DroppedFlags = std::array<std::uint8_t, spec::kMaxCommands>;

  // Runs the whole program. `dropped[i]` is 1 if no subject may run command i. Memory is reused: a run allocates
  // nothing once the largest program has been run.
  void run(const spec::Program& program, spec::Trace& out, DroppedFlags& dropped);

  // Starts an empty program. `out` and `dropped` must live until the next run begins, because steps write to them.
  void begin(spec::Trace& out, DroppedFlags& dropped);
  // Runs one more command. Unless keep() adds the command to the program, the next step replaces it.
  spec::OutcomeKind step(const spec::Record& record);
  // Whether the last step changed the state of the model. Such a step must be kept.
  bool last_step_changed_state() const;
  // Adds the last step's command to the program, which holds at most kMaxCommands.
  void keep();

  // The results of the last run stay valid until the next run begins.
  const Expectations& expectations() const { return expectations_; }
  spec::RuleSet rules_hit() const { return rules_; }
  const std::array<spec::RuleSet, spec::kMaxCommands>& rules_by_command() const { return rules_by_command_; }
  // The reason why each command was dropped; None if it was not.
  const std::array<spec::Unspecified, spec::kMaxCommands>& unspecified() const { return unspecified_; }

  // The number of commands that can be judged: all, unless the model's answer depended on an uncertain value.
  std::uint32_t trusted() const { return std::min(trusted_, kept_); }

  const spec::Model& model() const { return model_; }
  const Player& player() const { return player_; }

 private:
  struct Copy {
    std::uint64_t stamp = 0;
    spec::ByteRange range;
  };
  struct GradientCopy {
    Copy copy;
    spec::Geometry geometry;
  };

  void fill(spec::Trace& out, spec::Observation& observation, StepExpectation& expectation);
  void fill_as_before(spec::Step& step, std::uint32_t index);
  spec::ByteRange storage_bytes(spec::Trace& out, spec::StorageId id);
  spec::ByteRange gradient_values(spec::Trace& out, int reg, const spec::Geometry& geometry);

  bool values_;
  SanctionedHoles sanctioned_holes_;
  Player player_;
  spec::Model model_;
  spec::RuleSet rules_;
  std::array<spec::RuleSet, spec::kMaxCommands> rules_by_command_{};
  std::array<spec::Unspecified, spec::kMaxCommands> unspecified_{};
  spec::Trace* trace_ = nullptr;
  DroppedFlags* dropped_ = nullptr;
  std::uint32_t kept_ = 0;        // the number of commands of the program
  std::uint32_t trusted_ = 0;     // commands before the first that depends on an uncertain value; else kMaxCommands
  bool doubtful_ = false;         // whether a command that depends on an uncertain value has been kept
  std::uint64_t last_stamp_ = 0;  // identifies the values after the last command that was kept
  std::vector<Copy> copies_;      // indexed by storage
  std::array<GradientCopy, spec::kRegisters> gradients_;
  Places places_;
  Expectations expectations_;
};

}  // namespace modecheck::reference
