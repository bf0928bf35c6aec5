// ExpectedRun computes the run that every subject (a library under test) must show for a program. The model
// (spec/model) computes the metadata, and the Player (effect_player.h) computes the values.
//
//   ExpectedRun run(spec::DeviceKind::Cpu, /*values=*/true);
//   run.run(program, trace, dropped);
//   matches(run.expectations().steps[3].registers[0].storage, ...)
//
// A generator runs a program while it writes it. It tries one command at a time, and keeps the commands that it wants:
//
//   run.begin(trace, dropped);
//   run.step(record);
//   if (run.last_step_changed_state() || is_wanted(record)) run.keep();
//
// If the bytes of a tensor have not changed since an earlier step, both steps refer to the same byte range of the
// trace.
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

// How the run treats gradients that depend on a write which autograd cannot see, for example through .data (a
// sanctioned hole, rule H).
enum class SanctionedHoles : bool {
  Exempt,  // such a gradient is Unknown, so any value is accepted
  Judged,  // such a gradient must be the true derivative; a search can then show wrong gradients
};

class ExpectedRun {
 public:
  // `values` says whether the trace gets the bytes of all tensors. On the Meta device there are no values, so pass
  // false.
  ExpectedRun(spec::DeviceKind device, bool values, SanctionedHoles sanctioned_holes = SanctionedHoles::Exempt);

  using DroppedFlags = std::array<std::uint8_t, spec::kMaxCommands>;

  // Runs the whole program. Sets `dropped[i]` to 1 if no subject may run command i. Reuses its memory: once the largest
  // program has been run, a run allocates nothing. It is not inlined, so that scripts/bench finds it in a profile.
  [[gnu::noinline]] void run(const spec::Program& program, spec::Trace& out, DroppedFlags& dropped);

  // Starts an empty program. Steps write to `out` and `dropped`, so both must live until the next run begins.
  void begin(spec::Trace& out, DroppedFlags& dropped);
  // Runs one more command. Call keep() to add the command to the program; otherwise the next step undoes it.
  spec::OutcomeKind step(const spec::Record& record);
  // Whether the last step changed the state of the model. If so, keep() must be called for it.
  bool last_step_changed_state() const;
  // Adds the command of the last step to the program. The program holds at most kMaxCommands commands.
  void keep();

  // Returns how precisely each byte range of the trace is determined. The reference stays valid; its contents change
  // when the next run begins.
  const Expectations& expectations() const { return expectations_; }
  spec::RuleSet rules_hit() const { return rules_; }
  const std::array<spec::RuleSet, spec::kMaxCommands>& rules_by_command() const { return rules_by_command_; }
  // For each command, the reason why it was dropped, or None if it was not dropped.
  const std::array<spec::Unspecified, spec::kMaxCommands>& unspecified() const { return unspecified_; }

  // Returns how many commands can be judged, counted from the start. These are all commands, unless the model's answer
  // depended on an uncertain value.
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
  std::uint32_t kept_ = 0;  // the number of commands that keep() has added
  // index of the first command that depends on an uncertain value; kMaxCommands if there is none
  std::uint32_t trusted_ = 0;
  bool doubtful_ = false;         // whether a kept command depends on an uncertain value
  std::uint64_t last_stamp_ = 0;  // Values::last_stamp() after the last kept command
  std::vector<Copy> copies_;      // for each storage id, the last copy of its bytes in the trace
  std::array<GradientCopy, spec::kRegisters> gradients_;
  Places places_;
  Expectations expectations_;
};

}  // namespace modecheck::reference
