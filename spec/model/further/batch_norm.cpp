// Batch normalisation. In training it updates the running statistics, although its schema does not mark them as
// written. For the rules, that update is a write like any other (rules V3, M2).
#include "spec/model/further/batch_norm.h"

#include "spec/model/commands.h"
#include "spec/model/graph.h"
#include "spec/model/kinds.h"
#include "spec/model/values.h"
#include "spec/rules/normalization.h"

namespace modecheck::spec {

void run_batch_norm(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  m.route.known = 0;
  const bool training = arguments.boolean(5);
  BatchNormTensors tensors;
  Operands flowing;  // the operands of batch norm that may get a gradient
  Operands all;
  std::array<TensorId, 2> running{};
  for (int i = 0; i < 5; ++i) {
    if (i > 0 && !arguments.present(i)) continue;
    const TensorId tensor = m.tensor_in(arguments.reg(i));
    all.add(tensor);
    tensors.given[at(i)] = &m.tensors[tensor].geometry;
    if (i < 3)
      flowing.add(tensor);
    else
      running[at(i - 3)] = tensor;
  }
  const OutputMeta meta = infer_batch_norm(tensors, training);
  m.leave_unspecified(meta.unspecified);
  if (m.is_unspecified()) return;

  CallKeys keys = keys_of(m, all);
  const bool wants = wants_to_record(m, keys, flowing);
  // Input, weight and bias can all be inference tensors while a running statistic is a normal one. The statistic brings
  // the Autograd key (rule D1), so the call would be recorded. It would save the input, which rule S1 forbids.
  if (wants && !keys_of(m, flowing).autograd) m.reject(ErrorClass::InferenceSaved, Rule::S1);
  for (const TensorId statistic : running) {
    if (statistic == 0) continue;
    // Batch norm has no derivative with respect to the statistics. So a statistic that requires grad is rejected (rule
    // S3).
    if (keys.autograd && m.mode->grad && requires_grad(m, statistic)) m.reject(ErrorClass::Argument, Rule::S3);
    // libtorch always saves the statistic, although the derivative needs it only in evaluation mode.
    if (wants && m.tensors[statistic].inference) m.reject(ErrorClass::InferenceSaved, Rule::S1);
    if (training) check_inference_write(m, statistic);
  }
  if (m.is_unspecified()) return;

  // The node saves the input, the weight and the statistics that batch norm used.
  DerivativeFacts facts;
  facts.saved[0] = {0};
  facts.saved_count = 1;
  if (arguments.present(1)) facts.saved[at(facts.saved_count++)] = {1};
  facts.saved_others = training ? 3 : 0;
  Results results;
  results.count = 3;
  functional(m, flowing, facts, meta, results);
  if (m.stopped()) return;
  const auto inputs = geometries_of(m, all);
  const NodeId node = m.tensors[results.tensors[0]].grad_fn;
  std::array<Geometry, 5> outputs;
  int count = 3;
  for (int i = 0; i < 3; ++i) {
    give_values(m, results.tensors[at(i)]);
    outputs[at(i)] = m.tensors[results.tensors[at(i)]].geometry;
  }
  for (const TensorId statistic : running) {
    if (statistic == 0) continue;
    if (node != 0 && !training) save(m, node, statistic);
    if (!training) continue;
    Operands itself;
    itself.add(statistic);
    written(m, statistic, keys_of(m, itself));
    outputs[at(count)] = m.tensors[statistic].geometry;
    outputs[at(count)].history = 0;
    ++count;
  }
  play_apply(m, record, inputs, all.count, outputs.data(), count, node != 0);
  for (int i = 0; i < 3; ++i) set_register(m, register_after(record.destination, i), results.tensors[at(i)]);
}

}  // namespace modecheck::spec
