#include "properties/swarm.h"

#include "properties/choice_random.h"

namespace modecheck::properties {
namespace {

using spec::Extra;
using spec::Group;

struct GroupRow {
  std::string_view name;
  std::uint32_t weight;
  std::uint32_t off_one_in;  // a program leaves the group out with this chance: 1 in so many
};

// In the order of spec::Group.
constexpr std::array<GroupRow, spec::kGroups> kGroupRows{{
    {"creation", 5, 6}, {"pointwise", 14, 8},    {"reduction", 4, 4},    {"matrix", 4, 3},     {"joining", 4, 3},
    {"copy", 5, 4},     {"view", 13, 8},         {"multi_view", 4, 3},   {"alias", 4, 3},      {"in_place", 15, 10},
    {"out", 5, 3},      {"in_place_view", 4, 3}, {"storage", 3, 3},      {"grad_flags", 5, 4}, {"backward", 10, 12},
    {"read", 4, 4},     {"mode_guard", 14, 20},  {"unsafe_guard", 4, 1},  // on in one program of eight, see draw_swarm
    {"handle", 2, 3},
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
    const GroupRow& row = kGroupRows[group];
    if (menu.empty(static_cast<Group>(group))) continue;
    // The guards of G5 suspend the rules that are checked, so few programs use them.
    const bool off = row.off_one_in == 1 ? choice.below(8) != 0 : choice.below(row.off_one_in) == 0;
    weights[group] = off ? 0 : row.weight * kFactors[choice.below(4)];
    total += weights[group];
  }
  // All that is allowed was left out: then none is.
  for (std::size_t group = 0; total == 0 && group < spec::kGroups; ++group)
    if (!menu.empty(static_cast<Group>(group))) weights[group] = 1;
  total = 0;
  for (const std::uint32_t weight : weights) total += weight;

  Swarm out;
  out.nothing = total == 0;
  if (out.nothing) return out;
  std::uint32_t reached = 0;
  std::uint32_t slot = 0;
  std::size_t last = 0;
  for (std::size_t group = 0; group < spec::kGroups; ++group) {
    if (weights[group] == 0) continue;
    last = group;
    reached += weights[group];
    for (; slot * total < reached * Swarm::kSlots && slot < Swarm::kSlots; ++slot)
      out.table[slot] = static_cast<Group>(group);
  }
  for (; slot < Swarm::kSlots; ++slot) out.table[slot] = static_cast<Group>(last);
  return out;
}

template Swarm draw_swarm(RandomChoice& choice, const OperationMenu& menu);
template Swarm draw_swarm(Choice& choice, const OperationMenu& menu);

}  // namespace modecheck::properties
