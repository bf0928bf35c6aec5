// A mismatch with its surroundings: everything that can be asked about it without running anything again.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "properties/generate/operation_set.h"
#include "properties/lockstep/expected.h"
#include "properties/lockstep/mismatch.h"
#include "spec/program/program.h"

namespace modecheck::properties {

// A register that the mismatching command names.
struct Operand {
  int argument = 0;  // position in the schema's arguments
  int reg = 0;
  bool written = false;  // marked `!` in the schema
};

// Describes a mismatch at a command. It refers to its constructor's arguments and must not outlive them.
class MismatchContext {
 public:
  MismatchContext(const spec::Program& program, const Expected& expected, const Mismatch& mismatch);

  // Returns false if the mismatch lies before the first command or after the last. Then no other function may be
  // called.
  static bool at_command(const spec::Program& program, const Mismatch& mismatch);

  // Returns the context of an earlier command of the same program. There, "the command" means that earlier one.
  MismatchContext at(int step) const { return {*program_, *expected_, *mismatch_, step}; }

  const Mismatch& mismatch() const { return *mismatch_; }
  int step() const { return step_; }
  const spec::Record& record() const { return *record_; }
  const spec::Operation& operation() const { return spec::operation(record_->operation); }
  const spec::ModeObservation& mode() const { return after_->mode; }
  const std::vector<Operand>& operands() const { return operands_; }

  // What the specification says about a register.
  const spec::TensorObservation& before(int reg) const { return of(*before_, reg); }
  const spec::TensorObservation& after(int reg) const { return of(*after_, reg); }

  // Returns the index of the argument with that name, or -1.
  int argument_named(std::string_view name) const;

  // Returns what the specification says about the command: "ok", "error" or "dropped".
  std::string_view outcome() const;

  // Whether one of these operations came before the command.
  bool came_before(const OperationSet& operations) const;

  // Whether autograd recorded the command: it is in the history of its result or of a tensor that it wrote.
  bool is_recorded() const;

  // Whether the command stores a result in that register. A rejected command stores none.
  bool is_result(int reg) const;

  // Whether the register held, before the command, a stale view: it was written since it was made, and its base
  // requires grad. W5 regenerates such views.
  bool is_stale(int reg) const;

  // Whether the command makes a view with elements that its argument does not have (for an in-place view operator: did
  // not have before). `as_strided` can do that.
  bool reaches_beyond_argument() const;

  // Whether the mean or reciprocal that an earlier, recorded `native_group_norm` returned was used since.
  bool statistic_was_used() const;

  // Whether the command is an `index_put` whose list of indices has an absent index after a mask.
  bool puts_by_mask_before_whole() const;

  // Whether the command upsamples by a factor that is not one, yet leaves a size as it was; or, with nearest
  // neighbours, by one that is not two, yet doubles a size.
  bool scales_to_whole_sizes() const;

  // Whether the register's storage is, or once was, the storage of some tensor's gradient, as far as the registers
  // showed up to the command. The tensor itself may be in no register any more.
  bool is_gradient(int reg) const;

  // Likewise, whether the register's storage was passed to a backward as the gradient.
  bool was_passed(int reg) const;

  // Whether the command names, in any register, the tensor that this register held before the command.
  bool is_operand(int reg) const;

  // Whether the register's tensor shared, before the command, the storage of an operand that the command writes.
  bool is_written(int reg) const;

  // Likewise for the tensor that a difference concerns: the register's tensor, or the gradient that it holds.
  bool is_written(const Difference& difference) const;

  // Whether the tensor that a difference concerns shared, before the command, the storage of any operand.
  bool is_on_operand(const Difference& difference) const;

 private:
  MismatchContext(const spec::Program& program, const Expected& expected, const Mismatch& mismatch, int step);
  std::uint8_t storage_before(const Difference& difference) const;
  bool is_written_storage(std::uint8_t storage) const;
  // A flag for each register.
  using Marks = std::array<bool, spec::kRegisters>;

  // Whether the register is, or once was, on a marked storage. `mark` is called after each command, with its number. It
  // marks the registers and storages that it knows of; storages are numbered by their lowest register.
  bool was_marked(int reg, void (*mark)(const MismatchContext& c, int step, Marks& registers, Marks& storages)) const;

  static const spec::TensorObservation& of(const spec::Observation& observation, int reg) {
    return observation.registers[static_cast<std::size_t>(reg)].tensor;
  }

  const spec::Program* program_;
  const Expected* expected_;
  const Mismatch* mismatch_;
  int step_;
  const spec::Record* record_;
  const spec::Observation* before_;
  const spec::Observation* after_;
  std::vector<Operand> operands_;
};

}  // namespace modecheck::properties
