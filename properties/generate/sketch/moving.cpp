// What puts elements into other places, as the sketch foresees them.
#include <algorithm>

#include "properties/generate/sketch/families.h"
#include "properties/generate/sketch/shapes.h"
#include "spec/rules/promotion.h"

namespace modecheck::properties {
namespace {

using spec::DType;
using spec::Record;

}  // namespace

Foreseen foresee_moving(const SketchCall& call, SketchResult& result) {
  const Record& record = call.record;
  const OperationFacts& facts = call.facts;
  const SketchTensor& a = call.operand(0);
  const SketchTensor& b = call.operand(1);
  Shape& shape = result.shape;
  DType& dtype = result.dtype;
  int& tensors = result.tensors;
  switch (facts.call_shape) {
    case CallShape::Pad: {
      const int length = record.immediates[0];
      if (length % 2 != 0 || length / 2 > a.shape.rank) return Foreseen::Error;
      bool grows = false;
      bool vanishes = false;
      for (int i = 0; 2 * i < length; ++i) {
        const int before = record.immediates[static_cast<std::size_t>(1 + 2 * i)];
        const int after = record.immediates[static_cast<std::size_t>(2 + 2 * i)];
        const int size = a.shape.last(i) + before + after;
        if (a.shape.last(i) + std::min(before, 0) + std::min(after, 0) < 0) return Foreseen::Error;
        grows = grows || before > 0 || after > 0;
        vanishes = vanishes || size == 0;
        shape.set_last(i, size);
      }
      if (grows && vanishes) return Foreseen::Error;
      break;
    }
    case CallShape::Repeat: {
      const int length = record.immediates[0];
      const int lead = length - a.shape.rank;
      if (lead < 0) return Foreseen::Error;
      shape = Shape{};
      for (int i = 0; i < length; ++i) {
        const int count = record.immediates[static_cast<std::size_t>(1 + i)];
        const int size = i < lead ? count : count * a.shape.size(i - lead);
        if (size < 0) return Foreseen::Error;
        shape.insert(i, std::min(size, 127));
      }
      break;
    }
    case CallShape::SliceScatter:
    case CallShape::SelectScatter: {
      const bool select = facts.call_shape == CallShape::SelectScatter;
      const int dim = wrap_dim(record.immediates[0], a.shape.rank);
      if (dim < 0 || a.shape.rank == 0) return Foreseen::Error;
      const int size = a.shape.size(dim);
      Shape part = a.shape;
      if (select) {
        if (record.immediates[1] < -size || record.immediates[1] >= size) return Foreseen::Error;
        part.erase(dim);
      } else {
        if (record.immediates[5] <= 0) return Foreseen::Error;
        const auto bound = [&](int i) {
          const int value = record.immediates[static_cast<std::size_t>(i)];
          return std::clamp(value < 0 ? value + size : value, 0, size);
        };
        const int begin = record.immediates[1] != 0 ? bound(2) : 0;
        const int end = std::max(begin, record.immediates[3] != 0 ? bound(4) : size);
        part.set(dim, (end - begin + record.immediates[5] - 1) / record.immediates[5]);
      }
      if (!(b.shape == part)) return Foreseen::Error;
      break;
    }
    case CallShape::Cat:
    case CallShape::Stack: {
      const int length = record.immediates[0];
      const bool stack = facts.call_shape == CallShape::Stack;
      const int dim = wrap_dim(record.immediates[1], a.shape.rank + (stack ? 1 : 0));
      tensors = length;
      if (dim < 0 || (!stack && a.shape.rank == 0)) return Foreseen::Error;
      int along = 0;
      for (int i = 0; i < length; ++i) {
        const SketchTensor& element = call.at(record.operands[static_cast<std::size_t>(i)]);
        if (element.shape.rank != a.shape.rank) return Foreseen::Error;
        Shape same = element.shape;
        if (!stack) {
          along += same.size(dim);
          same.set(dim, a.shape.size(dim));
        }
        if (!(same == a.shape)) return Foreseen::Error;
        dtype = spec::promote(dtype, element.dtype);
      }
      if (stack)
        shape.insert(dim, length);
      else
        shape.set(dim, std::min(along, 127));
      break;
    }
    default:
      break;
  }
  return Foreseen::Ok;
}

}  // namespace modecheck::properties
