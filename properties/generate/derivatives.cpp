// Writes programs of derivatives: most of their commands call an operator with tensors that require grad, and then
// differentiate its result once or twice. So rare operators are differentiated with many arguments.
#include "properties/generate/writer.h"
#include "spec/program/operator_id.h"

namespace modecheck::properties {

template <typename TheChoice>
void ProgramWriter<TheChoice>::begin_derivatives() {
  if (!menu_.can_differentiate() || !allowed(BuiltinCommand::Leaf)) return;
  style_ = Style::Derivatives;
  preferred_ = static_cast<int>(one_in(8) ? DType::Complex64 : one_in(3) ? DType::Float64 : DType::Float32);
}

template <typename TheChoice>
int ProgramWriter<TheChoice>::with_grad(int reg) {
  if (one_in(4)) return reg;
  for (int i = 0; i < spec::kRegisters; ++i)
    if (const int next = (reg + i) % spec::kRegisters; tensor(next).requires_grad) return next;
  return reg;
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::propose_derivative(Record& record) {
  constexpr int kSources = 3;  // how many registers with gradients an operator finds at least
  constexpr int kTries = 3;
  reckless_ = false;
  // Sometimes differentiate in InferenceMode what was recorded outside it.
  if (root_ >= 0 && !mode().inference && one_in(12) && allowed(BuiltinCommand::EnterInferenceMode)) {
    record.operation = spec::id_of(BuiltinCommand::EnterInferenceMode);
    immediate(record, 0, 1);
    return true;
  }
  if (root_ >= 0 && propose_gradient_of(record, std::exchange(root_, -1))) return true;
  if (!records()) {
    if (open_guards() == 0 || !allowed(BuiltinCommand::Leave) || one_in(3)) return false;
    record.operation = spec::id_of(BuiltinCommand::Leave);
    return true;
  }
  if (one_in(8)) return false;
  int sources = 0;
  for (int reg = 0; reg < spec::kRegisters; ++reg)
    if (tensor(reg).requires_grad && !tensor(reg).stale &&
        (is_wide(tensor(reg).dtype) || static_cast<int>(tensor(reg).dtype) == *preferred_))
      ++sources;
  if (sources < kSources) return propose_source(record);
  if (tries_ == 0) {
    operation_ = menu_.draw_differentiable(choice_);
    tries_ = kTries;
  }
  --tries_;
  multiplied_ = false;
  record.operation = operation_;
  if (has_nothing_to_work_on(facts_of(operation_), is_of_complex(facts_of(operation_)))) return false;
  fill(record);
  return true;
}

// Proposes a leaf that requires grad, in a register whose tensor does not.
template <typename TheChoice>
bool ProgramWriter<TheChoice>::propose_source(Record& record) {
  record.operation = spec::id_of(BuiltinCommand::Leaf);
  fill(record);
  if (one_in(4)) {
    // Tensors whose sizes are all 2 fit each other in products of batches and in convolutions.
    const int rank = 1 + draw(spec::kMaxListLength);
    immediate(record, 0, rank);
    for (int d = 0; d < rank; ++d) immediate(record, 1 + d, 2);
  }
  immediate(record, spec::kMaxListLength + 1, *preferred_);
  immediate(record, spec::kMaxListLength + 2, 1);
  spec::canonicalize(record);
  int reg = draw(spec::kRegisters);
  for (int i = 0; i < spec::kRegisters && tensor(reg).requires_grad; ++i) reg = (reg + 1) % spec::kRegisters;
  record.destination = static_cast<std::uint8_t>(reg);
  return true;
}

// Proposes the product of the register with itself or with another tensor that requires grad. The first derivative of a
// product depends on both factors, so a second derivative goes through the operators that made them, even linear ones.
template <typename TheChoice>
bool ProgramWriter<TheChoice>::propose_product_with(Record& record, int reg) {
  const spec::OperationId product = spec::id_of<spec::operators::mul_Tensor>();
  if (!allowed(product)) return false;
  const Candidate& self = tensor(reg);
  const int other = one_in(2) ? reg : pick_if([&](const Candidate& t, int) {
    return t.requires_grad && t.dtype == self.dtype && !t.stale && broadcastable(t.shape, self.shape);
  });
  record.operation = product;
  record.destination = static_cast<std::uint8_t>(draw(spec::kRegisters));
  operand(record, 0, reg);
  operand(record, 1, broadcastable(tensor(other).shape, self.shape) ? other : reg);
  multiplied_ = true;
  return true;
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::propose_gradient_of(Record& record, int root) {
  if (!flows_back(root)) return false;
  const int what = draw(16);
  if (!multiplied_ && what < 6 && is_wide(tensor(root).dtype)) return propose_product_with(record, root);
  const BuiltinCommand command = what >= 14                    ? BuiltinCommand::Grad
                                 : what >= 11                  ? BuiltinCommand::Backward
                                 : is_wide(tensor(root).dtype) ? BuiltinCommand::DoubleBackward
                                                               : BuiltinCommand::Backward;
  if (!allowed(command)) return false;
  record.operation = spec::id_of(command);
  if (command == BuiltinCommand::Backward) {
    fill_backward(record, root);
    return true;
  }
  record.destination = static_cast<std::uint8_t>(draw(spec::kRegisters));
  command == BuiltinCommand::Grad ? fill_grad(record, root) : fill_double_backward(record, root);
  return true;
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::differentiate_result_of(const Record& record, const OperationFacts& facts) {
  if (facts.kind != spec::CommandKind::Operator) return;
  tries_ = 0;
  const int reg = facts.keeps_result ? record.destination : record.operands[0];
  if (tensor(reg).requires_grad && !tensor(reg).leaf) root_ = reg;
}

MODECHECK_FOR_BOTH_CHOICES(void, (), begin_derivatives)
MODECHECK_FOR_BOTH_CHOICES(int, (int), with_grad)
MODECHECK_FOR_BOTH_CHOICES(bool, (Record&), propose_derivative, propose_source)
MODECHECK_FOR_BOTH_CHOICES(bool, (Record&, int), propose_product_with, propose_gradient_of)
MODECHECK_FOR_BOTH_CHOICES(void, (const Record&, const OperationFacts&), differentiate_result_of)

}  // namespace modecheck::properties
