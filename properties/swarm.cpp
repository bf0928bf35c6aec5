#include "properties/swarm.h"

#include <algorithm>

#include "properties/choice_random.h"

namespace modecheck::properties {
namespace {

using spec::Extra;
using spec::Group;

struct GroupRow {
  std::string_view name;
  std::uint32_t weight;
  // A program has the group with chance on / chances. The guards of G5 suspend the rules that are checked: few have
  // them.
  std::uint32_t on;
  std::uint32_t chances;
};

// In the order of spec::Group.
constexpr std::array<GroupRow, spec::kGroups> kGroupRows{{
    {"creation", 5, 5, 6},      {"pointwise", 14, 7, 8},   {"reduction", 4, 3, 4},   {"matrix", 4, 2, 3},
    {"joining", 4, 2, 3},       {"copy", 5, 3, 4},         {"view", 13, 7, 8},       {"multi_view", 4, 2, 3},
    {"alias", 4, 2, 3},         {"in_place", 15, 9, 10},   {"out", 5, 2, 3},         {"in_place_view", 4, 2, 3},
    {"storage", 3, 2, 3},       {"grad_flags", 5, 3, 4},   {"backward", 10, 11, 12}, {"read", 4, 3, 4},
    {"mode_guard", 14, 19, 20}, {"unsafe_guard", 4, 1, 8}, {"handle", 2, 2, 3},
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

std::string_view name_of(Group group) { return kGroupRows[static_cast<std::size_t>(group)].name; }

OperationSet every_operation() { return OperationSet().set(); }

std::optional<OperationSet> operations_named(std::string_view name) {
  OperationSet out;
  for (std::size_t id = 0; id < static_cast<std::size_t>(spec::kOperations); ++id) {
    const spec::Operation& row = spec::operations()[id];
    if (row.name == name || row.schema.name == name || name_of(row.group) == name) out.set(id);
  }
  if (out.none()) return std::nullopt;
  return out;
}

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
  for (std::size_t group = 0; group < spec::kGroups; ++group) {
    if (menu.empty(static_cast<Group>(group))) continue;
    const GroupRow& row = kGroupRows[group];
    const std::uint32_t drawn = choice.below(4 * row.chances);
    weights[group] = drawn / 4 < row.on ? row.weight * kFactors[drawn % 4] : 0;
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
