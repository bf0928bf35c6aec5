// Products of matrices, distances between rows, and triangles, as the sketch foresees them.
#include "properties/generate/sketch/families.h"
#include "properties/generate/sketch/shapes.h"

namespace modecheck::properties {
namespace {

using spec::Record;

}  // namespace

Foreseen foresee_matrix(const SketchCall& call, SketchResult& result) {
  const Record& record = call.record;
  const OperationFacts& facts = call.facts;
  const SketchTensor& a = call.operand(0);
  const SketchTensor& b = call.operand(1);
  const SketchTensor& c = call.operand(2);
  Shape& shape = result.shape;
  switch (facts.call_shape) {
    case CallShape::Mm:
      if (a.shape.rank != 2 || b.shape.rank != 2 || a.shape.last(0) != b.shape.last(1) || a.dtype != b.dtype)
        return Foreseen::Error;
      shape.set_last(0, b.shape.last(0));
      break;
    case CallShape::Bmm:
      if (a.shape.rank != 3 || b.shape.rank != 3 || a.shape.size(0) != b.shape.size(0) ||
          a.shape.last(0) != b.shape.last(1) || a.dtype != b.dtype)
        return Foreseen::Error;
      shape.set_last(0, b.shape.last(0));
      break;
    case CallShape::CDist: {
      if (!are_measured(a, b) || record.immediates[2] < 0 || record.immediates[2] > 2) return Foreseen::Error;
      const int second = b.shape.last(1);
      const int first = a.shape.last(1);
      shape = broadcast(batches_of(a.shape), batches_of(b.shape));
      shape.set_last(1, first);
      shape.set_last(0, second);
      break;
    }
    case CallShape::PDist: {
      if (a.shape.rank != 2 || !a.contiguous) return Foreseen::Error;
      const int rows = a.shape.last(1);
      shape = Shape{};
      shape.rank = 1;
      shape.set(0, rows * (rows - 1) / 2);
      break;
    }
    case CallShape::Triangle:
      if (a.shape.rank < 2 && a.shape.numel() > 0) return Foreseen::Error;
      break;
    case CallShape::AddMm: {
      if (b.shape.rank != 2 || c.shape.rank != 2 || b.shape.last(0) != c.shape.last(1) || a.dtype != b.dtype ||
          b.dtype != c.dtype)
        return Foreseen::Error;
      const Shape self = shape;
      shape = b.shape;
      shape.set_last(0, c.shape.last(0));
      if (facts.in_place ? !(self == shape) : !expands_to(self, shape)) return Foreseen::Error;
      break;
    }
    case CallShape::AddMv:
    case CallShape::AddBmm:
    case CallShape::BaddBmm:
      if (!product_of(facts.call_shape, b, c, shape) || a.dtype != b.dtype) return Foreseen::Error;
      if (facts.in_place ? !(a.shape == shape) : !expands_to(a.shape, shape)) return Foreseen::Error;
      break;
    case CallShape::Mv:
    case CallShape::Dot:
      if (a.shape.rank != (facts.call_shape == CallShape::Mv ? 2 : 1) || b.shape.rank != 1) return Foreseen::Error;
      [[fallthrough]];
    case CallShape::MatMul: {
      const int ra = a.shape.rank;
      const int rb = b.shape.rank;
      if (ra == 0 || rb == 0 || ra > 2 || rb > 2 || a.dtype != b.dtype) return Foreseen::Error;
      if (a.shape.last(0) != b.shape.last(rb == 1 ? 0 : 1)) return Foreseen::Error;
      shape = Shape{};
      if (ra == 2) shape.insert(0, a.shape.last(1));
      if (rb == 2) shape.insert(shape.rank, b.shape.last(0));
      break;
    }
    default:
      break;
  }
  return Foreseen::Ok;
}

}  // namespace modecheck::properties
