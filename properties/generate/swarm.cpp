#include "properties/generate/swarm.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "properties/choice/choice_random.h"
#include "properties/generate/alphabet.h"
#include "properties/generate/operation_facts.h"

namespace modecheck::properties {
namespace {

using spec::BuiltinCommand;
using spec::Group;

struct GroupRow {
  std::uint32_t weight;
  // How many of 16 programs leave the group of operations out. Most programs leave out the guards that exclude dispatch
  // keys (rule G5), because rules that programs check do not hold under these guards.
  std::uint32_t off;
};

// The weight of each group of operations and how often a program leaves it out, in the order of spec::Group.
constexpr std::array<GroupRow, spec::kGroups> kGroupRows{{
    {5, 3},   // the group `creation`: its weight, and how many of 16 programs leave it out
    {14, 2},  // the group `pointwise`: its weight, and how many of 16 programs leave it out
    {4, 4},   // the group `reduction`: its weight, and how many of 16 programs leave it out
    {4, 5},   // the group `matrix`: its weight, and how many of 16 programs leave it out
    {4, 5},   // the group `joining`: its weight, and how many of 16 programs leave it out
    {5, 4},   // the group `copy`: its weight, and how many of 16 programs leave it out
    {13, 2},  // the group `view`: its weight, and how many of 16 programs leave it out
    {4, 5},   // the group `multi_view`: its weight, and how many of 16 programs leave it out
    {4, 5},   // the group `alias`: its weight, and how many of 16 programs leave it out
    {15, 2},  // the group `in_place`: its weight, and how many of 16 programs leave it out
    {5, 5},   // the group `out`: its weight, and how many of 16 programs leave it out
    {4, 5},   // the group `in_place_view`: its weight, and how many of 16 programs leave it out
    {3, 5},   // the group `storage`: its weight, and how many of 16 programs leave it out
    {5, 4},   // the group `grad_flags`: its weight, and how many of 16 programs leave it out
    {10, 1},  // the group `backward`: its weight, and how many of 16 programs leave it out
    {4, 4},   // the group `read`: its weight, and how many of 16 programs leave it out
    {17, 1},  // the group `mode_guard`: its weight, and how many of 16 programs leave it out
    {4, 14},  // the group `unsafe_guard`: its weight, and how many of 16 programs leave it out
    {2, 5},   // the group `handle`: its weight, and how many of 16 programs leave it out
    {3, 6},   // the group `custom`: its weight, and how many of 16 programs leave it out
    {4, 6},   // the group `lists`: its weight, and how many of 16 programs leave it out
}};

using spec::operators::Family;

// Whether the operator gives NaN or infinity for many arguments. Such an operator is drawn half as often, so that
// programs do not fill with NaN.
bool often_gives_nan(std::string_view name) {
  if (name.back() == '_') name.remove_suffix(1);
  for (const std::string_view one : {"log",  "log2",  "log10",     "log1p",        "sqrt",    "rsqrt",   "asin",
                                     "acos", "acosh", "atanh",     "reciprocal",   "lgamma",  "digamma", "polygamma",
                                     "pow",  "fmod",  "remainder", "floor_divide", "addcdiv", "xlogy"})
    if (name == one) return true;
  return false;
}

constexpr std::size_t kFamilies = static_cast<std::size_t>(Family::Storage) + 1;

// The weight of a family of operators within a group of operations. OperationMenu computes the weight of commands that
// are not operators.
std::size_t weight_of(Group group, Family family) {
  switch (family) {
    case Family::PointwiseUnary:
    case Family::PointwiseBinary:
      return group == Group::Out ? 5 : 12;
    case Family::Comparison:
      return group == Group::Pointwise ? 6 : 2;
    case Family::Creation:
    case Family::MultiView:
    case Family::InPlaceView:
    case Family::Reduction:
      return group == Group::Out ? 2 : 12;
    case Family::MatrixProduct:
    case Family::Joining:
      return 4;
    case Family::Indexing:
      return group == Group::Joining ? 6 : 2;
    case Family::OperatorAlias:
      return 1;
    case Family::Composite:
      return 6;
    case Family::Softmax:
    case Family::Fill:
    case Family::Random:
    case Family::Foreach:
    case Family::Storage:
    case Family::Alias:
      return 4;
    default:
      return group == Group::Copy ? 8 : 2;
  }
}

std::uint32_t share_of(const spec::Operation& row) {
  if (row.kind == spec::CommandKind::Operator) {
    const spec::OperationId stands_for = row.alias_of != 0 ? row.alias_of : row.foreach_of;
    return often_gives_nan(stands_for != 0 ? spec::operation(stands_for).schema.name : row.schema.name) ? 1 : 2;
  }
  switch (row.builtin) {
    case BuiltinCommand::EnterInferenceMode:
      return 18;
    case BuiltinCommand::Leaf:
    case BuiltinCommand::RequiresGrad_:
    case BuiltinCommand::Backward:
    case BuiltinCommand::Move:
      return 8;
    case BuiltinCommand::EnterNoGrad:
      return 4;
    case BuiltinCommand::EnterAutoGradMode:
    case BuiltinCommand::EnterSavedTensorsHooks:
    case BuiltinCommand::GradFn:
    case BuiltinCommand::Grad:
    case BuiltinCommand::DoubleBackward:
    case BuiltinCommand::GradOf:
      return 3;
    case BuiltinCommand::Leave:
    case BuiltinCommand::LeaveByException:
    case BuiltinCommand::DestroyOuter:
    case BuiltinCommand::OperatorCheck:
      return 1;
    default:
      return 2;
  }
}

// How often the list of operators that may have a derivative holds the operation. Aliases and foreach operators are
// left out, because they have the derivatives of other operators.
std::size_t share_among_differentiable(spec::OperationId id) {
  const spec::Operation& row = spec::operation(id);
  if (row.kind != spec::CommandKind::Operator || row.alias_of != 0 || row.foreach_of != 0) return 0;
  const OperationFacts& facts = facts_of(id);
  if (facts.result == Result::Bool || facts.no_floating || facts.tensors == 0) return 0;
  switch (row.group) {
    case Group::Pointwise:
    case Group::Reduction:
    case Group::Matrix:
    case Group::Joining:
    case Group::Copy:
    case Group::View:
    case Group::MultiView:
      return 3;
    case Group::InPlace:
      return 1;
    default:
      return 0;
  }
}

}  // namespace

OperationMenu::OperationMenu(const OperationSet& allowed) {
  for (std::size_t group = 0; group < spec::kGroups; ++group) {
    // A swarm leaves out whole groups of operations, such as reductions. `families` holds the operations of one group.
    // Overloads and forms of one function, such as add.Tensor and add_.Scalar, are one family. The last entry holds the
    // commands that are not operators, such as guards and backward.
    std::array<std::vector<spec::OperationId>, kFamilies + 1> families;
    for (std::size_t id = 0; id < spec::operations().size(); ++id) {
      const spec::Operation& row = spec::operations()[id];
      if (!allowed.test(id) || static_cast<std::size_t>(row.group) != group) continue;
      const bool is_operator = row.kind == spec::CommandKind::Operator;
      std::vector<spec::OperationId>& items = families[is_operator ? static_cast<std::size_t>(row.family) : kFamilies];
      items.insert(items.end(), share_of(row), static_cast<spec::OperationId>(id));
    }
    for (std::size_t family = 0; family <= kFamilies; ++family) {
      if (families[family].empty()) continue;
      const std::size_t weight = family == kFamilies
                                     ? families[family].size()
                                     : weight_of(static_cast<Group>(group), static_cast<Family>(family));
      groups_[group].insert(groups_[group].end(), weight, static_cast<std::uint8_t>(families_.size()));
      families_.push_back(std::move(families[family]));
    }
    // If a group of operations has a single family, keep one entry for it, so that the generator draws no number to
    // choose the family.
    if (!groups_[group].empty() && groups_[group].front() == groups_[group].back()) groups_[group].resize(1);
  }
  for (std::size_t id = 0; id < spec::operations().size(); ++id)
    if (allowed.test(id))
      differentiable_.insert(differentiable_.end(), share_among_differentiable(static_cast<spec::OperationId>(id)),
                             static_cast<spec::OperationId>(id));
  if (!allowed.test(spec::id_of(BuiltinCommand::EnterInferenceMode))) return;
  for (const spec::Record& letter : alphabet()) {
    const Group group = spec::operation(letter.operation).group;
    if (group != Group::ModeGuard && group != Group::UnsafeGuard && allowed.test(letter.operation))
      letters_.push_back(letter.operation);
  }
}

template <typename TheChoice>
Swarm draw_swarm(TheChoice& choice, const OperationMenu& menu) {
  // A program multiplies the weight of each group by one of these factors, drawn at random.
  constexpr std::uint32_t kFactors[] = {1, 2, 2, 3};
  std::array<std::uint32_t, spec::kGroups> weights{};
  std::uint32_t total = 0;
  std::uint32_t bits = 0;
  for (std::size_t group = 0; group < spec::kGroups; ++group) {
    if (group % 4 == 0) bits = choice.below(1u << 16);  // one drawn number of 16 bits decides about four groups
    const std::uint32_t drawn = bits & 15;
    bits >>= 4;
    const GroupRow& row = kGroupRows[group];
    if (drawn < row.off || menu.empty(static_cast<Group>(group))) continue;
    weights[group] = row.weight * kFactors[drawn & 3];
    total += weights[group];
  }
  if (total == 0) {  // the program would leave out all allowed groups, so let it use all of them
    for (std::size_t group = 0; group < spec::kGroups; ++group)
      if (!menu.empty(static_cast<Group>(group))) weights[group] = 1;
    for (const std::uint32_t weight : weights) total += weight;
  }

  Swarm out;
  out.nothing = total == 0;
  if (out.nothing) return out;
  // Each group gets slots of the table in proportion to its weight. The computation is in fixed point with 16
  // fractional bits. A group's slots end where the sum of the weights up to this group ends.
  const std::uint32_t slots_per_weight = (Swarm::kSlots << 16) / total + 1;
  std::uint32_t reached = 0;
  std::uint32_t slot = 0;
  for (std::size_t group = 0; group < spec::kGroups; ++group) {
    reached += weights[group];
    const std::uint32_t end = std::min(Swarm::kSlots, (reached * slots_per_weight) >> 16);
    while (slot < end) out.table[slot++] = static_cast<Group>(group);
  }
  return out;
}

template Swarm draw_swarm(RandomChoice& choice, const OperationMenu& menu);
template Swarm draw_swarm(Choice& choice, const OperationMenu& menu);

}  // namespace modecheck::properties
