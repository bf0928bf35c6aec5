// Operators over lists, as the sketch foresees them.
#include "properties/generate/sketch/shapes.h"
#include "properties/generate/sketch/sketch.h"
#include "spec/program/operation.h"
#include "spec/rules/promotion.h"

namespace modecheck::properties {

Foreseen Sketch::apply_for_each(const spec::Record& record, const OperationFacts& facts) {
  const OperationFacts& one = facts_of(spec::operation(record.operation).each);
  const auto lists = static_cast<std::size_t>(facts.tensors);
  const std::size_t room = std::min<std::size_t>(spec::kMaxTensorList, spec::kMaxOperands / lists);
  const auto count = static_cast<std::size_t>(record.immediates[0]);
  for (std::size_t list = 1; list < lists; ++list)
    if (record.immediates[list] != record.immediates[0]) return Foreseen::Error;
  std::array<SketchTensor, spec::kMaxListResults> results;
  bool any_normal = false;
  bool any_requires_grad = false;
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t list = 0; list < lists; ++list) {
      any_normal = any_normal || !at(record.operands[list * room + i]).inference;
      any_requires_grad = any_requires_grad || at(record.operands[list * room + i]).requires_grad;
    }
  const bool by_autograd = mode_->grad && !mode_->no_autograd && any_normal && any_requires_grad;
  for (std::size_t i = 0; i < count; ++i) {
    const SketchTensor& self = at(record.operands[i]);
    Shape shape = self.shape;
    spec::DType dtype = self.dtype;
    for (std::size_t list = 1; list < lists; ++list) {
      const SketchTensor& other = at(record.operands[list * room + i]);
      if (!broadcastable(shape, other.shape)) return Foreseen::Error;
      shape = broadcast(shape, other.shape);
      if (spec::can_cast(dtype, other.dtype) && !spec::can_cast(other.dtype, dtype)) dtype = other.dtype;
    }
    if (one.result == Result::Floating && !spec::is_differentiable(dtype)) dtype = spec::DType::Float32;
    if (one.needs_floating && !spec::is_differentiable(dtype)) return Foreseen::Error;
    if (one.no_half && dtype == spec::DType::Float16) return Foreseen::Error;
    if (one.no_bool && dtype == spec::DType::Bool) return Foreseen::Error;
    if (one.no_complex && spec::is_complex(dtype)) return Foreseen::Error;
    if (facts.in_place && (!(shape == self.shape) || !spec::can_cast(dtype, self.dtype) ||
                           !may_write(self, any_normal, any_requires_grad)))
      return Foreseen::Error;
    if (!facts.in_place && i < results.size()) {
      if (!fits(shape, dtype)) return Foreseen::Dropped;
      results[i] = fresh(shape, dtype);
    }
  }
  // What is recorded has no answer.
  if (by_autograd) return Foreseen::Dropped;
  if (facts.in_place)
    for (std::size_t i = 0; i < count; ++i) written(at(record.operands[i]), false, 0, 0);
  else
    for (std::size_t i = 0; i < count && i < results.size(); ++i)
      at((record.destination + static_cast<int>(i)) % spec::kRegisters) = results[i];
  return Foreseen::Ok;
}

}  // namespace modecheck::properties
