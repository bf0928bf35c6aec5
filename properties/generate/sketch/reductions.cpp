// Reductions, cumulations and sorting, as the sketch foresees them.
#include "properties/generate/sketch/families.h"
#include "properties/generate/sketch/shapes.h"
#include "spec/program/operator_id.h"
#include "spec/rules/promotion.h"

namespace modecheck::properties {
namespace {

using spec::DType;
using spec::Record;

}  // namespace

Foreseen foresee_reduction(const SketchCall& call, SketchResult& result) {
  const Record& record = call.record;
  const OperationFacts& facts = call.facts;
  const SketchTensor& a = call.operand(0);
  Shape& shape = result.shape;
  DType& dtype = result.dtype;
  switch (facts.call_shape) {
    case CallShape::ReduceAll:
      shape = Shape{};
      if (facts.result == Result::Bool) {
        dtype = dtype == DType::UInt8 ? DType::UInt8 : DType::Bool;
        break;
      }
      if (!spec::is_differentiable(dtype)) dtype = DType::Int64;
      if (record.immediates[0] >= 0) dtype = static_cast<DType>(record.immediates[0]);
      if (facts.needs_floating && !spec::is_differentiable(dtype)) return Foreseen::Error;
      break;
    case CallShape::ReduceOne:
    case CallShape::ReduceOptional: {
      const bool one = facts.call_shape == CallShape::ReduceOne;
      const bool whole = !one && record.immediates[0] == 0;
      const int dim = wrap_dim(record.immediates[one ? 0 : 1], a.shape.rank);
      if (!whole && dim < 0) return Foreseen::Error;
      const bool keeps = record.immediates[one ? 1 : 2] != 0;
      for (int d = a.shape.rank - 1; d >= 0; --d) {
        if (!whole && d != dim) continue;
        if (keeps)
          shape.set(d, 1);
        else
          shape.erase(d);
      }
      if (!one)
        dtype = DType::Int64;
      else if (facts.result == Result::Bool)
        dtype = dtype == DType::UInt8 ? DType::UInt8 : DType::Bool;
      else if (facts.second_result && !whole && a.shape.rank > 0 && a.shape.size(dim) == 0)
        return Foreseen::Error;
      else if (facts.second_result)
        break;
      else if (record.immediates[2] >= 0)
        dtype = static_cast<DType>(record.immediates[2]);
      else if (!spec::is_differentiable(dtype))
        dtype = DType::Int64;
      break;
    }
    case CallShape::Sort:
      if (wrap_dim(record.immediates[0], a.shape.rank) < 0) return Foreseen::Error;
      break;
    case CallShape::TopK:
    case CallShape::KthValue: {
      const int dim = wrap_dim(record.immediates[1], a.shape.rank);
      const int k = record.immediates[0];
      const bool one = facts.call_shape == CallShape::KthValue;
      if (dim < 0 || k < (one ? 1 : 0) || k > (a.shape.rank == 0 ? 1 : a.shape.size(dim))) return Foreseen::Error;
      if (a.shape.rank == 0) break;
      if (one && record.immediates[2] == 0)
        shape.erase(dim);
      else
        shape.set(dim, one ? 1 : k);
      break;
    }
    case CallShape::Cumulate:
      if (wrap_dim(record.immediates[0], a.shape.rank) < 0) return Foreseen::Error;
      if (facts.in_place || facts.second_result || facts.immediates == 1) break;
      if (record.immediates[1] >= 0)
        dtype = static_cast<DType>(record.immediates[1]);
      else if (!spec::is_differentiable(dtype))
        dtype = DType::Int64;
      break;
    case CallShape::Spread:
    case CallShape::ReduceDims: {
      const int length = record.immediates[0];
      unsigned reduced = 0;
      for (int i = 0; i < length; ++i) {
        const int dim = wrap_dim(record.immediates[static_cast<std::size_t>(1 + i)], a.shape.rank);
        if (dim < 0 || (reduced >> dim & 1) != 0) return Foreseen::Error;
        reduced |= 1u << dim;
      }
      if (length <= 0) reduced = 31;
      const bool spread = facts.call_shape == CallShape::Spread;
      const bool largest = !spread && facts.immediates < 7;  // amax
      for (int dim = a.shape.rank - 1; dim >= 0; --dim) {
        if ((reduced >> dim & 1) == 0) continue;
        if (largest && shape.size(dim) == 0) return Foreseen::Error;
        if (record.immediates[spread ? static_cast<std::size_t>(facts.immediates - 1) : 5] != 0)
          shape.set(dim, 1);
        else
          shape.erase(dim);
      }
      if (largest || spread) break;
      if (!spec::is_differentiable(dtype)) dtype = DType::Int64;
      if (record.immediates[6] >= 0) dtype = static_cast<DType>(record.immediates[6]);
      if (facts.needs_floating && !spec::is_differentiable(dtype)) return Foreseen::Error;
      break;
    }
    case CallShape::Norm: {
      const int length = facts.immediates > 2 ? record.immediates[2] : 0;
      unsigned reduced = length > 0 ? 0 : 31;
      for (int i = 0; i < length; ++i) {
        const int dim = wrap_dim(record.immediates[static_cast<std::size_t>(3 + i)], a.shape.rank);
        if (dim < 0 || (reduced >> dim & 1) != 0) return Foreseen::Error;
        reduced |= 1u << dim;
      }
      for (int dim = a.shape.rank - 1; dim >= 0; --dim) {
        if ((reduced >> dim & 1) == 0) continue;
        if (facts.immediates > 2 && record.immediates[7] != 0)
          shape.set(dim, 1);
        else
          shape.erase(dim);
      }
      if (facts.immediates <= 8 || record.immediates[8] < 0) break;
      const auto asked = static_cast<DType>(record.immediates[8]);
      if (spec::is_complex(asked) != spec::is_complex(dtype) || spec::promote(asked, dtype) != asked)
        return Foreseen::Error;
      dtype = asked;
      break;
    }
    case CallShape::Softmax:
      if (wrap_dim(record.immediates[0], a.shape.rank) < 0) return Foreseen::Error;
      if (record.operation == spec::id_of<spec::operators::_softmax>() ||
          record.operation == spec::id_of<spec::operators::_log_softmax>()) {
        if (record.immediates[1] != 0) return Foreseen::Error;
      } else if (record.immediates[1] >= 0) {
        dtype = static_cast<DType>(record.immediates[1]);
      }
      break;
    default:
      break;
  }
  return Foreseen::Ok;
}

}  // namespace modecheck::properties
