// Normalisations and Fourier transforms, as the sketch foresees them.
#include "properties/generate/sketch/families.h"
#include "properties/generate/sketch/shapes.h"
#include "spec/rules/promotion.h"

namespace modecheck::properties {
namespace {

using spec::DType;
using spec::Record;

}  // namespace

Foreseen foresee_normalization(const SketchCall& call, SketchResult& result) {
  const Record& record = call.record;
  const OperationFacts& facts = call.facts;
  const SketchTensor& a = call.operand(0);
  Shape& shape = result.shape;
  DType& dtype = result.dtype;
  Shape& statistics = result.statistics;
  switch (facts.call_shape) {
    case CallShape::LayerNorm:
    case CallShape::GroupNorm: {
      const bool layer = facts.call_shape == CallShape::LayerNorm;
      Shape parameters;
      if (layer) {
        if (!read_shape(record, 0, parameters) || parameters.rank == 0 || parameters.rank > a.shape.rank)
          return Foreseen::Error;
        statistics = a.shape;
        for (int i = 0; i < parameters.rank; ++i) {
          if (parameters.last(i) != a.shape.last(i)) return Foreseen::Error;
          statistics.set_last(i, 1);
        }
      } else {
        const auto number = [&](int i) -> int { return record.immediates[static_cast<std::size_t>(i)]; };
        const int channels = number(3);
        if (number(5) <= 0 || channels % number(5) != 0) return Foreseen::Error;
        if (a.shape.numel() != number(2) * channels * number(4) || !a.contiguous) return Foreseen::Error;
        parameters.rank = 1;
        parameters.set(0, channels);
        statistics.rank = 2;
        statistics.set(0, number(2));
        statistics.set(1, number(5));
      }
      for (int i = 1; i < 3; ++i) {
        const SketchTensor& parameter = call.at(record.operands[static_cast<std::size_t>(i)]);
        if (!call.absent(i) && (!(parameter.shape == parameters) || parameter.dtype != a.dtype)) return Foreseen::Error;
      }
      break;
    }
    case CallShape::BatchNorm: {
      if (!is_batch(a)) return Foreseen::Dropped;
      Shape parameters;
      parameters.insert(0, a.shape.size(1));
      const bool training = record.immediates[4] != 0;
      if (call.absent(3) != call.absent(4)) return Foreseen::Dropped;
      for (int i = 1; i < 5; ++i) {
        const SketchTensor& parameter = call.at(record.operands[static_cast<std::size_t>(i)]);
        if (call.absent(i) ? i >= 3 && !training : !(parameter.shape == parameters) || parameter.dtype != a.dtype)
          return Foreseen::Dropped;
        if (i < 3 || call.absent(i) || !training) continue;
        if (parameter.overlapping) return Foreseen::Dropped;
        for (int k = 0; k < i; ++k)
          if (!call.absent(k) && call.at(record.operands[static_cast<std::size_t>(k)]).storage == parameter.storage)
            return Foreseen::Dropped;
      }
      statistics.insert(0, training ? a.shape.size(1) : 0);
      break;
    }
    case CallShape::ComplexTransform:
    case CallShape::RealTransform:
    case CallShape::RealInverse: {
      const bool inverse = facts.call_shape == CallShape::RealInverse;
      const bool complex = facts.call_shape == CallShape::ComplexTransform;
      if (inverse || complex ? !spec::is_complex(dtype) : dtype != DType::Float32 && dtype != DType::Float64)
        return Foreseen::Error;
      const int length = record.immediates[0];
      if (length == 0 || record.immediates[5] > 2 || shape.numel() == 0) return Foreseen::Error;
      unsigned seen = 0;
      for (int i = 0; i < length; ++i) {
        const int dim = record.immediates[static_cast<std::size_t>(1 + i)];
        if (dim < 0 || dim >= shape.rank || (seen >> dim & 1) != 0) return Foreseen::Error;
        seen |= 1u << dim;
      }
      const int last = record.immediates[static_cast<std::size_t>(length)];
      if (complex) break;
      if (inverse) {
        if (shape.size(last) != record.immediates[6] / 2 + 1) return Foreseen::Error;
        shape.set(last, record.immediates[6]);
        dtype = spec::part_of(dtype);
      } else {
        if (record.immediates[6] != 0) shape.set(last, shape.size(last) / 2 + 1);
        dtype = dtype == DType::Float32 ? DType::Complex64 : DType::Complex128;
      }
      break;
    }
    default:
      break;
  }
  return Foreseen::Ok;
}

}  // namespace modecheck::properties
