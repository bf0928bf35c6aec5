// Fills the arguments of losses, linear solvers, and operators that select or move elements.
#include "properties/generate/writer.h"

namespace modecheck::properties {

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_loss(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  const int rank = a.shape.rank;
  switch (facts.call_shape) {
    case CallShape::Loss: {
      if (is_weighted_loss(facts)) {
        operand(record, 1, pick_if([&](const Candidate& t, int reg) {
                  return t.shape == a.shape && t.dtype == a.dtype && readable(t) && holds_probabilities(reg);
                }));
        const auto weighs = [&](const Candidate& t) { return t.dtype == a.dtype && expands_to(t.shape, a.shape); };
        immediate(record, 0, one_in(3) ? 1 : 0);
        if (record.immediates[0] != 0) choose_other(record, facts, 2, weighs);
        immediate(record, 1, a.shape.numel() == 1 ? draw(3) : 0);
        break;
      }
      const bool broadcasts = one_in(3);
      choose_other(record, facts, 1, [&](const Candidate& t) {
        return broadcasts ? broadcastable(a.shape, t.shape) && takes(facts, t.dtype)
                          : t.shape == a.shape && t.dtype == a.dtype;
      });
      immediate(record, 0, facts.out >= 0 && !one_in(12) ? 0 : draw(3));
      if (facts.immediates > 1) immediate(record, 1, one_in(12) ? 0 : 1 + draw(4));
      break;
    }
    case CallShape::NllLoss: {
      choose_other(record, facts, 1, [&](const Candidate& t) { return names_classes(a.shape, t); });
      // With two outputs, draw a weight less often, because few registers are left for the weight.
      immediate(record, 0, one_in(facts.second_out < 0 ? 3 : 8) ? 1 : 0);
      if (record.immediates[0] != 0)
        choose_other(record, facts, 2, [&](const Candidate& t) {
          return t.dtype == a.dtype && t.shape.rank == 1 && rank > 0 && t.shape.size(0) == a.shape.last(0);
        });
      immediate(record, 1, draw(3));
      immediate(record, 2, one_in(3) ? draw(3) : -1);
      break;
    }
    default:
      break;
  }
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_places(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  const int rank = a.shape.rank;
  switch (facts.call_shape) {
    case CallShape::Places: {
      const bool buckets = facts.immediates == 2;
      choose_other(record, facts, 1, [&](const Candidate& t) {
        if (!takes(facts, t.dtype) || t.dtype == DType::Bool) return false;
        return buckets ? t.shape.rank == 1 : rank == 1 || (rank == t.shape.rank && t.shape.numel() > 0);
      });
      immediate(record, 0, one_in(3) ? 1 : 0);
      immediate(record, 1, draw(2));
      if (buckets) break;
      immediate(record, 2, record.immediates[1] != 0 && !one_in(24) ? 2 * draw(2) : draw(3));
      const auto sorts = [&](const Candidate& t) { return t.dtype == DType::Int64 && t.shape == a.shape; };
      immediate(record, 3, any(sorts) && one_in(4) ? 1 : 0);
      if (record.immediates[3] != 0) choose_other(record, facts, 2, sorts);
      break;
    }
    case CallShape::PlaceOfNumber: {
      scalar(record, 0, a);
      immediate(record, 2, one_in(3) ? 1 : 0);
      immediate(record, 3, draw(2));
      if (facts.tensors < 2) break;
      immediate(record, 4, record.immediates[3] != 0 && !one_in(24) ? 2 * draw(2) : draw(3));
      const auto sorts = [&](const Candidate& t) { return t.dtype == DType::Int64 && t.shape == a.shape; };
      immediate(record, 5, any(sorts) && one_in(4) ? 1 : 0);
      if (record.immediates[5] != 0) choose_other(record, facts, 1, sorts);
      break;
    }
    default:
      break;
  }
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_solve(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  const int rank = a.shape.rank;
  switch (facts.call_shape) {
    case CallShape::Solve: {
      const bool left = !one_in(4);
      immediate(record, 0, left ? 1 : 0);
      immediate(record, 1, one_in(24) ? 1 : 0);
      const bool vector = left && one_in(3);
      choose_other(record, facts, 1, [&](const Candidate& t) {
        return rank >= 2 && t.dtype == a.dtype &&
               (vector ? t.shape.rank == 1 && t.shape.last(0) == a.shape.last(0)
                       : t.shape.rank >= 2 && t.shape.last(left ? 1 : 0) == a.shape.last(0) &&
                             broadcastable(batches_of(a.shape), batches_of(t.shape)));
      });
      break;
    }
    case CallShape::TriangularSolve: {
      const bool left = !one_in(3);
      immediate(record, 0, draw(2));
      immediate(record, 1, left ? 1 : 0);
      immediate(record, 2, one_in(3) ? 1 : 0);
      choose_other(record, facts, 1, [&](const Candidate& t) {
        return rank >= 2 && t.shape.rank >= 2 && t.dtype == a.dtype && t.shape.last(left ? 1 : 0) == a.shape.last(0) &&
               broadcastable(batches_of(a.shape), batches_of(t.shape));
      });
      break;
    }
    default:
      break;
  }
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_selection(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  const int rank = a.shape.rank;
  switch (facts.call_shape) {
    case CallShape::Loss:
    case CallShape::NllLoss:
      return fill_loss(record, facts);
    case CallShape::MaskedSelect:
      choose_other(record, facts, 1,
                   [&](const Candidate& t) { return t.dtype == DType::Bool && broadcastable(a.shape, t.shape); });
      break;
    case CallShape::Take:
      choose_other(record, facts, 1, [&](const Candidate& t) { return t.dtype == DType::Int64 && t.shape.rank <= 2; });
      break;
    case CallShape::Roll: {
      const int length = one_in(4) ? 0 : 1 + (one_in(3) ? 1 : 0);
      immediate(record, 0, std::max(length, 1));
      for (int i = 0; i < std::max(length, 1); ++i) immediate(record, 1 + i, draw(5) - 2);
      immediate(record, 5, length);
      for (int i = 0; i < length; ++i) immediate(record, 6 + i, dim(rank));
      break;
    }
    case CallShape::DiagEmbed:
      immediate(record, 0, one_in(3) ? draw(5) - 2 : 0);
      immediate(record, 1, -2);
      immediate(record, 2, -1);
      if (one_in(3)) immediate(record, 1 + draw(2), dim(rank + 1));
      break;
    case CallShape::Factors:
      for (int i = 0; i < facts.immediates; ++i) immediate(record, i, 0);
      if (facts.immediates > 1) immediate(record, 0, draw(2));
      // Sometimes set check_errors, so that a singular matrix raises an error.
      if (one_in(16)) immediate(record, facts.immediates - 1, 1);
      break;
    case CallShape::Solve:
      return fill_solve(record, facts);
    case CallShape::Places:
    case CallShape::PlaceOfNumber:
      return fill_places(record, facts);
    case CallShape::Unique:
      immediate(record, 0, one_in(24) ? 0 : 1);
      immediate(record, 1, draw(2));
      immediate(record, 2, draw(2));
      break;
    case CallShape::TriangularSolve:
      return fill_solve(record, facts);
    default:
      break;
  }
}

MODECHECK_FOR_BOTH_CHOICES(void, (Record&, const OperationFacts&), fill_loss, fill_places, fill_solve, fill_selection)

}  // namespace modecheck::properties
