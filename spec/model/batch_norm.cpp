// Batch normalisation. In training it moves the running statistics, which its schema does not say: to the rules that is
// a write like any other (V3, M2).
#include "spec/model/state.h"
#include "spec/rules/normalization.h"

namespace modecheck::spec {

void ModelState::run_batch_norm(const Record& record) {
  const Arguments arguments(record);
  route_.known = 0;
  const bool training = arguments.boolean(5);
  BatchNormTensors tensors;
  Operands flowing;  // what a gradient may reach
  Operands all;
  std::array<TensorId, 2> running{};
  for (int i = 0; i < 5; ++i) {
    if (i > 0 && !arguments.present(i)) continue;
    const TensorId tensor = tensor_in(arguments.reg(i));
    all.add(tensor);
    tensors.given[at(i)] = &tensors_[tensor].geometry;
    if (i < 3)
      flowing.add(tensor);
    else
      running[at(i - 3)] = tensor;
  }
  const ResultPlan plan = plan_batch_norm(tensors, training);
  leave_unspecified(plan.unspecified);
  if (is_unspecified()) return;

  CallKeys keys = keys_of(all);
  const bool wants = wants_to_record(keys, flowing);
  // By its own arguments alone nothing would be recorded: what the others make of that is left open.
  leave_unspecified(Unspecified::BatchNormOfInferenceTensors, wants && !keys_of(flowing).autograd);
  for (const TensorId statistic : running) {
    if (statistic == 0) continue;
    // Nothing flows through it: where something would have to, that is said (S3).
    if (keys.autograd && mode_->grad && requires_grad(statistic)) {
      cite(Rule::S3);
      reject(ErrorClass::Argument);
    }
    // libtorch saves it in any case, the derivative needs it only where nothing is learned.
    if (wants && tensors_[statistic].inference) {
      cite(Rule::S1);
      reject(ErrorClass::InferenceSaved);
    }
    if (training) check_inference_write(statistic);
  }
  if (is_unspecified()) return;

  // What is kept: what was normalised, by what it was weighted, and the statistics that were used.
  DerivativeFacts facts;
  facts.saved[0] = {0};
  facts.saved_count = 1;
  if (arguments.present(1)) facts.saved[at(facts.saved_count++)] = {1};
  facts.saved_others = training ? 3 : 0;
  Results results;
  results.count = 3;
  functional(flowing, facts, plan, results);
  if (stopped()) return;
  const auto inputs = geometries_of(all);
  const NodeId node = tensors_[results.tensors[0]].grad_fn;
  std::array<Geometry, 5> outputs;
  int count = 3;
  for (int i = 0; i < 3; ++i) {
    give_values(results.tensors[at(i)]);
    outputs[at(i)] = tensors_[results.tensors[at(i)]].geometry;
  }
  for (const TensorId statistic : running) {
    if (statistic == 0) continue;
    if (node != 0 && !training) save(node, statistic);
    if (!training) continue;
    Operands itself;
    itself.add(statistic);
    written(statistic, keys_of(itself));
    outputs[at(count)] = tensors_[statistic].geometry;
    outputs[at(count)].history = 0;
    ++count;
  }
  play_apply(record, inputs, all.count, outputs.data(), count, node != 0);
  for (int i = 0; i < 3; ++i) set_register(register_after(record.destination, i), results.tensors[at(i)]);
}

}  // namespace modecheck::spec
