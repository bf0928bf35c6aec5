// Fills the arguments of image operators: pooling, padding, convolution, upsampling and col2im.
#include "properties/generate/writer.h"

namespace modecheck::properties {

template <typename TheChoice>
void ProgramWriter<TheChoice>::window(Record& record, const OperationFacts& facts, const Candidate& image) {
  const int room = facts.spatial + 1;
  const bool dilated = facts.call_shape == CallShape::MaxPool;
  int kernel[3];
  for (int i = 0; i < facts.spatial; ++i) {
    const int size = i < image.shape.rank ? image.shape.last(facts.spatial - 1 - i) : 1;
    kernel[i] = one_in(16) ? 1 + draw(3) : 1 + draw(std::min(std::max(size, 1), 3));
  }
  const bool one_for_all = one_in(4);
  const auto list = [&](int which, int length, const auto& number) {
    immediate(record, which * room, length);
    for (int i = 0; i < length; ++i) immediate(record, which * room + 1 + i, number(i));
  };
  const int length = one_for_all ? 1 : facts.spatial;
  list(0, length, [&](int i) { return kernel[i]; });
  list(1, one_in(3) ? 0 : length, [&](int /*i*/) { return 1 + draw(2); });
  list(2, length, [&](int i) { return one_in(3) ? kernel[one_for_all ? 0 : i] / 2 : 0; });
  if (dilated) list(3, length, [&](int i) { return kernel[one_for_all ? 0 : i] == 1 && one_in(2) ? 2 : 1; });
  const int rest = (dilated ? 4 : 3) * room;
  immediate(record, rest, one_in(3) ? 1 : 0);
  if (dilated) return;
  immediate(record, rest + 1, one_in(3) ? 0 : 1);
  if (facts.spatial == 1) return;
  const bool other_divisor = one_in(4);
  immediate(record, rest + 2, other_divisor ? 1 : 0);
  immediate(record, rest + 3, other_divisor ? (one_in(2) ? -1 : 3) : 0);
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::is_image(const OperationFacts& facts, const Candidate& t) {
  // For composites that resemble convolution, choose only images with a batch dimension.
  if (facts.call_shape == CallShape::Convolution && facts.resembles != 0)
    return t.shape.rank == facts.spatial + 2 && t.shape.numel() > 0 &&
           (t.dtype == DType::Float32 || t.dtype == DType::Float64);
  if (facts.call_shape == CallShape::Convolution && (t.shape.rank < 3 || spec::item_size(t.dtype) < 4)) return false;
  if (facts.call_shape == CallShape::Convolution && t.shape.rank > 3)
    return t.shape.rank == 4 && t.shape.numel() > 0 && takes(facts, t.dtype) && spec::is_differentiable(t.dtype);
  if (wants_batch(facts) && t.shape.rank != 4) return false;
  return (t.shape.rank == facts.spatial + 1 || t.shape.rank == facts.spatial + 2) && t.shape.numel() > 0 &&
         takes(facts, t.dtype) && spec::is_differentiable(t.dtype);
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::are_kernels(const Candidate& kernels, const Candidate& image, bool transposed) {
  if (kernels.dtype != image.dtype || kernels.shape.rank != image.shape.rank || kernels.shape.numel() == 0)
    return false;
  if (image.shape.rank < 3 || image.shape.size(1) != kernels.shape.size(transposed ? 0 : 1)) return false;
  for (int d = 2; d < image.shape.rank && !transposed; ++d)
    if (kernels.shape.size(d) > image.shape.size(d)) return false;
  return true;
}

template <typename TheChoice>
int ProgramWriter<TheChoice>::grown_to_image(const OperationFacts& facts) const {
  int best = -1;
  for (int reg = 0; reg < spec::kRegisters; ++reg) {
    if (forced_self_ >= 0 && reg != forced_self_) continue;
    const Candidate& t = tensor(reg);
    const bool has_outputs = facts.second_out < 0 || has_target(facts, t);
    if (is_image(facts, t) && has_outputs) return -1;
    const int wanted = facts.spatial + (facts.call_shape == CallShape::Convolution || wants_batch(facts) ? 2 : 1);
    const bool grows = t.shape.rank < wanted && t.shape.numel() > 0 && readable(t) && has_outputs &&
                       takes(facts, t.dtype) && spec::is_differentiable(t.dtype);
    if (grows && (best < 0 || t.shape.rank > tensor(best).shape.rank)) best = reg;
  }
  return best;
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_whole_convolution(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  const int rank = a.shape.rank;
  const bool transposed = one_in(3);
  immediate(record, 10, transposed ? 1 : 0);
  choose_other(record, facts, 1, [&](const Candidate& t) { return are_kernels(t, a, transposed); });
  const Shape& kernels = tensor(record.operands[1]).shape;
  const bool biased = one_in(3);
  immediate(record, 0, biased ? 1 : 0);
  if (biased && kernels.rank > 1)
    choose_other(record, facts, 2, [&](const Candidate& t) {
      return t.dtype == a.dtype && t.shape.rank == 1 && t.shape.last(0) == kernels.size(transposed ? 1 : 0);
    });
  const int spatial = std::clamp(rank - 2, 1, 2);
  for (const int list : {1, 4, 7, 11}) {
    const bool one_for_all = rank > 4 || one_in(2);
    immediate(record, list, one_for_all ? 1 : spatial);
    for (int i = 0; i < (one_for_all ? 1 : spatial); ++i) {
      const int more = one_in(3) ? 1 : 0;
      immediate(record, list + 1 + i, list == 11 ? (transposed && one_in(8) ? 1 : 0) : list == 4 ? more : 1 + more);
    }
  }
  immediate(record, 14, one_in(16) ? 2 : 1);
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_image(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  const int rank = a.shape.rank;
  switch (facts.call_shape) {
    case CallShape::Border: {
      immediate(record, 0, 2 * facts.spatial);
      for (int i = 0; i < 2 * facts.spatial; ++i) {
        const int size = i / 2 < rank ? a.shape.last(i / 2) : 1;
        immediate(record, 1 + i, one_in(size > 1 ? 6 : 24) ? -1 : std::min(draw(3), std::max(size - 1, 0)));
      }
      break;
    }
    case CallShape::AdaptivePool:
      immediate(record, 0, facts.spatial);
      for (int i = 0; i < facts.spatial; ++i) immediate(record, 1 + i, one_in(12) ? 0 : 1 + draw(3));
      break;
    case CallShape::AvgPool:
    case CallShape::MaxPool:
      window(record, facts, a);
      break;
    case CallShape::Convolution:
      return fill_whole_convolution(record, facts);
    case CallShape::Upsample: {
      const bool sized = one_in(2);
      const int factors = facts.immediates - 3;
      immediate(record, 0, sized ? 2 : -1);
      for (int i = 0; i < 2 && sized; ++i) immediate(record, 1 + i, 1 + draw(3));
      if (factors > 5) immediate(record, 5, one_in(3) ? 1 : 0);
      immediate(record, factors, sized ? -1 : 2);
      for (int i = 0; i < 2 && !sized; ++i)
        immediate(record, factors + 1 + i, one_in(4) ? 2 + draw(2) : one_in(2) ? 4 + draw(5) : draw(11));
      break;
    }
    case CallShape::GridSampler:
      choose_other(record, facts, 1, [&](const Candidate& t) { return is_grid_of(a, t); });
      immediate(record, 0, draw(3));
      immediate(record, 1, draw(3));
      immediate(record, 2, draw(2));
      break;
    case CallShape::Col2Im: {
      // For col2im, draw a kernel whose size divides the second-last dimension. The output must have as many blocks as
      // the last dimension has elements.
      const int elements = rank >= 2 ? a.shape.last(1) : 1;
      const int places = rank >= 2 ? a.shape.last(0) : 1;
      const int down = elements % 2 == 0 && one_in(2) ? 2 : 1;
      const int right = elements % (2 * down) == 0 && one_in(2) ? 2 : 1;
      const int rows = places % 2 == 0 && one_in(2) ? 2 : 1;
      const int columns = places / rows;
      const int numbers[5][2] = {{rows + down - 1, columns + right - 1}, {down, right}, {1, 1}, {0, 0}, {1, 1}};
      for (int list = 0; list < 5; ++list) {
        immediate(record, 3 * list, 2);
        for (int i = 0; i < 2; ++i) immediate(record, 3 * list + 1 + i, std::min(numbers[list][i], 3));
      }
      break;
    }
    default:
      break;
  }
}

MODECHECK_FOR_BOTH_CHOICES(void, (Record&, const OperationFacts&, const Candidate&), window)
MODECHECK_FOR_BOTH_CHOICES(bool, (const OperationFacts&, const Candidate&), is_image)
MODECHECK_FOR_BOTH_CHOICES(bool, (const Candidate&, const Candidate&, bool), are_kernels)
MODECHECK_FOR_BOTH_CHOICES(int, (const OperationFacts&) const, grown_to_image)
MODECHECK_FOR_BOTH_CHOICES(void, (Record&, const OperationFacts&), fill_whole_convolution, fill_image)

}  // namespace modecheck::properties
