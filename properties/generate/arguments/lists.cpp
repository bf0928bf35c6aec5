// Fills the arguments of foreach operators. All tensor lists get the same length, and tensors at the same position fit
// together.
#include "properties/generate/writer.h"

namespace modecheck::properties {

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_lists(Record& record, const OperationFacts& facts) {
  const OperationFacts& one = facts_of(spec::operation(record.operation).foreach_of);
  const int lists = facts.tensors;
  const int room = std::min(spec::kMaxTensorList, spec::kMaxOperands / lists);
  const int count = one_in(3) ? 1 : 1 + draw(room);
  for (int list = 0; list < lists; ++list) immediate(record, list, count);
  const int forced = std::exchange(forced_self_, -1);
  for (int i = 0; i < count; ++i) {
    // The caller has already chosen the first tensor of the list, so choose only the later ones.
    if (i > 0)
      operand(record, i, pick_if([&](const Candidate& t, int reg) {
                return (facts.in_place ? writable(reg) : readable(t)) && can_be_filled(one, t);
              }));
    const Candidate& self = tensor(record.operands[at(i)]);
    for (int list = 1; list < lists; ++list)
      operand(record, list * room + i, pick_if([&](const Candidate& t, int) {
                return expands_to(t.shape, self.shape) && spec::can_cast(t.dtype, self.dtype) &&
                       (!facts.in_place ||
                        ((!records() || !t.requires_grad) && (t.storage != self.storage || t.id == self.id)));
              }));
  }
  forced_self_ = forced;
  if (facts.immediates > lists) {
    if (facts.immediates == lists + 2 && lists > 1)
      factor(record, lists);
    else
      scalar(record, lists, tensor(record.operands[0]));
  }
}

MODECHECK_FOR_BOTH_CHOICES(void, (Record&, const OperationFacts&), fill_lists)

}  // namespace modecheck::properties
