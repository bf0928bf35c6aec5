// A departure with what surrounds it: what can be asked about it without running anything again.
#pragma once

#include <vector>

#include "properties/departure.h"
#include "properties/expected.h"
#include "spec/program.h"

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

  const Departure& departure() const { return *departure_; }
  const spec::Record& record() const { return *record_; }
  const spec::Operation& operation() const { return spec::operation(record_->operation); }
  const spec::ModeObservation& mode() const { return after_->mode; }
  const std::vector<Operand>& operands() const { return operands_; }

  // The specification's word on a register.
  const spec::TensorObservation& before(int reg) const { return of(*before_, reg); }
  const spec::TensorObservation& after(int reg) const { return of(*after_, reg); }

  // The argument of that name, or -1.
  int argument_named(std::string_view name) const;

  // Whether the command puts a result there. One that is rejected leaves the register as it was.
  bool is_result(int reg) const;

  // Whether the register held, before the command, a view that was written since it was made, of a base that
  // requires grad: what W5 regenerates.
  bool is_stale(int reg) const;

  // Whether the register's storage is or was, by what the registers showed up to the command, that of a tensor's
  // gradient. The tensor itself may be in no register any more.
  bool is_gradient(int reg) const;

  // Whether the tensor was, before the command, on the storage of an operand that the command writes.
  bool is_written(int reg) const;

  // The same of what differs: the register's tensor, or the gradient that it holds.
  bool is_written(const Difference& difference) const;

 private:
  bool is_written_storage(std::uint8_t storage) const;
  static const spec::TensorObservation& of(const spec::Observation& observation, int reg) {
    return observation.registers[static_cast<std::size_t>(reg)].tensor;
  }

  const spec::Program* program_;
  const Expected* expected_;
  const Departure* departure_;
  const spec::Record* record_;
  const spec::Observation* before_;
  const spec::Observation* after_;
  std::vector<Operand> operands_;
};

}  // namespace modecheck::properties
