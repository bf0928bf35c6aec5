// Fills the arguments of normalisations and of Fourier transforms.
#include "properties/generate/writer.h"

namespace modecheck::properties {

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_parameters(Record& record, const Candidate& self, const Shape& sizes, int present) {
  const auto fits = [&](const Candidate& t) { return t.shape == sizes && t.dtype == self.dtype && readable(t); };
  for (int i = 0; i < 2; ++i) {
    if (!any(fits) || one_in(4)) continue;
    immediate(record, present + i, 1);
    const int forced = std::exchange(forced_self_, -1);
    operand(record, 1 + i, pick_if([&](const Candidate& t, int) { return fits(t); }));
    forced_self_ = forced;
  }
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_batch_norm(Record& record) {
  const Candidate& a = tensor(record.operands[0]);
  const int rank = a.shape.rank;
  Shape parameters;
  parameters.insert(0, rank >= 2 ? a.shape.size(1) : 1);
  fill_parameters(record, a, parameters, 0);
  // Choose running statistics that share no storage with other operands and do not require grad.
  int given = 0;
  for (int i = 0; i < 2; ++i) {
    const auto fits = [&](const Candidate& t) {
      bool apart = true;
      for (int k = 0; k < 3 + i; ++k)
        apart = apart &&
                ((k > 0 && record.immediates[at(k - 1)] == 0) || tensor(record.operands[at(k)]).storage != t.storage);
      return apart && t.shape == parameters && t.dtype == a.dtype && !t.overlapping && (!t.requires_grad || !records());
    };
    if (!any(fits) || one_in(8)) continue;
    ++given;
    immediate(record, 2 + i, 1);
    const int forced = std::exchange(forced_self_, -1);
    operand(record, 3 + i, pick_if([&](const Candidate& t, int) { return fits(t); }));
    forced_self_ = forced;
  }
  // batch_norm takes both running statistics or neither, so drop running statistics that have no partner.
  if (given == 1)
    for (int i = 0; i < 2; ++i) {
      immediate(record, 2 + i, 0);
      operand(record, 3 + i, 0);
    }
  immediate(record, 4, given < 2 || !one_in(3) ? 1 : 0);
  immediate(record, 5, one_in(6) ? draw(7) : 1);
  immediate(record, 6, one_in(6) ? draw(7) : 1 + draw(2));
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_spectral(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  const int rank = a.shape.rank;
  const int last = draw(std::clamp(rank, 1, 4));
  const int length = rank > 1 && one_in(3) ? 2 : 1;
  const bool complex = facts.call_shape == CallShape::ComplexTransform;
  // Fourier transforms: give an empty list `dim` only to operators that reject it in libtorch. _fft_c2c accepts the
  // empty list, and leaves its result uninitialised.
  immediate(record, 0, !complex && one_in(32) ? 0 : length);
  for (int i = 0; i < record.immediates[0]; ++i)
    immediate(record, 1 + i, i + 1 == length ? last : one_in(16) ? last : (last + 1) % std::min(rank, 4));
  immediate(record, 5, one_in(24) ? 3 : draw(3));
  const int elements = last < rank ? a.shape.size(last) : 1;
  if (complex)
    immediate(record, 6, draw(2));
  else if (facts.call_shape == CallShape::RealTransform)
    immediate(record, 6, one_in(3) ? 0 : 1);
  else
    immediate(record, 6, std::clamp(2 * elements - 2 + draw(2), 1, 6));
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_normalization(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  const int rank = a.shape.rank;
  switch (facts.call_shape) {
    case CallShape::LayerNorm: {
      const int length = rank > 1 && one_in(4) ? 2 : 1;
      immediate(record, 0, length);
      Shape parameters;
      for (int i = 0; i < length; ++i) {
        const int size = i < rank ? a.shape.last(length - 1 - i) : 1;
        immediate(record, 1 + i, std::min(size, 4));
        parameters.insert(i, size);
      }
      fill_parameters(record, a, parameters, 5);
      immediate(record, 7, one_in(6) ? draw(7) : 1 + draw(2));
      break;
    }
    case CallShape::GroupNorm: {
      // group_norm takes batch and channels as numbers. If the tensor's first two sizes cannot serve, choose sizes
      // whose product is the number of elements.
      const bool image = rank >= 2 && a.shape.size(0) <= 8 && a.shape.size(1) <= 8;
      const int numel = a.shape.numel();
      const int batch = image ? a.shape.size(0) : 1;
      const int channels = image ? a.shape.size(1) : std::min(numel, numel % 2 == 0 ? 2 : 1);
      const int pixels = batch * channels == 0 ? 1 : numel / (batch * channels);
      immediate(record, 2, batch);
      immediate(record, 3, channels);
      immediate(record, 4, std::min(pixels, 8));
      immediate(record, 5, channels % 2 == 0 && channels > 0 && one_in(2) ? 2 : 1);
      Shape parameters;
      parameters.insert(0, channels);
      fill_parameters(record, a, parameters, 0);
      immediate(record, 6, one_in(6) ? draw(7) : 1 + draw(2));
      break;
    }
    case CallShape::BatchNorm:
      return fill_batch_norm(record);
    case CallShape::ComplexTransform:
    case CallShape::RealTransform:
    case CallShape::RealInverse:
      return fill_spectral(record, facts);
    default:
      break;
  }
}

MODECHECK_FOR_BOTH_CHOICES(void, (Record&, const Candidate&, const Shape&, int), fill_parameters)
MODECHECK_FOR_BOTH_CHOICES(void, (Record&), fill_batch_norm)
MODECHECK_FOR_BOTH_CHOICES(void, (Record&, const OperationFacts&), fill_spectral, fill_normalization)

}  // namespace modecheck::properties
