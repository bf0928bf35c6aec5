// Pointwise operators, as the sketch foresees them.
#include "properties/generate/sketch/families.h"
#include "properties/generate/sketch/shapes.h"
#include "spec/rules/promotion.h"

namespace modecheck::properties {
namespace {

using spec::DType;
using spec::Record;

}  // namespace

Foreseen foresee_pointwise(const SketchCall& call, SketchResult& result) {
  const Record& record = call.record;
  const OperationFacts& facts = call.facts;
  const SketchTensor& a = call.operand(0);
  const SketchTensor& b = call.operand(1);
  const SketchTensor& c = call.operand(2);
  Shape& shape = result.shape;
  DType& dtype = result.dtype;
  switch (facts.call_shape) {
    case CallShape::ClampBetween:
      if (call.absent(1) && call.absent(2)) return Foreseen::Error;
      for (int i = 1; i < 3; ++i) {
        if (call.absent(i)) continue;
        const SketchTensor& bound = call.at(record.operands[static_cast<std::size_t>(i)]);
        if (!broadcastable(shape, bound.shape)) return Foreseen::Error;
        shape = broadcast(shape, bound.shape);
        dtype = spec::promote(dtype, bound.dtype);
      }
      break;
    case CallShape::Binary:
      if (!broadcastable(a.shape, b.shape)) return Foreseen::Error;
      shape = broadcast(a.shape, b.shape);
      dtype = promote(a, b);
      break;
    case CallShape::Ternary:
      for (int i = 1; i < facts.tensors; ++i) {
        const SketchTensor& other = call.at(record.operands[static_cast<std::size_t>(i)]);
        if (!broadcastable(shape, other.shape)) return Foreseen::Error;
        shape = broadcast(shape, other.shape);
        dtype = spec::promote(dtype, other.dtype);
      }
      break;
    case CallShape::BinaryScalar:
      if (record.immediates[0] == 1 && !spec::is_differentiable(dtype)) dtype = DType::Float32;
      if (record.immediates[0] == 0 && dtype == DType::Bool) dtype = DType::Int64;
      break;
    case CallShape::Where:
      if (a.dtype != DType::Bool || !broadcastable(b.shape, c.shape)) return Foreseen::Error;
      shape = broadcast(b.shape, c.shape);
      if (!broadcastable(a.shape, shape)) return Foreseen::Error;
      shape = broadcast(a.shape, shape);
      dtype = promote(b, c);
      break;
    case CallShape::MaskedFill:
      if (b.dtype != DType::Bool || !broadcastable(a.shape, b.shape)) return Foreseen::Error;
      if (facts.tensors > 2 && (c.shape.rank != 0 || !spec::can_cast(c.dtype, a.dtype))) return Foreseen::Error;
      shape = broadcast(a.shape, b.shape);
      break;
    case CallShape::MaskedScatter:
      if (b.dtype != DType::Bool || !broadcastable(a.shape, b.shape) || c.dtype != a.dtype) return Foreseen::Error;
      shape = broadcast(a.shape, b.shape);
      break;
    default:
      break;
  }
  return Foreseen::Ok;
}

}  // namespace modecheck::properties
