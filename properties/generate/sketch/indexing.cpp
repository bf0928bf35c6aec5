// What picks elements, or writes them, by index, as the sketch foresees them.
#include <algorithm>
#include <array>
#include <string_view>

#include "properties/generate/sketch/families.h"
#include "properties/generate/sketch/shapes.h"
#include "spec/rules/promotion.h"

namespace modecheck::properties {
namespace {

using spec::DType;
using spec::Record;

}  // namespace

Foreseen foresee_indexing(const SketchCall& call, SketchResult& result) {
  const Record& record = call.record;
  const OperationFacts& facts = call.facts;
  const SketchTensor& a = call.operand(0);
  const SketchTensor& b = call.operand(1);
  const SketchTensor& c = call.operand(2);
  Shape& shape = result.shape;
  DType& dtype = result.dtype;
  Shape& statistics = result.statistics;
  Shape& uses = result.uses;
  switch (facts.call_shape) {
    case CallShape::Nonzero:
      // As if nothing were zero.
      shape = Shape{};
      shape.rank = 2;
      shape.set(0, std::min(a.shape.numel(), 127));
      shape.set(1, a.shape.rank);
      dtype = DType::Int64;
      break;
    case CallShape::Embedding:
      if (a.shape.rank != 2 || !is_index(b.dtype) || record.immediates[2] != 0) return Foreseen::Error;
      shape = b.shape;
      shape.insert(shape.rank, a.shape.last(0));
      break;
    case CallShape::EmbeddingBag: {
      const SketchTensor& samples = call.at(record.operands[3]);
      const int mode = record.immediates[1];
      if (a.shape.rank != 2 || !is_index(b.dtype) || !is_index(c.dtype) || b.shape.rank != 1 || c.shape.rank != 1 ||
          record.immediates[2] != 0 || !b.contiguous || !c.contiguous || c.shape.numel() == 0)
        return Foreseen::Error;
      if (!call.absent(3) && (mode != 0 || samples.dtype != a.dtype || !(samples.shape == b.shape)))
        return Foreseen::Error;
      const bool in_one_go = mode == 0 && dtype == DType::Float32 && a.contiguous && record.immediates[5] < 0;
      uses = b.shape;
      if (in_one_go) uses.set(0, 0);
      statistics = c.shape;
      statistics.set(0, c.shape.size(0) - (record.immediates[4] != 0 ? 1 : 0));
      const int width = a.shape.last(0);
      shape = statistics;
      shape.insert(1, width);
      break;
    }
    case CallShape::IndexSelect: {
      const int dim = wrap_dim(record.immediates[0], a.shape.rank);
      if (dim < 0 || a.shape.rank == 0 || !is_index(b.dtype) || b.shape.rank > 1) return Foreseen::Error;
      shape.set(dim, b.shape.rank == 0 ? 1 : b.shape.last(0));
      break;
    }
    case CallShape::Gather: {
      const int dim = wrap_dim(record.immediates[0], a.shape.rank);
      if (dim < 0 || b.dtype != DType::Int64 || b.shape.rank != a.shape.rank) return Foreseen::Error;
      for (int i = 0; i < a.shape.rank; ++i)
        if (i != dim && b.shape.size(i) > a.shape.size(i)) return Foreseen::Error;
      shape = b.shape;
      break;
    }
    case CallShape::ScatterReduce: {
      const std::string_view how = spec::kReductions[static_cast<std::size_t>(record.immediates[1])];
      const bool ordered = how == "amax" || how == "amin";
      if (how == "none" || (ordered && spec::is_complex(a.dtype)) || (how == "mean" && a.dtype == DType::Bool))
        return Foreseen::Error;
      if (how == "sum" && a.dtype == DType::Bool) return Foreseen::Dropped;
      [[fallthrough]];
    }
    case CallShape::Segments: {
      const auto at = [&](int i) { return record.immediates[static_cast<std::size_t>(i)]; };
      const bool offsets = at(3) != 0;
      if (at(0) == 5 || at(2) != 0 || (at(1) != 0) == offsets || a.shape.rank == 0 || a.shape.numel() == 0)
        return Foreseen::Error;
      const SketchTensor& numbers = offsets ? call.at(record.operands[3]) : b;
      const int axis = wrap_dim(at(4), a.shape.rank);
      if (axis < 0 || numbers.shape.rank != axis + 1 || !is_index(numbers.dtype)) return Foreseen::Error;
      for (int d = 0; d < axis; ++d)
        if (numbers.shape.size(d) != a.shape.size(d)) return Foreseen::Dropped;
      const int count = numbers.shape.size(axis) - (offsets ? 1 : 0);
      if (count < 0) return Foreseen::Error;
      shape.set(axis, count);
      break;
    }
    case CallShape::IndexInto:
    case CallShape::ScatterInto:
      if (!takes_index(facts.call_shape, a, record.immediates[0], b)) return Foreseen::Error;
      if (facts.tensors > 2 && !takes_source(facts.call_shape, a, record.immediates[0], b, c)) return Foreseen::Error;
      break;
    case CallShape::Index:
    case CallShape::IndexPut: {
      std::array<const SketchTensor*, spec::kMaxTensorList> indices{};
      for (int i = 0; i < spec::kMaxTensorList; ++i)
        if (!call.absent(1 + i))
          indices[static_cast<std::size_t>(i)] = &call.at(record.operands[static_cast<std::size_t>(1 + i)]);
      Shape named;
      if (!indexed_shape(a.shape, indices, record.immediates[0], named)) return Foreseen::Error;
      if (facts.call_shape == CallShape::Index) {
        shape = named;
        break;
      }
      const SketchTensor& values = call.at(record.operands[1 + spec::kMaxTensorList]);
      if (values.dtype != a.dtype || !expands_to(values.shape, named)) return Foreseen::Error;
      break;
    }
    default:
      break;
  }
  return Foreseen::Ok;
}

}  // namespace modecheck::properties
