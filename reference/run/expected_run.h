// The run that every subject has to show: the model for the metadata, the player for the numbers.
//
//   ExpectedRun run(spec::DeviceKind::Cpu, /*values=*/true);
//   run.run(program, trace, dropped);
//   matches(run.expectations().steps[3].registers[0].storage, ...)
//
// Whoever writes a program while it runs tries commands one at a time, and keeps those that belong to the program:
//
//   run.begin(trace, dropped);
//   run.step(record);
//   if (run.last_step_changed_state() || is_wanted(record)) run.keep();
//
// A range of bytes that did not change since an earlier step is not copied again: both steps name the same range.
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

// What rule H lets a reference run say about gradients.
enum class SanctionedHoles : bool {
  Exempt,  // gradients that depend on a storage touched through a sanctioned hole are Unknown
  Judged,  // they are the true derivative: so the search can show that the sanctioned holes are unsound
};

class ExpectedRun {
 public:
  // `values`: whether byte ranges are filled in. On Meta there are no numbers at all.
  ExpectedRun(spec::DeviceKind device, bool values, SanctionedHoles sanctioned_holes = SanctionedHoles::Exempt);

  using DroppedFlags = std::array<std::uint8_t, spec::kMaxCommands>;

  // Runs the whole program. `dropped[i]` is 1 if command i is not to be run on any subject. Allocates nothing once the
  // largest program has been seen.
  void run(const spec::Program& program, spec::Trace& out, DroppedFlags& dropped);

  // Starts a program without commands. `out` and `dropped` are written until the next run begins.
  void begin(spec::Trace& out, DroppedFlags& dropped);
  // Runs one more command. It does not belong to the program until it is kept: the next step takes its place.
  spec::OutcomeKind step(const spec::Record& record);
  // Whether the model is another one since the last step, which must then be kept.
  bool last_step_changed_state() const;
  // Makes the last step the next command of the program. At most kMaxCommands are kept.
  void keep();

  // Describe the commands of the last run, until the next one begins.
  const Expectations& expectations() const { return expectations_; }
  spec::RuleSet rules_hit() const { return rules_; }
  const std::array<spec::RuleSet, spec::kMaxCommands>& rules_by_command() const { return rules_by_command_; }
  // Why each command was dropped; None for those that were not.
  const std::array<spec::Unspecified, spec::kMaxCommands>& unspecified() const { return unspecified_; }

  // How many commands can be judged: all of them, unless the model had to decide by numbers that are not certain.
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
  std::uint32_t kept_ = 0;     // commands of the program
  std::uint32_t trusted_ = 0;  // commands before the first that hangs on uncertain numbers; more than there are if none
  bool doubtful_ = false;      // whether such a command has been kept
  std::uint64_t last_stamp_ = 0;  // of the values after the last command that was kept
  std::vector<Copy> copies_;      // by storage
  std::array<GradientCopy, spec::kRegisters> gradients_;
  Places places_;
  Expectations expectations_;
};

}  // namespace modecheck::reference
