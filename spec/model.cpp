#include "spec/model.h"

#include "spec/arguments.h"
#include "spec/model_state.h"
#include "spec/operator_id.h"
#include "spec/program.h"

namespace modecheck::spec {

Model::Model(const ModelOptions& options, EffectSink* sink, const ValueWitness* witness)
    : state_(std::make_unique<ModelState>(options, sink, witness)) {}
Model::~Model() = default;

void Model::reset() { state_->reset(); }
void Model::step(const Record& record, Step& out) { state_->step(record, out); }
void Model::observe(int thread, Observation& out) const { state_->observe(thread, out); }
bool Model::observed_anew() const { return state_->observed_anew(); }
StorageId Model::storage_of(int reg) const { return state_->tensor(state_->tensor_in(reg)).geometry.storage; }
std::uint32_t Model::storage_bytes(int reg) const { return state_->storage(storage_of(reg)).bytes; }

bool Model::gradient_of(int reg, Geometry& out) const {
  const TensorId gradient = state_->tensor(state_->tensor_in(reg)).grad;
  if (gradient == 0) return false;
  out = state_->tensor(gradient).geometry;
  return true;
}

bool Model::exempt(int reg) const {
  const StorageState& storage = state_->storage(storage_of(reg));
  return storage.touched_through_hole || storage.unpredictable;
}

bool Model::unpredictable(StorageId storage) const { return state_->storage(storage).unpredictable; }

RuleSet Model::rules() const { return state_->cited(); }

StateKey Model::key() const { return state_->key(); }

ModelState::ModelState(const ModelOptions& options, EffectSink* sink, const ValueWitness* witness)
    : options_(options), sink_(sink), witness_(witness) {
  reset();
}

void ModelState::reset() {
  // Id 0 is "none" in every pool.
  storages_.assign(1, {});
  counters_.assign(1, 0);
  tensors_.assign(1, {});
  nodes_.assign(1, {});
  edges_.clear();
  saved_.clear();
  retained_.clear();
  hooks_.clear();
  refreshed_.clear();
  histories_ = 0;
  snapshots_ = 0;
  // What is saved beyond the open guards is never read.
  for (ThreadStates& thread : threads_) {
    thread.mode = {};
    thread.open = 0;
  }
  captured_.reset();
  on_host_ = some_on_host_ = false;
  mode_ = &threads_[0].mode;
  mode_thread_ = 0;
  operation_ = 0;
  reasons_ = {};
  route_ = {};
  cited_ = {};
  changed_ = true;
  for (int reg = 0; reg < kRegisters; ++reg) set_register(reg, make_leaf(initial_leaf(reg)));
}

void ModelState::step(const Record& record, Step& out) {
  mode_ = &threads_[record.thread].mode;
  mode_thread_ = record.thread;
  operation_ = record.operation;
  reasons_ = {};
  dropped_ = false;
  route_ = {};
  cited_ = {};
  refreshed_.clear();
  if (record.thread != 0) cite(Rule::P6);
  if (options_.device != DeviceKind::Cpu) cite(Rule::P7);
  on_host_ = false;
  if (some_on_host_) choose_device(record);
  const CommandKind kind = operation(record.operation).kind;
  if (dropped_) {
    // Its tensors are not all in one place.
  } else if (kind == CommandKind::Operator) {
    run_operator(record);
  } else {
    run_command(record);
  }
  const bool touches_registers = kind != CommandKind::EnterGuard && kind != CommandKind::Leave;
  // Backward, and what a user's code has written before it was told off.
  const bool may_fail_halfway = kind == CommandKind::Autograd || kind == CommandKind::Custom;
  if (touches_registers && (!stopped() || may_fail_halfway)) changed_ = true;
  out.outcome = {};
  out.outcome.kind = rejected() ? OutcomeKind::Error : dropped_ ? OutcomeKind::Dropped : OutcomeKind::Ok;
  if (stopped()) {
    undo_refreshes();
    route_ = {};
  }
  if (rejected()) {
    cite(Rule::E1);
    cite(Rule::E2);
    cite(Rule::E3);
    out.outcome.error = reasons_.first;
    out.outcome.reasons = reasons_.all;
  }
  observe(record.thread, out.observation);
}

// P7: what an operator makes is where its tensors are. On tensors of two places there is no answer, but that one may be
// copied to another.
void ModelState::choose_device(const Record& record) {
  const Operation& row = operation(record.operation);
  const Arguments arguments(record);
  bool host = false;
  bool device = false;
  const auto look = [&](int reg) {
    const bool there = storages_[tensors_[tensor_in(reg)].geometry.storage].on_host;
    (there ? host : device) = true;
  };
  for (int i = 0; i < row.schema.argument_count; ++i) {
    switch (row.schema.arguments[at(i)].type) {
      case operators::Type::Tensor:
        // Of a hook's, and of backward's where none is passed, nothing is computed with the first.
        if (i > 0 && row.kind == CommandKind::Autograd) {
          if (row.extra == Extra::Hook || row.extra == Extra::Grad) break;
          if (row.extra == Extra::Backward && arguments.integer(2) != 2) break;
        }
        look(arguments.reg(i));
        break;
      case operators::Type::OptionalTensor:
        if (arguments.present(i)) look(arguments.reg(i));
        break;
      case operators::Type::TensorList:
      case operators::Type::OptionalTensorList:
        for (int k = 0; k < arguments.list_length(i); ++k)
          if (arguments.list_present(i, k)) look(arguments.list_reg(i, k));
        break;
      default:
        break;
    }
  }
  on_host_ = host && !device;
  drop_if(host && device && record.operation != id_of<operators::copy_>());
  // The host draws other numbers.
  drop_if(host && row.kind == CommandKind::Operator && draws_random_numbers(row));
}

}  // namespace modecheck::spec
