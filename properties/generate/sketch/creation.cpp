// Operators that make a tensor out of sizes and numbers, as the sketch foresees them.
#include "properties/generate/sketch/families.h"
#include "properties/generate/sketch/shapes.h"
#include "spec/program/operator_id.h"
#include "spec/rules/promotion.h"

namespace modecheck::properties {
namespace {

using spec::DType;
using spec::Record;

}  // namespace

Foreseen foresee_creation(const SketchCall& call, SketchResult& result) {
  const Record& record = call.record;
  const OperationFacts& facts = call.facts;
  Shape& shape = result.shape;
  DType& dtype = result.dtype;
  switch (facts.call_shape) {
    case CallShape::Sized: {
      if (!read_shape(record, 0, shape)) return Foreseen::Error;
      const spec::OperationId full = spec::id_of<spec::operators::full>();
      const int given = record.immediates[record.operation == full ? 7 : 5];
      const int kind = record.operation == full ? record.immediates[5] : 1;
      dtype = given >= 0  ? static_cast<DType>(given)
              : kind == 0 ? DType::Int64
              : kind == 2 ? DType::Bool
                          : DType::Float32;
      if (spec::draws_random_numbers(spec::operation(record.operation)) && !spec::is_differentiable(dtype))
        return Foreseen::Error;
      break;
    }
    case CallShape::Strided:
      if (!read_shape(record, 0, shape) || record.immediates[5] != shape.rank) return Foreseen::Error;
      dtype = record.immediates[10] >= 0 ? static_cast<DType>(record.immediates[10]) : DType::Float32;
      break;
    case CallShape::Arange: {
      const auto value = [&](int i) {
        const int raw = record.immediates[static_cast<std::size_t>(i + 1)];
        return record.immediates[static_cast<std::size_t>(i)] == 1 ? raw : 2 * raw;
      };
      const int span = value(2) - value(0);
      const int step = value(4);
      if (step == 0 || span * step < 0) return Foreseen::Error;
      shape = Shape{};
      shape.rank = 1;
      shape.set(0, (span + step - (step > 0 ? 1 : -1)) / step);
      const bool floating = record.immediates[0] == 1 || record.immediates[2] == 1 || record.immediates[4] == 1;
      dtype = record.immediates[6] >= 0 ? static_cast<DType>(record.immediates[6])
              : floating                ? DType::Float32
                                        : DType::Int64;
      if (dtype == DType::Bool || spec::is_complex(dtype)) return Foreseen::Error;
      break;
    }
    case CallShape::ScalarTensor:
      shape = Shape{};
      dtype = record.immediates[2] >= 0 ? static_cast<DType>(record.immediates[2]) : DType::Float32;
      break;
    case CallShape::DrawnLike:
      if (record.immediates[0] >= 0) dtype = static_cast<DType>(record.immediates[0]);
      break;
    case CallShape::Permutation:
      if (record.immediates[0] < 0) return Foreseen::Error;
      shape = Shape{};
      shape.rank = 1;
      shape.set(0, record.immediates[0]);
      dtype = record.immediates[1] >= 0 ? static_cast<DType>(record.immediates[1]) : DType::Int64;
      if (dtype == DType::Bool || spec::is_complex(dtype)) return Foreseen::Error;
      break;
    case CallShape::Integers: {
      const int bounds = facts.immediates - spec::kMaxListLength - 2;
      const int low = bounds > 1 ? record.immediates[0] : 0;
      const int high = record.immediates[static_cast<std::size_t>(bounds - 1)];
      const int given = record.immediates[static_cast<std::size_t>(facts.immediates - 1)];
      if (!read_shape(record, bounds, shape) || low >= high) return Foreseen::Error;
      dtype = given >= 0 ? static_cast<DType>(given) : DType::Float32;
      if (spec::is_complex(dtype) || (dtype == DType::Bool && (low < 0 || high > 2)) ||
          (dtype == DType::UInt8 && low < 0))
        return Foreseen::Error;
      break;
    }
    case CallShape::FullLike:
      if (record.immediates[2] >= 0) dtype = static_cast<DType>(record.immediates[2]);
      break;
    default:
      break;
  }
  return Foreseen::Ok;
}

}  // namespace modecheck::properties
