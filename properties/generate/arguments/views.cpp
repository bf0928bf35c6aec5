// Fills the arguments of views, in-place views, resize_ and set_.
#include "properties/generate/writer.h"

namespace modecheck::properties {

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_sizes_of_view(Record& record, const Shape& shape) {
  const int numel = shape.numel();
  const int form = draw(4);
  if (form == 0 || numel == 0) {
    size_list(record, 0, shape);
  } else if (form == 1 || numel % 2 != 0) {
    immediate(record, 0, 1);
    immediate(record, 1, -1);
  } else {
    immediate(record, 0, 2);
    immediate(record, 1, form == 2 ? 2 : -1);
    immediate(record, 2, form == 2 ? -1 : numel % 4 == 0 && one_in(2) ? 4 : 2);
  }
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_as_strided(Record& record, const Candidate& self) {
  const int elements = static_cast<int>(self.storage_bytes) / spec::item_size(self.dtype);
  const int length = draw(3);
  immediate(record, 0, length);
  immediate(record, 5, length);
  int room = elements;
  for (int i = length - 1; i >= 0; --i) {
    const int size = std::max(1, std::min(2, room));
    immediate(record, 1 + i, size);
    immediate(record, 6 + i, i == length - 1 ? 1 : 2);
    room /= 2;
  }
  if (one_in(6) && length > 0) immediate(record, 6, draw(5));
  if (length > 0 && one_in(6)) {
    // Draw any strides for as_strided: they may leave gaps, let elements share memory, or reach beyond the storage.
    for (int i = 0; i < length; ++i) {
      immediate(record, 1 + i, 1 + draw(3));
      immediate(record, 6 + i, draw(5));
    }
  }
  if (length > 0 && one_in(16)) immediate(record, 1 + draw(length), 0);
  if (one_in(3)) {
    immediate(record, 10, 1);
    immediate(record, 11, one_in(2) ? 0 : 1 + (one_in(3) ? 1 + draw(2) : 0));
  }
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_permutation(Record& record) {
  const Candidate& a = tensor(record.operands[0]);
  const int rank = a.shape.rank;
  const int length = std::min(rank, spec::kMaxListLength);
  immediate(record, 0, length);
  for (int i = 0; i < length; ++i) immediate(record, 1 + i, i);
  if (rank == 4 && one_in(2)) {
    // Permute the dimensions of an image from row-major order to channels_last, or back.
    const bool back = one_in(4);
    for (int i = 1; i < 4; ++i) immediate(record, 1 + i, 1 + (i + (back ? 0 : 1)) % 3);
    return;
  }
  for (int i = length - 1; i > 0; --i) std::swap(record.immediates[at(1 + i)], record.immediates[at(1 + draw(i + 1))]);
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_part_of_dimension(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  const int rank = a.shape.rank;
  switch (facts.call_shape) {
    case CallShape::Select: {
      const int d = dim(rank);
      immediate(record, 0, d);
      if (rank > 0) immediate(record, 1, index_below(a.shape.size(d < 0 ? d + rank : d)));
      break;
    }
    case CallShape::Slice: {
      const int d = dim(rank);
      const int size = rank > 0 ? a.shape.size(d < 0 ? d + rank : d) : 0;
      immediate(record, 0, d);
      if (!one_in(3)) {
        immediate(record, 1, 1);
        immediate(record, 2, index_below(size));
      }
      if (one_in(3)) {
        immediate(record, 3, 1);
        immediate(record, 4, std::min(4, size));
      }
      immediate(record, 5, one_in(4) ? 2 : 1);
      break;
    }
    case CallShape::Narrow: {
      const int d = dim(rank);
      const int size = rank > 0 ? a.shape.size(d < 0 ? d + rank : d) : 0;
      const int start = std::min(3, draw(size + 1));
      immediate(record, 0, d);
      immediate(record, 1, start);
      immediate(record, 2, std::min(3, draw(size - start + 1)));
      break;
    }
    case CallShape::Unfold: {
      const int along = dim(rank);
      const int size = rank > 0 ? a.shape.size(along < 0 ? along + rank : along) : 1;
      immediate(record, 0, along);
      immediate(record, 1, std::min(4, one_in(8) ? 0 : 1 + draw(std::max(size, 1))));
      immediate(record, 2, one_in(16) ? 0 : 1 + draw(2));
      break;
    }
    default:
      break;
  }
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_expand(Record& record) {
  const Candidate& a = tensor(record.operands[0]);
  const int rank = a.shape.rank;
  const int front = rank < 3 && one_in(2) ? 1 : 0;
  const int length = std::min(rank + front, spec::kMaxListLength);
  immediate(record, 0, length);
  for (int i = 0; i < length; ++i) {
    const int had = i < front ? 1 : a.shape.size(i - front);
    immediate(record, 1 + i, had == 1 ? 1 + draw(3) : one_in(2) ? -1 : std::min(had, 4));
  }
  if (front != 0 && record.immediates[1] < 0) immediate(record, 1, 2);
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_split(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  const int rank = a.shape.rank;
  switch (facts.call_shape) {
    case CallShape::Split:
    case CallShape::Chunk:
      immediate(record, 0, 1 + draw(2));
      immediate(record, 1, dim(rank));
      break;
    case CallShape::SplitWithSizes: {
      const int d = dim(rank);
      int left = rank > 0 ? a.shape.size(d < 0 ? d + rank : d) : 0;
      const int length = 1 + draw(3);
      immediate(record, 0, length);
      for (int i = 0; i < length; ++i) {
        const int part = std::min(3, i + 1 == length ? left : draw(left + 1));
        immediate(record, 1 + i, part);
        left -= part;
      }
      immediate(record, 5, d);
      break;
    }
    case CallShape::Unbind:
      immediate(record, 0, dim(rank));
      break;
    default:
      break;
  }
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_view(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  const int rank = a.shape.rank;
  switch (facts.call_shape) {
    case CallShape::Resize:
      fill_sizes_of_view(record, a.shape);
      break;
    case CallShape::Transpose:
      immediate(record, 0, dim(rank));
      immediate(record, 1, dim(rank));
      break;
    case CallShape::Permute:
      return fill_permutation(record);
    case CallShape::Select:
    case CallShape::Slice:
    case CallShape::Narrow:
      return fill_part_of_dimension(record, facts);
    case CallShape::Expand:
      return fill_expand(record);
    case CallShape::SqueezeDim:
      immediate(record, 0, dim(rank));
      break;
    case CallShape::Unsqueeze:
      immediate(record, 0, dim(rank + 1));
      break;
    case CallShape::Diagonal:
      immediate(record, 0, one_in(3) ? draw(5) - 2 : 0);
      immediate(record, 2, 1);
      if (one_in(3)) std::swap(record.immediates[1], record.immediates[2]);
      break;
    case CallShape::Unfold:
      return fill_part_of_dimension(record, facts);
    case CallShape::AsStrided:
      fill_as_strided(record, a);
      break;
    case CallShape::ViewAs:
      choose_other(record, facts, 1, [&](const Candidate& t) { return t.shape.numel() == a.shape.numel(); });
      break;
    case CallShape::Split:
    case CallShape::Chunk:
    case CallShape::SplitWithSizes:
    case CallShape::Unbind:
      return fill_split(record, facts);
    case CallShape::ViewDtype: {
      // view(dtype) mostly gets a dtype of the same size, possibly the same dtype.
      int to = draw(spec::kDTypes);
      if (!one_in(4))
        while (spec::item_size(static_cast<DType>(to)) != spec::item_size(a.dtype)) to = (to + 1) % spec::kDTypes;
      immediate(record, 0, to);
      break;
    }
    case CallShape::ResizeStorage:
      size_list(record, 0, some_shape());
      break;
    case CallShape::SetSource:
      choose_other(record, facts, 1,
                   [&](const Candidate& t) { return (reckless_ || t.inference == a.inference) && t.dtype == a.dtype; });
      break;
    default:
      break;
  }
}

MODECHECK_FOR_BOTH_CHOICES(void, (Record&, const Shape&), fill_sizes_of_view)
MODECHECK_FOR_BOTH_CHOICES(void, (Record&, const Candidate&), fill_as_strided)
MODECHECK_FOR_BOTH_CHOICES(void, (Record&), fill_permutation, fill_expand)
MODECHECK_FOR_BOTH_CHOICES(void, (Record&, const OperationFacts&), fill_part_of_dimension, fill_split, fill_view)

}  // namespace modecheck::properties
