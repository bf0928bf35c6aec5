// Fills the arguments of operators that make a tensor from sizes and numbers.
#include "properties/generate/writer.h"

namespace modecheck::properties {

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_creation(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  switch (facts.call_shape) {
    case CallShape::Sized: {
      operand(record, 0, 0);
      size_list(record, 0, some_shape());
      const bool full = record.operation == spec::id_of<spec::operators::full>();
      const bool rand = spec::draws_random_numbers(spec::operation(record.operation));
      if (full) {
        immediate(record, 5, 1);
        immediate(record, 6, draw(9) - 4);
      }
      immediate(record, full ? 7 : 5, rand ? (one_in(6) ? some_dtype() : draw(3) - 1) : optional_dtype());
      break;
    }
    case CallShape::Strided: {
      operand(record, 0, 0);
      const Shape shape = some_shape();
      size_list(record, 0, shape);
      const int rank_told = std::min<int>(shape.rank, spec::kMaxListLength);
      immediate(record, 5, one_in(32) ? draw(3) : rank_told);
      // Draw strides for empty_strided. Mostly they are dense, row-major or column-major; sometimes they leave gaps, or
      // elements share memory.
      const bool last_first = one_in(2);
      int step = 1;
      for (int i = 0; i < record.immediates[5] && i < rank_told; ++i) {
        const int d = last_first ? rank_told - 1 - i : i;
        const int stride = one_in(12) ? draw(5) : std::min(4, step);
        // If the call passes fewer strides than sizes, which is an error, store only the strides that it passes.
        if (d < record.immediates[5]) immediate(record, 6 + d, stride);
        step = step * std::max(1, shape.size(d)) + (one_in(8) ? 1 : 0);
      }
      immediate(record, 10, optional_dtype());
      break;
    }
    case CallShape::Arange: {
      const int start = draw(3);
      immediate(record, 1, start);
      immediate(record, 3, start + draw(5 - start));
      immediate(record, 4, one_in(4) ? 1 : 0);
      immediate(record, 5, 1 + (one_in(4) ? 1 : 0));
      immediate(record, 6, one_in(3) ? (one_in(4) ? some_dtype() : draw(3)) : -1);
      break;
    }
    case CallShape::ScalarTensor:
      operand(record, 0, 0);
      immediate(record, 0, draw(2));
      immediate(record, 1, draw(9) - 4);
      immediate(record, 2, optional_dtype());
      break;
    case CallShape::DrawnLike:
      immediate(record, 0, spec::is_differentiable(a.dtype) ? optional_dtype() : draw(2));
      break;
    case CallShape::Permutation:
      operand(record, 0, 0);
      immediate(record, 0, one_in(24) ? -1 : draw(5));
      immediate(record, 1, one_in(4) ? optional_dtype() : static_cast<int>(DType::Int64));
      break;
    case CallShape::Integers: {
      operand(record, 0, 0);
      const int bounds = facts.immediates - spec::kMaxListLength - 2;
      const int low = bounds > 1 ? draw(5) - 2 : 0;
      if (bounds > 1) immediate(record, 0, low);
      immediate(record, bounds - 1, one_in(24) ? low : std::min(4, low + 1 + draw(4)));
      size_list(record, bounds, some_shape());
      immediate(record, facts.immediates - 1, one_in(4) ? optional_dtype() : static_cast<int>(DType::Int64));
      break;
    }
    case CallShape::FullLike:
      scalar(record, 0, a);
      immediate(record, 2, optional_dtype());
      break;
    default:
      break;
  }
}

MODECHECK_FOR_BOTH_CHOICES(void, (Record&, const OperationFacts&), fill_creation)

}  // namespace modecheck::properties
