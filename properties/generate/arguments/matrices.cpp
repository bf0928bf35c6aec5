// Fills the arguments of matrix products, cdist, pdist, tril and triu.
#include "properties/generate/writer.h"

namespace modecheck::properties {

template <typename TheChoice>
bool ProgramWriter<TheChoice>::multiplies_batches(const Candidate& a, const Candidate& b) {
  return a.shape.rank == 3 && b.shape.rank == 3 && b.shape.size(0) == a.shape.size(0) &&
         b.shape.last(1) == a.shape.last(0) && b.dtype == a.dtype;
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::adds_to(const OperationFacts& facts, int reg, const Shape& shape, const Candidate& a,
                                       const Candidate& b) const {
  const Candidate& self = tensor(reg);
  if (self.dtype != a.dtype) return false;
  if (facts.in_place)
    return writable(reg) && self.shape == shape && self.storage != a.storage && self.storage != b.storage;
  return readable(self) && (facts.out < 0 || writes_out_from(self)) && expands_to(self.shape, shape);
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::adds_product_to(const OperationFacts& facts, int reg, const Candidate& a,
                                               const Candidate& b) const {
  Shape shape;
  return product_of(facts.call_shape, a, b, shape) && adds_to(facts, reg, shape, a, b);
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::any_adds_to(const OperationFacts& facts, const Candidate& a, const Candidate& b) const {
  Shape shape;
  if (!product_of(facts.call_shape, a, b, shape)) return false;
  for (int reg = 0; reg < spec::kRegisters; ++reg)
    if ((forced_self_ < 0 || reg == forced_self_) && adds_to(facts, reg, shape, a, b)) return true;
  return false;
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::any_sum_of(const OperationFacts& facts, const Candidate& a) const {
  return readable(a) && takes(facts, a.dtype) && has_target(facts, a) &&
         any([&](const Candidate& b) { return readable(b) && any_adds_to(facts, a, b); });
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::any_sum(const OperationFacts& facts) const {
  return any([&](const Candidate& a) { return any_sum_of(facts, a); });
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_matrix(Record& record, const OperationFacts& facts) {
  const Candidate& a = tensor(record.operands[0]);
  const int rank = a.shape.rank;
  switch (facts.call_shape) {
    case CallShape::Mm:
      choose_other(record, facts, 1, [&](const Candidate& t) {
        return t.shape.rank == 2 && t.shape.last(1) == a.shape.last(0) && t.dtype == a.dtype &&
               (facts.out < 0 || writes_out_from(t));
      });
      break;
    case CallShape::MatMul:
      choose_other(record, facts, 1, [&](const Candidate& t) { return multiply(a, t); });
      break;
    case CallShape::Mv:
    case CallShape::Dot:
      choose_other(record, facts, 1, [&](const Candidate& t) {
        return rank > 0 && t.shape.rank == 1 && t.shape.last(0) == a.shape.last(0) && t.dtype == a.dtype;
      });
      break;
    case CallShape::Bmm:
      choose_other(record, facts, 1,
                   [&](const Candidate& t) { return multiplies_batches(a, t) && has_target(facts, a, t); });
      break;
    case CallShape::CDist:
      choose_other(record, facts, 1, [&](const Candidate& t) { return are_measured(a, t); });
      immediate(record, 0, one_in(3) ? draw(spec::kInfinity + 1) : 2 * draw(4));
      if (record.immediates[0] == 6) immediate(record, 0, spec::kInfinity);
      immediate(record, 1, one_in(2) ? 1 : 0);
      if (record.immediates[1] != 0) immediate(record, 2, one_in(12) ? 3 : draw(3));
      break;
    case CallShape::PDist:
      immediate(record, 0, one_in(3) ? draw(spec::kInfinity + 1) : 2 * draw(4));
      if (record.immediates[0] == 6) immediate(record, 0, spec::kInfinity);
      break;
    case CallShape::Triangle:
      immediate(record, 0, draw(5) - 2);
      break;
    case CallShape::AddMm: {
      choose_other(record, facts, 1, [&](const Candidate& t) {
        return t.shape.rank == 2 && t.dtype == a.dtype && (rank < 2 || t.shape.last(1) == a.shape.last(1));
      });
      const Candidate& b = tensor(record.operands[1]);
      choose_other(record, facts, 2, [&](const Candidate& t) {
        return t.shape.rank == 2 && t.dtype == a.dtype && t.shape.last(1) == b.shape.last(0) &&
               (rank == 0 || t.shape.last(0) == a.shape.last(0));
      });
      factor(record, 0);
      factor(record, 2);
      break;
    }
    case CallShape::AddMv:
    case CallShape::AddBmm:
    case CallShape::BaddBmm: {
      // For addmv, addbmm and baddbmm, choose two factors whose product can be added. Then choose the tensor to which
      // the product is added, unless a plan of the generator has fixed that tensor.
      const auto factor_of = [&](int i, auto fits) {
        const int start = draw(spec::kRegisters);
        for (int k = 0; k < spec::kRegisters; ++k) {
          const int reg = (start + k) % spec::kRegisters;
          operand(record, i, reg);
          if (fits(tensor(reg))) return;
        }
      };
      factor_of(1, [&](const Candidate& t) { return any_sum_of(facts, t); });
      const Candidate& b = tensor(record.operands[1]);
      factor_of(2, [&](const Candidate& t) { return readable(t) && any_adds_to(facts, b, t); });
      const Candidate& c = tensor(record.operands[2]);
      operand(record, 0, pick_if([&](const Candidate&, int reg) { return adds_product_to(facts, reg, b, c); }));
      factor(record, 0);
      factor(record, 2);
      break;
    }
    default:
      break;
  }
}

MODECHECK_FOR_BOTH_CHOICES(bool, (const Candidate&, const Candidate&), multiplies_batches)
MODECHECK_FOR_BOTH_CHOICES(bool, (const OperationFacts&, int, const Shape&, const Candidate&, const Candidate&) const,
                           adds_to)
MODECHECK_FOR_BOTH_CHOICES(bool, (const OperationFacts&, int, const Candidate&, const Candidate&) const,
                           adds_product_to)
MODECHECK_FOR_BOTH_CHOICES(bool, (const OperationFacts&, const Candidate&, const Candidate&) const, any_adds_to)
MODECHECK_FOR_BOTH_CHOICES(bool, (const OperationFacts&, const Candidate&) const, any_sum_of)
MODECHECK_FOR_BOTH_CHOICES(bool, (const OperationFacts&) const, any_sum)
MODECHECK_FOR_BOTH_CHOICES(void, (Record&, const OperationFacts&), fill_matrix)

}  // namespace modecheck::properties
