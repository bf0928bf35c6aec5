// Fills the arguments of operators that move elements: cat, stack, repeat, flip, padding and slice_scatter.
#include "properties/generate/writer.h"

namespace modecheck::properties {

template <typename TheChoice>
bool ProgramWriter<TheChoice>::replaces_slice(const Shape& self, int along, const Shape& part) {
  if (part.rank != self.rank || along >= self.rank || part.size(along) > self.size(along)) return false;
  Shape other = part;
  other.set(along, self.size(along));
  return other == self;
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::replaces_row(const Shape& self, int along, const Shape& row) {
  if (along >= self.rank) return false;
  Shape rest = self;
  rest.erase(along);
  return row == rest;
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_moving(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  const int rank = a.shape.rank;
  switch (facts.call_shape) {
    case CallShape::Flip: {
      const int length = rank == 0 ? draw(2) : 1 + draw(std::min(rank, 2));
      immediate(record, 0, length);
      for (int i = 0; i < length; ++i) immediate(record, 1 + i, rank == 0 ? 0 : (dim(rank) + i) % rank);
      break;
    }
    case CallShape::Pad: {
      const int length = 2 * std::min(rank, 1 + draw(2));
      immediate(record, 0, length);
      for (int i = 0; i < length; ++i) immediate(record, 1 + i, draw(4) - 1);
      scalar(record, 5, a);
      break;
    }
    case CallShape::Repeat: {
      const int length = std::min(rank + (one_in(3) ? 1 : 0), spec::kMaxListLength);
      immediate(record, 0, length);
      for (int i = 0; i < length; ++i) immediate(record, 1 + i, one_in(8) ? 0 : 1 + draw(2));
      break;
    }
    case CallShape::SliceScatter: {
      const int along = draw(std::clamp(rank, 1, 3));
      choose_other(record, facts, 1, [&](const Candidate& t) { return replaces_slice(a.shape, along, t.shape); });
      const Candidate& part = tensor(record.operands[1]);
      immediate(record, 0, one_in(2) || along - rank < -3 ? along : along - rank);
      immediate(record, 5, 1);
      if (!replaces_slice(a.shape, along, part.shape)) break;
      const int length = part.shape.size(along);
      const int room = a.shape.size(along) - length;
      const int start = std::min(3, draw(room + 1));
      immediate(record, 1, start > 0 || one_in(2) ? 1 : 0);
      if (record.immediates[1] != 0) immediate(record, 2, start);
      immediate(record, 3, start < room || one_in(2) ? 1 : 0);
      if (record.immediates[3] != 0) immediate(record, 4, std::min(4, start + length));
      break;
    }
    case CallShape::SelectScatter: {
      const int along = draw(std::clamp(rank, 1, 3));
      choose_other(record, facts, 1, [&](const Candidate& t) { return replaces_row(a.shape, along, t.shape); });
      immediate(record, 0, one_in(2) || along - rank < -3 ? along : along - rank);
      if (rank > 0) immediate(record, 1, index_below(a.shape.size(along)));
      break;
    }
    case CallShape::Cat:
    case CallShape::Stack: {
      const int length = 1 + draw(spec::kMaxTensorList);
      immediate(record, 0, length);
      immediate(record, 1, dim(facts.call_shape == CallShape::Stack ? rank + 1 : rank));
      for (int i = 1; i < length; ++i)
        choose_other(record, facts, i,
                     [&](const Candidate& t) { return t.shape == a.shape && (facts.out < 0 || writes_out_from(t)); });
      break;
    }
    default:
      break;
  }
}

MODECHECK_FOR_BOTH_CHOICES(bool, (const Shape&, int, const Shape&), replaces_slice, replaces_row)
MODECHECK_FOR_BOTH_CHOICES(void, (Record&, const OperationFacts&), fill_moving)

}  // namespace modecheck::properties
