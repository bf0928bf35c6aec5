#include "properties/swarm.h"

#include <algorithm>

#include "properties/choice_random.h"

namespace modecheck::properties {
namespace {

using spec::Extra;
using spec::Group;

struct GroupRow {
  std::uint32_t weight;
  std::uint32_t off;  // in so many of 16 programs. The guards of G5 suspend the rules that are checked: mostly off
};

// In the order of spec::Group.
constexpr std::array<GroupRow, spec::kGroups> kGroupRows{{
    {5, 3},   // creation
    {14, 2},  // pointwise
    {4, 4},   // reduction
    {4, 5},   // matrix
    {4, 5},   // joining
    {5, 4},   // copy
    {13, 2},  // view
    {4, 5},   // multi_view
    {4, 5},   // alias
    {15, 2},  // in_place
    {5, 5},   // out
    {4, 5},   // in_place_view
    {3, 5},   // storage
    {5, 4},   // grad_flags
    {10, 1},  // backward
    {4, 4},   // read
    {17, 1},  // mode_guard
    {4, 14},  // unsafe_guard
    {2, 5},   // handle
}};

std::uint32_t share_of(const spec::Operation& row) {
  if (row.kind == spec::CommandKind::Operator) return 2;
  switch (row.extra) {
    case Extra::EnterInferenceMode:
      return 18;
    case Extra::Leaf:
    case Extra::RequiresGrad_:
    case Extra::Backward:
      return 8;
    case Extra::EnterNoGrad:
      return 4;
    case Extra::EnterAutoGradMode:
    case Extra::GradFn:
    case Extra::Grad:
    case Extra::GradOf:
      return 3;
    case Extra::Leave:
    case Extra::LeaveByException:
      return 1;
    default:
      return 2;
  }
}

}  // namespace

OperationMenu::OperationMenu(const OperationSet& allowed) {
  for (std::size_t group = 0; group < spec::kGroups; ++group) {
    begin_[group] = static_cast<std::uint32_t>(items_.size());
    for (std::size_t id = 0; id < static_cast<std::size_t>(spec::kOperations); ++id) {
      const spec::Operation& row = spec::operations()[id];
      if (!allowed.test(id) || static_cast<std::size_t>(row.group) != group) continue;
      items_.insert(items_.end(), share_of(row), static_cast<spec::OperationId>(id));
    }
    end_[group] = static_cast<std::uint32_t>(items_.size());
  }
}

template <typename TheChoice>
Swarm draw_swarm(TheChoice& choice, const OperationMenu& menu) {
  // How much a program prefers a group.
  constexpr std::uint32_t kFactors[] = {1, 2, 2, 3};
  std::array<std::uint32_t, spec::kGroups> weights{};
  std::uint32_t total = 0;
  std::uint32_t bits = 0;
  for (std::size_t group = 0; group < spec::kGroups; ++group) {
    if (group % 4 == 0) bits = choice.below(1u << 16);  // one number decides on four groups
    const std::uint32_t drawn = bits & 15;
    bits >>= 4;
    const GroupRow& row = kGroupRows[group];
    if (drawn < row.off || menu.empty(static_cast<Group>(group))) continue;
    weights[group] = row.weight * kFactors[drawn & 3];
    total += weights[group];
  }
  if (total == 0) {  // all that is allowed was left out: then none is
    for (std::size_t group = 0; group < spec::kGroups; ++group)
      if (!menu.empty(static_cast<Group>(group))) weights[group] = 1;
    for (const std::uint32_t weight : weights) total += weight;
  }

  Swarm out;
  out.nothing = total == 0;
  if (out.nothing) return out;
  // Slots in 1/65536: every group's share ends where the sum of the weights so far does.
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
