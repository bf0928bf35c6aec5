// A departure with what surrounds it: what can be asked about it without running anything again.
#pragma once

#include <array>
#include <initializer_list>
#include <vector>

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

  // Whether the command's result is a view with elements that its argument does not have (did not, if that is what the
  // command changes); `as_strided` can make one.
  bool reaches_beyond_argument() const;

  // Whether an earlier command made such a view.
  bool reached_beyond_argument() const;

  // Whether an earlier command wrote a view.
  bool view_was_written() const;

  // Whether a backward ran after a `slice_scatter` or `select_scatter`: the gradient of the part is a view of the
  // whole's.
  bool gave_a_part_its_gradient() const;
  // Whether an earlier `atan2` had an operand of integers.
  bool took_angle_of_integers() const;
  // Whether an earlier `pow` gave a result of another dtype than its base, which has gradients itself.
  bool raised_to_a_wider_power() const;
  // Whether an earlier `clamp` had two tensors as bounds of which one has other sizes than its argument.
  bool clamped_between_other_sizes() const;

  // Whether a mean or a reciprocal that an earlier, recorded `native_group_norm` gave was used since.
  bool statistic_was_used() const;

  // Whether this command, or an earlier one, is an `index_put` in whose list an absent index follows a mask.
  bool puts_by_mask_before_whole() const;
  bool put_by_mask_before_whole() const;

  // Whether this command, or an earlier one, upsamples by a factor that leaves or doubles a size and is not one or two.
  bool scales_to_whole_sizes() const;
  bool scaled_to_whole_sizes() const;

  // Whether an earlier `native_group_norm` had a bias and no weight.
  bool normalized_by_bias_alone() const;
  bool traced_a_tall_matrix() const;
  // Whether an earlier loss compared tensors of two sizes.
  bool compared_unlike_sizes() const;
  bool solved_for_vectors_of_one() const;
  bool took_extremes_of_segments() const;
  bool recorded_cross_entropy() const;
  bool wrote_logic() const;  // a logical function in place
  bool normalized_outside_training() const;
  bool put_by_nothing() const;  // by a list whose indices are all absent

  // Whether an earlier command has a history whose derivative asks for the sizes of an argument and not for what is in
  // it.
  bool recorded_for_sizes() const;

  // Whether an earlier `fmax`, `fmin` or `clamp` between tensors has a history.
  bool recorded_greatest() const;

  // Whether an earlier `kron` has a history.
  bool recorded_kron() const;

  // Whether such a command came before.
  bool came_before(spec::Extra extra) const;
  bool came_before(const char* operation) const;

  // Whether an earlier `hook` was hung on a view that had been written since its history was made.
  bool hooked_stale_view() const;

  // Whether an earlier `_pdist_forward` measured a matrix without rows.
  bool measured_no_rows() const;

  // Whether an earlier command wrote a view whose storage had to grow for it.
  bool view_has_grown() const;

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
  // Whether an earlier call of one of these has a history.
  bool recorded(std::initializer_list<spec::OperationId> operations) const;
  // Whether `matches(record, step)` of an earlier command.
  template <typename Matches>
  bool any_before(const Matches& matches) const;
  // The same as is_stale, before the command at this step.
  bool was_stale(int reg, int at) const;
  bool puts_by_mask_before_whole(int step) const;
  bool scales_to_whole_sizes(int step) const;
  std::uint8_t storage_before(const Difference& difference) const;
  bool is_written_storage(std::uint8_t storage) const;
  bool reaches_beyond_argument(int step) const;
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
  const spec::Record* record_;
  const spec::Observation* before_;
  const spec::Observation* after_;
  std::vector<Operand> operands_;
};

}  // namespace modecheck::properties
