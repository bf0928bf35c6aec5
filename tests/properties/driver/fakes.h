// Defines an oracle and subjects for tests. The test decides every observation that they give, so that it knows the
// right result of a comparison.
#pragma once

#include <cstring>
#include <functional>
#include <memory>
#include <utility>

#include "properties/lockstep/oracle.h"
#include "spec/program/operation.h"
#include "spec/program/text.h"
#include "subjects/interface/runner.h"

namespace modecheck::properties {

// Returns the id of the operation with this name in modecheck's catalogue.
inline spec::OperationId id(const char* name) { return static_cast<spec::OperationId>(spec::find_operation(name)); }

// An oracle that expects every command to succeed and to change nothing. The registers hold six leaves of two float32
// elements each, in normal mode.
class FakeOracle final : public Oracle {
 public:
  using Edit = std::function<void(spec::Trace&)>;

  explicit FakeOracle(Edit edit = {}) : edit_(std::move(edit)), trace_(std::make_unique<spec::Trace>()) {}

  const Expected& run(const spec::Program& program) override {
    spec::Trace& trace = *trace_;
    trace.clear();
    trace.initial.outcome.kind = spec::OutcomeKind::Ok;
    fill(trace, trace.initial.observation);
    for (const spec::Record& record : program.records) {
      (void)record;
      spec::Step& step = trace.steps[trace.completed++];
      step = trace.initial;
      fill(trace, step.observation);
    }
    trace.live_objects = 0;
    if (edit_) edit_(trace);
    dropped_.fill(0);
    for (std::uint32_t i = 0; i < trace.completed; ++i)
      dropped_[i] = trace.steps[i].outcome.kind == spec::OutcomeKind::Dropped;
    expected_.trace = trace_.get();
    expected_.dropped = dropped_.data();
    expected_.count = expected_.judged = trace.completed;
    return expected_;
  }
  spec::RuleSet rules() const override { return rules_; }
  const spec::Trace& trace() const { return *trace_; }

 private:
  static void fill(spec::Trace& trace, spec::Observation& observation) {
    observation = spec::Observation{};
    for (std::size_t reg = 0; reg < spec::kRegisters; ++reg) {
      spec::RegisterObservation& out = observation.registers[reg];
      out.tensor.keys = spec::kKeyBackend | spec::kKeyADInplaceOrView | spec::kKeyAutograd;
      out.tensor.same_tensor = out.tensor.storage = static_cast<std::uint8_t>(reg);
      out.tensor.rank = 1;
      out.tensor.sizes[0] = 2;
      out.tensor.strides[0] = 1;
      out.tensor.version = 0;
      const float values[2] = {static_cast<float>(reg), 0.5F};
      out.storage = {trace.bytes_used, sizeof values};
      std::memcpy(trace.bytes.data() + trace.bytes_used, values, sizeof values);
      trace.bytes_used += sizeof values;
    }
  }

  Edit edit_;
  std::unique_ptr<spec::Trace> trace_;
  std::array<std::uint8_t, spec::kMaxCommands> dropped_{};
  spec::RuleSet rules_;
  Expected expected_;
};

// A subject that gives the answers that the oracle expects, after `fault` has changed them.
class FakeSubject final : public subjects::Runner {
 public:
  using Fault = std::function<void(const spec::ProgramView&, spec::Trace&)>;

  FakeSubject(std::string name, const FakeOracle& oracle, Fault fault = {})
      : name_(std::move(name)), oracle_(oracle), fault_(std::move(fault)) {}

  std::string name() const override { return name_; }
  std::string version() const override { return "1"; }
  std::string identity() const override { return "test"; }
  spec::DeviceKind device() const override { return spec::DeviceKind::Cpu; }
  bool supports(spec::OperationId) const override { return true; }
  void run(const spec::ProgramView& program, spec::Trace& trace) override {
    trace = oracle_.trace();
    if (fault_) fault_(program, trace);
  }

 private:
  std::string name_;
  const FakeOracle& oracle_;
  Fault fault_;
};

}  // namespace modecheck::properties
