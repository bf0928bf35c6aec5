// A template for a subject: how to check an engine that modecheck does not know.
//
// Copy this file and replace Toy by your engine. Build the file as a shared library that exports modecheck_subject_v1
// and nothing else (subjects/CMakeLists.txt shows how). Then the command
//
//   MODECHECK_SUBJECT_PATH=folder modecheck run --subjects yours:cpu
//
// checks your engine against the specification. The interface is spec/interface/subject.h: a table of functions over
// plain structs. A subject has to do the following:
//
// 1. `run` gets a whole program. Set up the initial registers (`initial_leaf`) and write `trace->initial`. Then run the
//    records in order and write a step after each record, also if it failed: an Outcome and an Observation. Keep
//    `trace->completed` up to date, so that a crash is assigned to the right command.
// 2. Do not run a record flagged in `program->dropped`: its outcome is Dropped, and the observation is as before.
// 3. Report what the engine lacks as Unsupported: whole operations by `supports`, a single command by its outcome.
//    That does not count against a subject.
// 4. An observation reads stored state and regenerates no view. It holds numbers, never addresses: registers that share
//    a tensor, a storage or a node name the lowest of these registers. Bytes go into `trace->bytes`.
// 5. A rejection is an Error with one of the classes of spec/interface/error_class.h. Do not guess: if you do not know
//    a message, answer Unmapped, which the driver reports.
//
// subjects/adapter is the complete example: it has threads, guards, autograd and all operators.
//
// Toy has contiguous tensors, `neg`, `mul.Tensor` for float32 tensors of equal shapes, and `assign`. It has no modes,
// autograd, views or in-place writes, so every version is 0.
#include "spec/interface/subject.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

#include "spec/program/arguments.h"
#include "spec/program/operation.h"
#include "spec/program/operator_id.h"
#include "spec/program/program.h"

namespace modecheck::subjects {
namespace {

// ---- the engine: put yours here

struct ToyTensor {
  std::vector<std::int64_t> sizes;
  spec::DType dtype = spec::DType::Float32;
  std::vector<float> floats;           // the values of a float32 tensor
  std::vector<std::int64_t> integers;  // the values of an int64 tensor
  bool requires_grad = false;

  const void* data() const {
    return dtype == spec::DType::Int64 ? static_cast<const void*>(integers.data()) : floats.data();
  }
  std::size_t bytes() const { return floats.size() * sizeof(float) + integers.size() * sizeof(std::int64_t); }
};
using Toy = std::shared_ptr<const ToyTensor>;

Toy toy_leaf(const spec::LeafSpec& leaf) {
  auto out = std::make_shared<ToyTensor>();
  out->sizes.assign(leaf.sizes.begin(), leaf.sizes.begin() + leaf.rank);
  out->dtype = leaf.dtype;
  out->requires_grad = leaf.requires_grad;
  std::int64_t count = 1;
  for (const std::int64_t size : out->sizes) count *= size;
  for (int i = 0; i < count; ++i) {
    const double value = spec::leaf_value(leaf.dtype, leaf.seed, i);
    if (leaf.dtype == spec::DType::Int64)
      out->integers.push_back(static_cast<std::int64_t>(value));
    else
      out->floats.push_back(static_cast<float>(value));
  }
  return out;
}

// Toy computes with float32 only, does not record, and does not broadcast. An operator returns std::nullopt if it would
// have to do more.
std::optional<Toy> toy_neg(const Toy& self) {
  if (self->requires_grad || self->dtype != spec::DType::Float32) return std::nullopt;
  auto out = std::make_shared<ToyTensor>(*self);
  for (float& value : out->floats) value = -value;
  return out;
}

std::optional<Toy> toy_mul(const Toy& self, const Toy& other) {
  if (self->requires_grad || other->requires_grad || self->sizes != other->sizes) return std::nullopt;
  if (self->dtype != spec::DType::Float32 || other->dtype != spec::DType::Float32) return std::nullopt;
  auto out = std::make_shared<ToyTensor>(*self);
  for (std::size_t i = 0; i < out->floats.size(); ++i) out->floats[i] *= other->floats[i];
  return out;
}

// ---- the subject, which runs programs on the engine

class Session {
 public:
  void run(const spec::ProgramView& program, spec::Trace& trace) {
    trace.clear();
    for (int i = 0; i < spec::kRegisters; ++i)
      registers_[static_cast<std::size_t>(i)] = toy_leaf(spec::initial_leaf(i));
    finish(trace, trace.initial, spec::OutcomeKind::Ok);
    for (std::uint32_t i = 0; i < program.count; ++i) {
      const bool dropped = program.dropped != nullptr && program.dropped[i] != 0;
      const spec::OutcomeKind outcome = dropped ? spec::OutcomeKind::Dropped : apply(program.records[i]);
      finish(trace, trace.steps[i], outcome);
      trace.completed = i + 1;
    }
    for (Toy& tensor : registers_) tensor.reset();
  }

 private:
  // Runs a command and puts its result into the destination register. Returns whether Toy could run it.
  spec::OutcomeKind apply(const spec::Record& record) {
    const spec::Arguments arguments(record);
    Toy& result = registers_[record.destination];
    const auto tensor = [&](int argument) { return registers_[static_cast<std::size_t>(arguments.reg(argument))]; };
    std::optional<Toy> made;
    if (record.operation == spec::id_of<spec::operators::neg>())
      made = toy_neg(tensor(0));
    else if (record.operation == spec::id_of<spec::operators::mul_Tensor>())
      made = toy_mul(tensor(0), tensor(1));
    else if (record.operation == spec::id_of(spec::BuiltinCommand::Assign))
      made = tensor(0);
    if (!made.has_value()) return spec::OutcomeKind::Unsupported;
    result = *made;
    return spec::OutcomeKind::Ok;
  }

  void finish(spec::Trace& trace, spec::Step& step, spec::OutcomeKind outcome) const {
    step.outcome = {};
    step.outcome.kind = outcome;
    step.observation = {};
    for (std::size_t i = 0; i < registers_.size(); ++i) observe(trace, i, step.observation.registers[i]);
  }

  void observe(spec::Trace& trace, std::size_t reg, spec::RegisterObservation& out) const {
    const ToyTensor& tensor = *registers_[reg];
    out.tensor.dtype = tensor.dtype;
    out.tensor.keys = spec::kKeyBackend | spec::kKeyADInplaceOrView | spec::kKeyAutograd;
    out.tensor.requires_grad = tensor.requires_grad ? 1 : 0;
    out.tensor.version = 0;
    for (std::size_t other = 0; other < registers_.size(); ++other) {
      if (registers_[other] != registers_[reg]) continue;
      out.tensor.same_tensor = out.tensor.storage = static_cast<std::uint8_t>(other);
      break;
    }
    out.tensor.rank = static_cast<std::uint8_t>(tensor.sizes.size());
    std::int64_t stride = 1;
    for (std::size_t d = tensor.sizes.size(); d-- > 0;) {
      out.tensor.sizes[d] = static_cast<std::int32_t>(tensor.sizes[d]);
      out.tensor.strides[d] = static_cast<std::int32_t>(stride);
      stride *= tensor.sizes[d];
    }
    out.tensor.storage_bytes = static_cast<std::uint32_t>(tensor.bytes());
    if (out.tensor.storage != reg) return;  // the bytes of a shared storage are written once, with the lowest register
    out.storage = {trace.bytes_used, out.tensor.storage_bytes};
    std::memcpy(trace.bytes.data() + trace.bytes_used, tensor.data(), out.storage.size);
    trace.bytes_used += out.storage.size;
  }

  std::array<Toy, spec::kRegisters> registers_;
};

bool supports(spec::OperationId operation, spec::DeviceKind device) {
  return device == spec::DeviceKind::Cpu &&
         (operation == spec::id_of<spec::operators::neg>() || operation == spec::id_of<spec::operators::mul_Tensor>() ||
          operation == spec::id_of(spec::BuiltinCommand::Assign));
}

}  // namespace
}  // namespace modecheck::subjects

extern "C" __attribute__((visibility("default"))) const modecheck::spec::SubjectTable* modecheck_subject_v1() {
  using namespace modecheck;
  // People read the fourth entry (identity). For a real engine, name the file that its functions come from (dladdr).
  static const spec::SubjectTable table{spec::kSubjectAbi,
                                        "template",
                                        "1",
                                        "the toy engine of subjects/template",
                                        &subjects::supports,
                                        [](spec::DeviceKind device) { return device == spec::DeviceKind::Cpu; },
                                        [](const spec::SubjectOptions*) -> void* { return new subjects::Session; },
                                        [](void* session) { delete static_cast<subjects::Session*>(session); },
                                        [](void* session, const spec::ProgramView* program, spec::Trace* trace) {
                                          static_cast<subjects::Session*>(session)->run(*program, *trace);
                                        }};
  return &table;
}
