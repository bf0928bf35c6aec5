// A MismatchContext is a mismatch with its surroundings. It answers questions about the mismatch without running
// anything again.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "properties/generate/operation_set.h"
#include "properties/lockstep/expected.h"
#include "properties/lockstep/mismatch.h"
#include "spec/program/program.h"

namespace modecheck::properties {

// An Operand is a register that the mismatching command names.
struct Operand {
  int argument = 0;  // the position of the argument in the schema
  int reg = 0;
  bool written = false;  // whether the schema marks the argument with `!`, as one that the operator writes
};

// Describes a mismatch at a command. The context refers to its constructor's arguments and must not outlive them.
class MismatchContext {
 public:
  MismatchContext(const spec::Program& program, const Expected& expected, const Mismatch& mismatch);

  // Whether the mismatch lies at a command. It may also lie before the first command or after the last one; then no
  // other function of this class may be called.
  static bool at_command(const spec::Program& program, const Mismatch& mismatch);

  // Returns the context of an earlier command of the same program. In that context "the command" means the earlier
  // command.
  MismatchContext at(int step) const { return {*program_, *expected_, *mismatch_, step}; }

  const Mismatch& mismatch() const { return *mismatch_; }
  int step() const { return step_; }
  const spec::Record& record() const { return *record_; }
  const spec::Operation& operation() const { return spec::operation(record_->operation); }
  const spec::ModeObservation& mode() const { return after_->mode; }
  const std::vector<Operand>& operands() const { return operands_; }

  // Returns what the specification says about a register, before or after the command.
  const spec::TensorObservation& before(int reg) const { return of(*before_, reg); }
  const spec::TensorObservation& after(int reg) const { return of(*after_, reg); }

  // Returns the index of the command's argument with that name, or -1.
  int argument_named(std::string_view name) const;

  // Returns the outcome that the specification gives the command: "ok", "error" or "dropped".
  std::string_view outcome() const;

  // Whether the program runs one of the operations in `operations` before the command.
  bool came_before(const OperationSet& operations) const;

  // Whether autograd recorded the command: it is in the history of its result or of a tensor that it wrote.
  bool is_recorded() const;

  // Whether the command stores a result in that register. A rejected command stores none.
  bool is_result(int reg) const;

  // Whether the register held a stale view before the command: a view that was written since it was made, and whose
  // base requires grad. Rule W5 regenerates the grad_fn of such a view.
  bool is_stale(int reg) const;

  // Whether the command makes a view with elements that its argument does not have, as `as_strided` can. For an
  // in-place view operator, the question is whether the tensor gets elements that it did not have before.
  bool reaches_beyond_argument() const;

  // Whether an earlier command used the mean or the reciprocal standard deviation that a recorded `native_group_norm`
  // had returned.
  bool statistic_was_used() const;

  // Whether the command is an `index_put` whose list of indices has an absent index after a mask.
  bool puts_by_mask_before_whole() const;

  // Whether the command upsamples in one of the cases in which libtorch ignores the scale factor. In these cases a size
  // stays as it was although its factor is not one. With nearest neighbours, a size may also double although its factor
  // is not two.
  bool scales_to_whole_sizes() const;

  // Whether the register's storage holds, or once held, the gradient of some tensor. The tensor may have left all
  // registers by now. Gradients that no register showed up to this command do not count.
  bool is_gradient(int reg) const;

  // Whether an earlier backward got the register's storage as the gradient of its root.
  bool was_passed(int reg) const;

  // Whether the command names, in any register, the tensor that this register held before the command.
  bool is_operand(int reg) const;

  // Whether the register's tensor shared, before the command, the storage of an operand that the command writes.
  bool is_written(int reg) const;

  // Whether the tensor that a difference concerns shared the storage of a written operand before the command. That
  // tensor is the register's tensor, or the gradient that the tensor holds.
  bool is_written(const Difference& difference) const;

  // Whether the tensor in which the subject differs was on the storage of an operand before the command.
  bool is_on_operand(const Difference& difference) const;

 private:
  MismatchContext(const spec::Program& program, const Expected& expected, const Mismatch& mismatch, int step);
  std::uint8_t storage_before(const Difference& difference) const;
  bool is_written_storage(std::uint8_t storage) const;
  // One flag for each register.
  using Marks = std::array<bool, spec::kRegisters>;

  // Walks through the commands up to this one, and lets `mark` flag registers and storages at each command. Returns
  // true if the register, or the storage of its tensor, was flagged. The lowest register on a storage gives the storage
  // its number.
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
