#include "spec/model/model.h"

#include "spec/model/commands.h"
#include "spec/model/further/devices.h"
#include "spec/model/further/leaves.h"
#include "spec/model/further/operators.h"
#include "spec/model/observe.h"
#include "spec/model/state.h"
#include "spec/program/program.h"

namespace modecheck::spec {

struct Model::Parts {
  ModelState state;
  Observer observer;
};

namespace {

// Resets everything but the registers to the state at the start of a program.
void clear(ModelState& m) {
  // Entry 0 of every pool stands for "none".
  m.storages.assign(1, {});
  m.counters.assign(1, 0);
  m.tensors.assign(1, {});
  m.nodes.assign(1, {});
  m.edges.clear();
  m.saved.clear();
  m.retained.clear();
  m.hooks.clear();
  m.undo.clear();
  m.histories = 0;
  m.snapshots = 0;
  // Guards that are not open need no reset, because nothing reads them.
  for (ThreadStates& thread : m.threads) {
    thread.mode = {};
    thread.open = 0;
  }
  m.captured.reset();
  m.some_on_host = false;
}

void begin_command(ModelState& m, int thread, OperationId operation) {
  m.mode = &m.threads[at(thread)].mode;
  m.thread = thread;
  m.operation = operation;
  m.reasons = {};
  m.unspecified = Unspecified::None;
  m.cited = {};
  m.route = {};
  m.on_host = false;
  m.undo.clear();
}

Outcome outcome_of(const ModelState& m) {
  Outcome out;
  out.kind = m.rejected() ? OutcomeKind::Error : m.is_unspecified() ? OutcomeKind::Dropped : OutcomeKind::Ok;
  if (!m.rejected()) return out;
  out.error = m.reasons.first;
  out.reasons = m.reasons.all;
  return out;
}

}  // namespace

Model::Model(const ModelOptions& options, EffectSink* sink, const ValueOracle* oracle)
    : parts_(std::make_unique<Parts>()) {
  parts_->state.options = options;
  parts_->state.sink = sink;
  parts_->state.oracle = oracle;
  reset();
}
Model::~Model() = default;

void Model::reset() {
  ModelState& m = parts_->state;
  clear(m);
  begin_command(m, 0, 0);
  parts_->observer.expect_change();
  for (int reg = 0; reg < kRegisters; ++reg) set_register(m, reg, make_leaf(m, initial_leaf(reg)));
}

void Model::step(const Record& record, Step& out) {
  ModelState& m = parts_->state;
  begin_command(m, record.thread, record.operation);
  m.undo.possible = true;
  if (record.thread != 0) m.cite(Rule::P6);
  if (m.options.device != DeviceKind::Cpu) m.cite(Rule::P7);
  if (m.some_on_host) choose_device(m, record);
  const CommandKind kind = operation(record.operation).kind;
  if (m.stopped()) {
    // choose_device has stopped the command, because its tensors are on two devices.
  } else if (kind == CommandKind::Operator) {
    run_operator(m, record);
  } else {
    run_command(m, record);
  }
  const bool touches_registers = kind != CommandKind::EnterGuard && kind != CommandKind::Leave;
  // A backward or a custom Function may have changed something before it failed (rule E1).
  const bool may_fail_halfway = kind == CommandKind::Autograd || kind == CommandKind::Custom;
  if (touches_registers && (!m.stopped() || may_fail_halfway)) parts_->observer.expect_change();
  out.outcome = outcome_of(m);
  if (m.stopped()) {
    undo_work(m);
    m.route = {};
  }
  if (m.rejected()) {
    m.unspecified = Unspecified::None;
    m.cite(Rule::E1, Rule::E2, Rule::E3);
  }
  observe(record.thread, out.observation);
}

void Model::observe(int thread, Observation& out) const { parts_->observer.observe(parts_->state, thread, out); }
bool Model::observed_anew() const { return parts_->observer.observed_anew(); }

StorageId Model::storage_of(int reg) const {
  const ModelState& m = parts_->state;
  return m.tensors[m.tensor_in(reg)].geometry.storage;
}
std::uint32_t Model::storage_bytes(int reg) const { return parts_->state.storages[storage_of(reg)].bytes; }

bool Model::gradient_of(int reg, Geometry& out) const {
  const ModelState& m = parts_->state;
  const TensorId gradient = m.tensors[m.tensor_in(reg)].grad;
  if (gradient == 0) return false;
  out = m.tensors[gradient].geometry;
  return true;
}

bool Model::unpredictable(StorageId storage) const { return parts_->state.storages[storage].marks.unpredictable; }
RuleSet Model::rules() const { return parts_->state.cited; }
Unspecified Model::unspecified() const { return parts_->state.unspecified; }
StateKey Model::key() const { return key_of(parts_->state); }
const ModelState& Model::state() const { return parts_->state; }

}  // namespace modecheck::spec
