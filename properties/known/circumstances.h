// A departure with what surrounds it: what can be asked about it without running anything again.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "properties/generate/operation_set.h"
#include "properties/lockstep/departure.h"
#include "properties/lockstep/expected.h"
#include "spec/program/program.h"

namespace modecheck::properties {

// A register that the departing command names.
struct Operand {
  int argument = 0;  // its position in the schema
  int reg = 0;
  bool written = false;  // the schema's `!`
};

// Of a departure at a command. It refers to its arguments and lives no longer than they do.
class Circumstances {
 public:
  Circumstances(const spec::Program& program, const Expected& expected, const Departure& departure);

  // False before the first command and after the last: nothing else may be asked then.
  static bool at_command(const spec::Program& program, const Departure& departure);

  // Of an earlier command of the same program: what is said here of "the command" is said of that one then.
  Circumstances at(int step) const { return {*program_, *expected_, *departure_, step}; }

  const Departure& departure() const { return *departure_; }
  int step() const { return step_; }
  const spec::Record& record() const { return *record_; }
  const spec::Operation& operation() const { return spec::operation(record_->operation); }
  const spec::ModeObservation& mode() const { return after_->mode; }
  const std::vector<Operand>& operands() const { return operands_; }

  // The specification's word on a register.
  const spec::TensorObservation& before(int reg) const { return of(*before_, reg); }
  const spec::TensorObservation& after(int reg) const { return of(*after_, reg); }

  // The argument of that name, or -1.
  int argument_named(std::string_view name) const;

  // What the specification says of the command: "ok", "error" or "dropped".
  std::string_view outcome() const;

  // Whether one of these came before the command.
  bool came_before(const OperationSet& operations) const;

  // Whether what the command gives or writes has a history that it is in.
  bool is_recorded() const;

  // Whether the command puts a result there. One that is rejected leaves the register as it was.
  bool is_result(int reg) const;

  // Whether the register held, before the command, a view that was written since it was made, of a base that
  // requires grad: what W5 regenerates.
  bool is_stale(int reg) const;

  // Whether the command's result is a view with elements that its argument does not have (did not, if that is what the
  // command changes); `as_strided` can make one.
  bool reaches_beyond_argument() const;

  // Whether a mean or a reciprocal that an earlier, recorded `native_group_norm` gave was used since.
  bool statistic_was_used() const;

  // Whether the command is an `index_put` in whose list an absent index follows a mask.
  bool puts_by_mask_before_whole() const;

  // Whether the command upsamples by a factor that leaves or doubles a size and is not one or two.
  bool scales_to_whole_sizes() const;

  // Whether the register's storage is or was, by what the registers showed up to the command, that of a tensor's
  // gradient. The tensor itself may be in no register any more.
  bool is_gradient(int reg) const;

  // The same of what was passed to a backward as the gradient.
  bool was_passed(int reg) const;

  // Whether the command names the tensor that was in the register before it, there or in another register.
  bool is_operand(int reg) const;

  // Whether the tensor was, before the command, on the storage of an operand that the command writes.
  bool is_written(int reg) const;

  // The same of what differs: the register's tensor, or the gradient that it holds.
  bool is_written(const Difference& difference) const;

  // Whether what differs was, before the command, on the storage of any operand.
  bool is_on_operand(const Difference& difference) const;

 private:
  Circumstances(const spec::Program& program, const Expected& expected, const Departure& departure, int step);
  std::uint8_t storage_before(const Difference& difference) const;
  bool is_written_storage(std::uint8_t storage) const;
  // A flag for each register.
  using Marks = std::array<bool, spec::kRegisters>;

  // Whether the register is or was on a storage that was marked. `mark` is told the state after each command, the
  // number of the command, and marks what it knows of registers and storages; both are numbered as registers are.
  bool was_marked(int reg, void (*mark)(const Circumstances& c, int step, Marks& registers, Marks& storages)) const;

  static const spec::TensorObservation& of(const spec::Observation& observation, int reg) {
    return observation.registers[static_cast<std::size_t>(reg)].tensor;
  }

  const spec::Program* program_;
  const Expected* expected_;
  const Departure* departure_;
  int step_;
  const spec::Record* record_;
  const spec::Observation* before_;
  const spec::Observation* after_;
  std::vector<Operand> operands_;
};

}  // namespace modecheck::properties
