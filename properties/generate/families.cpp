// Writes programs of a family: most of their commands work on tensors of one storage. They make views of views, write
// through them several times, save them, and run backward. The family's first tensor often has elements that share
// memory.
#include "properties/generate/writer.h"
#include "spec/program/operator_id.h"

namespace modecheck::properties {

template <typename TheChoice>
void ProgramWriter<TheChoice>::begin_family() {
  style_ = Style::Family;
  family_ = draw(spec::kRegisters - 1);  // not the last register, whose integers have no gradients
  family_begin_ =
      one_in(2) && allowed(spec::id_of<spec::operators::as_strided>()) ? FamilyBegin::SharedPlaces : FamilyBegin::Over;
}

template <typename TheChoice>
int ProgramWriter<TheChoice>::member_of_family() {
  const std::uint32_t storage = tensor(family_).storage;
  const int start = draw(spec::kRegisters);
  for (int i = 0; i < spec::kRegisters; ++i)
    if (const int reg = (start + i) % spec::kRegisters; tensor(reg).storage == storage) return reg;
  return family_;
}

// Proposes as_strided with strides for which several indices often share a place.
template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_shared_places(Record& record) {
  const Candidate& self = tensor(family_);
  const int elements = static_cast<int>(self.storage_bytes) / spec::item_size(self.dtype);
  const int rank = 1 + draw(2);
  record.operation = spec::id_of<spec::operators::as_strided>();
  operand(record, 0, family_);
  immediate(record, 0, rank);
  immediate(record, spec::kMaxListLength + 1, rank);
  int last = 0;  // the place of the last element
  for (int i = 0; i < rank; ++i) {
    const int size = 2 + draw(2);
    const int stride = std::min(draw(3), std::max(0, (elements - 1 - last) / (size - 1)));
    immediate(record, 1 + i, size);
    immediate(record, spec::kMaxListLength + 2 + i, stride);
    last += (size - 1) * stride;
  }
}

// Proposes the next command that makes the family's first tensor: a view whose elements share memory, then a tensor
// that is no view and has the same geometry, then requires_grad_ for it. The last two are sometimes left out.
template <typename TheChoice>
bool ProgramWriter<TheChoice>::propose_family_begin(Record& record) {
  const FamilyBegin begin = family_begin_;
  family_begin_ = static_cast<FamilyBegin>(static_cast<int>(begin) + 1);
  if (begin == FamilyBegin::SharedPlaces) {
    fill_shared_places(record);
  } else if (begin == FamilyBegin::NoView) {
    if (one_in(3)) family_begin_ = FamilyBegin::Over;
    if (family_begin_ == FamilyBegin::Over || !allowed(BuiltinCommand::Data)) return false;
    record.operation = spec::id_of(BuiltinCommand::Data);
    operand(record, 0, family_);
  } else {
    if (one_in(3) || !allowed(BuiltinCommand::RequiresGrad_)) return false;
    record.operation = spec::id_of(BuiltinCommand::RequiresGrad_);
    operand(record, 0, family_);
    immediate(record, 0, 1);
    return true;
  }
  family_ = draw(spec::kRegisters);
  record.destination = static_cast<std::uint8_t>(family_);
  return true;
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::propose_in_family(Record& record) {
  if (family_begin_ != FamilyBegin::Over) return propose_family_begin(record);
  const int member = member_of_family();
  constexpr Group kActions[] = {Group::InPlace,   Group::InPlace,  Group::InPlace,   Group::InPlace,
                                Group::InPlace,   Group::View,     Group::View,      Group::View,
                                Group::MultiView, Group::Alias,    Group::Pointwise, Group::Pointwise,
                                Group::GradFlags, Group::Backward, Group::Backward,  Group::InPlaceView};
  constexpr int kFree = 8;  // how many of the commands are drawn freely
  const int which = draw(static_cast<int>(std::size(kActions)) + kFree);
  if (which >= static_cast<int>(std::size(kActions)) || menu_.empty(kActions[which])) return false;
  const Group group = kActions[which];
  record.operation = group == Group::GradFlags && one_in(2) && allowed(BuiltinCommand::RetainGrad)
                         ? spec::id_of(BuiltinCommand::RetainGrad)
                         : menu_.draw(group, choice_);
  forced_self_ = member;
  fill(record);
  forced_self_ = -1;
  const OperationFacts& facts = facts_of(record.operation);
  // A write is recorded if an operand requires grad, so prefer such a second operand.
  if (group == Group::InPlace && facts.in_place && facts.tensors == 2 && !one_in(4)) {
    const Candidate& self = tensor(record.operands[0]);
    operand(record, 1, pick_if([&](const Candidate& t, int) {
              return t.requires_grad && t.dtype == self.dtype && expands_to(t.shape, self.shape);
            }));
  }
  // Keep a tensor of the family in a register.
  if (facts.keeps_result && record.destination == family_) {
    const int kept = member_of_family();
    if (kept == family_)
      record.destination = static_cast<std::uint8_t>((family_ + 1) % spec::kRegisters);
    else
      family_ = kept;
  }
  return true;
}

MODECHECK_FOR_BOTH_CHOICES(void, (), begin_family)
MODECHECK_FOR_BOTH_CHOICES(int, (), member_of_family)
MODECHECK_FOR_BOTH_CHOICES(void, (Record&), fill_shared_places)
MODECHECK_FOR_BOTH_CHOICES(bool, (Record&), propose_family_begin, propose_in_family)

}  // namespace modecheck::properties
