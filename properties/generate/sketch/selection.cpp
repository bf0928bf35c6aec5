// Losses, and what picks elements or puts them elsewhere, as the sketch foresees them.
#include <algorithm>
#include <cstdlib>

#include "properties/generate/sketch/families.h"
#include "properties/generate/sketch/shapes.h"
#include "spec/program/operator_id.h"
#include "spec/rules/promotion.h"

namespace modecheck::properties {

using spec::DType;
using spec::Record;

bool names_classes(const Shape& prediction, const SketchTensor& target) {
  if (target.dtype != DType::Int64 || prediction.rank == 0 || target.shape.rank != prediction.rank - 1) return false;
  return prediction.rank == 1 || (prediction.rank == 2 && target.shape.size(0) == prediction.size(0));
}

Foreseen foresee_selection(const SketchCall& call, SketchResult& result) {
  const Record& record = call.record;
  const OperationFacts& facts = call.facts;
  const SketchTensor& a = call.operand(0);
  const SketchTensor& b = call.operand(1);
  Shape& shape = result.shape;
  DType& dtype = result.dtype;
  switch (facts.call_shape) {
    case CallShape::Loss: {
      if (!broadcastable(a.shape, b.shape)) return Foreseen::Error;
      shape = broadcast(a.shape, b.shape);
      dtype = spec::promote(a.dtype, b.dtype);
      const bool weighted = facts.tensors > 2;
      const bool allocated_like_self = record.operation == spec::id_of<spec::operators::huber_loss>();
      if (weighted && (!(a.shape == b.shape) || a.dtype != b.dtype)) return Foreseen::Error;
      if (allocated_like_self && !spec::can_cast(dtype, a.dtype)) return Foreseen::Error;
      if (allocated_like_self) dtype = a.dtype;
      if (record.immediates[weighted ? 1 : 0] != 0) shape = Shape{};
      break;
    }
    case CallShape::NllLoss:
      if (!names_classes(a.shape, b)) return Foreseen::Error;
      shape = record.immediates[1] == 0 ? b.shape : Shape{};
      result.statistics = Shape{};
      break;
    case CallShape::Whole:
      if (a.shape.numel() == 0) return Foreseen::Error;
      shape = Shape{};
      break;
    case CallShape::Trace:
      if (a.shape.rank != 2) return Foreseen::Error;
      shape = Shape{};
      if (!spec::is_differentiable(dtype)) dtype = DType::Int64;
      break;
    case CallShape::MaskedSelect: {
      // As if all were true.
      if (b.dtype != DType::Bool || !broadcastable(a.shape, b.shape)) return Foreseen::Error;
      const int count = broadcast(a.shape, b.shape).numel();
      shape = Shape{};
      shape.rank = 1;
      shape.set(0, std::min(count, 127));
      break;
    }
    case CallShape::Take:
      if (b.dtype != DType::Int64) return Foreseen::Error;
      shape = b.shape;
      break;
    case CallShape::Roll: {
      const int length = record.immediates[5];
      if (length == 0 ? record.immediates[0] != 1 : record.immediates[0] != length) return Foreseen::Error;
      for (int i = 0; i < length; ++i)
        if (a.shape.rank == 0 || wrap_dim(record.immediates[static_cast<std::size_t>(6 + i)], a.shape.rank) < 0)
          return Foreseen::Error;
      break;
    }
    case CallShape::DiagEmbed: {
      const int first = wrap_dim(record.immediates[1], a.shape.rank + 1);
      const int second = wrap_dim(record.immediates[2], a.shape.rank + 1);
      if (a.shape.rank == 0 || first < 0 || second < 0 || first == second) return Foreseen::Error;
      if (a.shape.rank >= spec::kMaxRank) return Foreseen::Dropped;
      const int length = std::min(127, a.shape.last(0) + std::abs(static_cast<int>(record.immediates[0])));
      shape.erase(shape.rank - 1);
      shape.insert(std::min(first, second), length);
      shape.insert(std::max(first, second), length);
      break;
    }
    case CallShape::Factors:
      if (a.shape.rank < 2 || a.shape.last(0) != a.shape.last(1) || a.dtype == DType::BFloat16) return Foreseen::Error;
      if (record.immediates[static_cast<std::size_t>(facts.immediates - 1)] != 0) return Foreseen::Dropped;
      result.statistics = a.shape;
      result.statistics.erase(a.shape.rank - 1);
      result.statistics.erase(a.shape.rank - 2);
      break;
    case CallShape::Determinant:
      if (a.shape.rank < 2 || a.shape.last(0) != a.shape.last(1) || a.dtype == DType::BFloat16) return Foreseen::Error;
      shape.erase(shape.rank - 1);
      shape.erase(shape.rank - 1);
      break;
    case CallShape::Solve: {
      const bool left = record.immediates[0] != 0;
      if (a.shape.rank < 2 || b.shape.rank == 0 || a.shape.last(0) != a.shape.last(1) || a.dtype != b.dtype ||
          a.dtype == DType::BFloat16)
        return Foreseen::Error;
      if (record.immediates[1] != 0) return Foreseen::Dropped;
      Shape rows = a.shape;
      rows.erase(rows.rank - 1);
      const bool vectors = b.shape.rank == 1 || b.shape == rows;
      if (vectors ? !left || b.shape.last(0) != a.shape.last(0) : b.shape.last(left ? 1 : 0) != a.shape.last(0))
        return Foreseen::Error;
      if (vectors) {
        shape = rows;
        break;
      }
      if (!broadcastable(batches_of(a.shape), batches_of(b.shape))) return Foreseen::Error;
      shape = broadcast(batches_of(a.shape), batches_of(b.shape));
      shape.set_last(1, b.shape.last(1));
      shape.set_last(0, b.shape.last(0));
      break;
    }
    case CallShape::Places: {
      const bool buckets = facts.immediates == 2;
      const SketchTensor& sequence = buckets ? b : a;
      const SketchTensor& values = buckets ? a : b;
      if (sequence.shape.rank == 0 ||
          (sequence.shape.rank != 1 && (buckets || sequence.shape.rank != values.shape.rank)))
        return Foreseen::Error;
      if (!buckets && record.immediates[1] != 0 && record.immediates[2] == 1) return Foreseen::Error;
      shape = values.shape;
      dtype = record.immediates[0] != 0 ? DType::Int32 : DType::Int64;
      break;
    }
    case CallShape::PlaceOfNumber:
      if (a.shape.rank != 1) return Foreseen::Error;
      if (facts.tensors > 1 && record.immediates[3] != 0 && record.immediates[4] == 1) return Foreseen::Error;
      shape = Shape{};
      dtype = record.immediates[2] != 0 ? DType::Int32 : DType::Int64;
      break;
    case CallShape::Dropout:
      if (record.immediates[0] > 2) return Foreseen::Error;
      if (a.shape.numel() == 0) return Foreseen::Dropped;
      break;
    case CallShape::Unique:
      // As if all were different.
      if (record.immediates[0] == 0 && a.shape.numel() > 1) return Foreseen::Dropped;
      shape = Shape{};
      shape.rank = 1;
      shape.set(0, std::min(a.shape.numel(), 127));
      break;
    case CallShape::TriangularSolve: {
      const bool left = record.immediates[1] != 0;
      if (a.shape.rank < 2 || b.shape.rank < 2 || a.shape.last(0) != a.shape.last(1) || a.dtype != b.dtype ||
          a.dtype == DType::BFloat16 || b.shape.last(left ? 1 : 0) != a.shape.last(0) ||
          !broadcastable(batches_of(a.shape), batches_of(b.shape)))
        return Foreseen::Error;
      const int rows = b.shape.last(1);
      const int columns = b.shape.last(0);
      shape = broadcast(batches_of(a.shape), batches_of(b.shape));
      shape.set_last(1, rows);
      shape.set_last(0, columns);
      break;
    }
    default:
      break;
  }
  return Foreseen::Ok;
}

}  // namespace modecheck::properties
