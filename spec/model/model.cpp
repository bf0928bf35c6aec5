#include "spec/model/model.h"

#include "spec/model/state.h"
#include "spec/program/arguments.h"
#include "spec/program/operator_id.h"
#include "spec/program/program.h"

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

bool Model::unpredictable(StorageId storage) const { return state_->storage(storage).unpredictable; }

RuleSet Model::rules() const { return state_->cited(); }

Unspecified Model::unspecified() const { return state_->unspecified(); }

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
  given_accumulators_.clear();
  changed_storages_.clear();
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
  unspecified_ = Unspecified::None;
  route_ = {};
  cited_ = {};
  refreshed_.clear();
  given_accumulators_.clear();
  changed_storages_.clear();
  may_undo_ = true;
  if (record.thread != 0) cite(Rule::P6);
  if (options_.device != DeviceKind::Cpu) cite(Rule::P7);
  on_host_ = false;
  if (some_on_host_) choose_device(record);
  const CommandKind kind = operation(record.operation).kind;
  if (stopped()) {
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
  out.outcome.kind = rejected() ? OutcomeKind::Error : is_unspecified() ? OutcomeKind::Dropped : OutcomeKind::Ok;
  if (stopped()) {
    undo_work();
    route_ = {};
  }
  if (rejected()) {
    unspecified_ = Unspecified::None;
    cite(Rule::E1);
    cite(Rule::E2);
    cite(Rule::E3);
    out.outcome.error = reasons_.first;
    out.outcome.reasons = reasons_.all;
  }
  observe(record.thread, out.observation);
}

namespace {

// What may stand beside tensors of a device, though it is on the host: a number, as an operand of what works element by
// element, or as the value that is filled in.
bool takes_number(const Operation& row, const operators::Argument& argument) {
  if (row.kind != CommandKind::Operator || argument.write || argument.type != operators::Type::Tensor) return false;
  if (row.schema.name == "fill_" || row.schema.name == "masked_fill" || row.schema.name == "masked_fill_")
    return argument.name == "value";
  return row.family == operators::Family::PointwiseBinary ||
         (row.family == operators::Family::Comparison && row.schema.name != "searchsorted" &&
          row.schema.name != "bucketize");
}

}  // namespace

// P7: what an operator makes is where its tensors are, and they have to be in one place (E2). Of what else is wrong
// with a call of two places nothing is said.
void ModelState::choose_device(const Record& record) {
  const Operation& row = operation(record.operation);
  const Arguments arguments(record);
  bool host = false;
  bool device = false;
  bool host_number = false;
  const auto look = [&](int reg, const operators::Argument& argument) {
    const Geometry& geometry = tensors_[tensor_in(reg)].geometry;
    if (!storages_[geometry.storage].on_host)
      device = true;
    else if (geometry.rank == 0 && takes_number(row, argument))
      host_number = true;
    else
      host = true;
  };
  for (int i = 0; i < row.schema.argument_count; ++i) {
    const operators::Argument& argument = row.schema.arguments[at(i)];
    switch (argument.type) {
      case operators::Type::Tensor:
        // What a hook writes is for later, and backward asks for its second tensor only if that is passed.
        if (i > 0 && row.kind == CommandKind::Autograd) {
          if (row.extra == Extra::Hook || row.extra == Extra::Grad || row.extra == Extra::GradTwice) break;
          if (row.extra == Extra::Backward && arguments.integer(2) != 2) break;
        }
        look(arguments.reg(i), argument);
        break;
      case operators::Type::OptionalTensor:
        if (arguments.present(i)) look(arguments.reg(i), argument);
        break;
      case operators::Type::TensorList:
      case operators::Type::OptionalTensorList:
        for (int k = 0; k < arguments.list_length(i); ++k)
          if (arguments.list_present(i, k)) look(arguments.list_reg(i, k), argument);
        break;
      default:
        break;
    }
  }
  on_host_ = (host || host_number) && !device;
  const bool asked = record.operation != id_of<operators::copy_>() && host && device;
  // Each of a list may be somewhere else. What is made of several rows may ask no question of a tensor but its sizes.
  const bool open = row.kind != CommandKind::Operator || row.composite || row.family == operators::Family::ForEach ||
                    row.family == operators::Family::MadeOf || row.family == operators::Family::OtherName ||
                    row.family == operators::Family::Storage || record.operation == id_of<operators::copy>();
  leave_unspecified(Unspecified::OperandsOnTwoDevices, asked && open);
  // The host draws other numbers.
  leave_unspecified(Unspecified::RandomNumbersOnTheHost,
                    (host || host_number) && row.kind == CommandKind::Operator && draws_random_numbers(row));
  if (asked && !open) {
    reject(ErrorClass::Device);
    reasons_.all = ~ErrorSet{0};
  }
}

}  // namespace modecheck::spec
