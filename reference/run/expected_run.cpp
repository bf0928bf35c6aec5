#include "reference/run/expected_run.h"

#include <cstring>
#include <stdexcept>

#include "spec/model/queries.h"

namespace modecheck::reference {
namespace {

// Reserves the next `size` bytes of the trace's byte buffer. Throws std::length_error if the buffer is full.
spec::ByteRange reserve(spec::Trace& out, std::size_t size) {
  if (out.bytes_used + size > spec::Trace::byte_capacity)
    throw std::length_error("reference: the trace's bytes are full");
  const spec::ByteRange range{out.bytes_used, static_cast<std::uint32_t>(size)};
  out.bytes_used += range.size;
  return range;
}

bool same_elements(const spec::Geometry& a, const spec::Geometry& b) {
  return a.storage == b.storage && a.dtype == b.dtype && a.rank == b.rank && a.offset == b.offset &&
         a.sizes == b.sizes && a.strides == b.strides;
}

}  // namespace

ExpectedRun::ExpectedRun(spec::DeviceKind device, bool values, SanctionedHoles sanctioned_holes)
    : values_(values && spec::has_values(device)),
      sanctioned_holes_(sanctioned_holes),
      player_(device),
      model_(spec::ModelOptions{device}, spec::has_values(device) ? &player_ : nullptr,
             spec::has_values(device) ? &player_ : nullptr) {}

void ExpectedRun::run(const spec::Program& program, spec::Trace& out, DroppedFlags& dropped) {
  begin(out, dropped);
  for (const spec::Record& record : program.records) {
    step(record);
    keep();
  }
}

void ExpectedRun::begin(spec::Trace& out, DroppedFlags& dropped) {
  out.clear();
  trace_ = &out;
  dropped_ = &dropped;
  kept_ = 0;
  trusted_ = spec::kMaxCommands;
  doubtful_ = false;
  rules_ = {};
  player_.clear();
  model_.reset();
  out.initial.outcome = {};
  out.initial.outcome.kind = spec::OutcomeKind::Ok;
  model_.observe(0, out.initial.observation);
  fill(out, out.initial.observation, expectations_.initial);
  last_stamp_ = player_.values().last_stamp();
}

spec::OutcomeKind ExpectedRun::step(const spec::Record& record) {
  // If the last command was not kept, its questions about uncertain values no longer matter. So reset the flag to its
  // value after the last kept command.
  player_.set_doubtful(doubtful_);
  spec::Step& step = trace_->steps[kept_];
  model_.step(record, step);
  return step.outcome.kind;
}

bool ExpectedRun::last_step_changed_state() const { return !spec::Queries(model_).last_step_was_undone(); }

void ExpectedRun::keep() {
  const std::uint32_t i = kept_++;
  spec::Step& step = trace_->steps[i];
  (*dropped_)[i] = step.outcome.kind == spec::OutcomeKind::Dropped;
  unspecified_[i] = model_.unspecified();
  rules_by_command_[i] = model_.rules();
  rules_.add(rules_by_command_[i]);
  if (player_.doubtful() && !doubtful_) {
    doubtful_ = true;
    trusted_ = i;
  }
  // A command that only opened a guard, or that was rejected (E1), changes no byte. Then the byte ranges of the step
  // before are used again.
  const bool as_before = !model_.observed_anew() && player_.values().last_stamp() == last_stamp_;
  last_stamp_ = player_.values().last_stamp();
  if (as_before)
    fill_as_before(step, i);
  else
    fill(*trace_, step.observation, expectations_.steps[i]);
  trace_->completed = i + 1;
}

void ExpectedRun::fill(spec::Trace& out, spec::Observation& observation, StepExpectation& expectation) {
  for (int reg = 0; reg < spec::kRegisters; ++reg) {
    const auto at = static_cast<std::size_t>(reg);
    spec::RegisterObservation& seen = observation.registers[at];
    if (seen.storage.size != 0) seen.storage = {};
    if (seen.grad_values.size != 0) seen.grad_values = {};
    if (!values_) continue;
    if (seen.tensor.storage == reg) {
      const spec::StorageId id = model_.storage_of(reg);
      if (sanctioned_holes_ == SanctionedHoles::Exempt && model_.unpredictable(id)) player_.give_up(id);
      seen.storage = storage_bytes(out, id);
      const Expectation& state = player_.values().at(id).state;
      Expectation& of = expectation.registers[at].storage;
      of.certainty = state.certainty;
      of.dtype = state.dtype;
      of.tolerance = state.tolerance;
    }
    if (seen.grad.defined == 0) continue;
    if (spec::Geometry geometry; model_.gradient_of(reg, geometry)) {
      if (sanctioned_holes_ == SanctionedHoles::Exempt && model_.unpredictable(geometry.storage))
        player_.give_up(geometry.storage);
      seen.grad_values = gradient_values(out, reg, geometry);
      Expectation& of = expectation.registers[at].grad;
      of = player_.values().at(geometry.storage).state;
      // The error bound holds only for the dtype in which the gradient was written. Read in another dtype, an inexact
      // gradient is unknown.
      if (of.dtype != geometry.dtype && of.certainty != Certainty::Exact) of.certainty = Certainty::Unknown;
      of.dtype = geometry.dtype;
    }
  }
}

void ExpectedRun::fill_as_before(spec::Step& step, std::uint32_t index) {
  const spec::Step& before = index == 0 ? trace_->initial : trace_->steps[index - 1];
  for (std::size_t reg = 0; reg < spec::kRegisters; ++reg) {
    step.observation.registers[reg].storage = before.observation.registers[reg].storage;
    step.observation.registers[reg].grad_values = before.observation.registers[reg].grad_values;
  }
  expectations_.steps[index] = index == 0 ? expectations_.initial : expectations_.steps[index - 1];
}

spec::ByteRange ExpectedRun::storage_bytes(spec::Trace& out, spec::StorageId id) {
  if (id >= copies_.size()) copies_.resize(2 * (std::size_t{id} + 1));
  Copy& copy = copies_[id];
  const StorageValues& storage = player_.values().at(id);
  if (copy.stamp != storage.stamp) {
    copy.stamp = storage.stamp;
    copy.range = reserve(out, storage.size);
    std::memcpy(out.bytes.data() + copy.range.begin, storage.bytes.data(), storage.size);
  }
  return copy.range;
}

spec::ByteRange ExpectedRun::gradient_values(spec::Trace& out, int reg, const spec::Geometry& geometry) {
  GradientCopy& gradient = gradients_[static_cast<std::size_t>(reg)];
  const StorageValues& storage = player_.values().at(geometry.storage);
  if (gradient.copy.stamp == storage.stamp && same_elements(gradient.geometry, geometry)) return gradient.copy.range;
  gradient.geometry = geometry;
  gradient.copy.stamp = storage.stamp;
  find_places(geometry, places_);
  const auto count = static_cast<std::size_t>(places_.count);
  const auto item = static_cast<std::size_t>(spec::item_size(geometry.dtype));
  gradient.copy.range = reserve(out, count * item);
  std::uint8_t* to = out.bytes.data() + gradient.copy.range.begin;
  if (places_.dense) {
    std::memcpy(to, storage.bytes.data() + places_[0] * item, count * item);
  } else {
    for (std::size_t i = 0; i < count; ++i) std::memcpy(to + i * item, storage.bytes.data() + places_[i] * item, item);
  }
  return gradient.copy.range;
}

}  // namespace modecheck::reference
