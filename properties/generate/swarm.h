// Swarm testing: every program leaves some groups of operations out and prefers others. Combinations that are rare when
// all groups are mixed become frequent in some programs.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "properties/choice/choice.h"
#include "properties/generate/operation_set.h"
#include "spec/program/operation.h"

namespace modecheck::properties {

// Draws an operation of a group: first a family, then an operation of the family. A family is therefore not drawn more
// often because it has many operators.
class OperationMenu {
 public:
  explicit OperationMenu(const OperationSet& allowed);

  // Whether InferenceMode and an operation of the alphabet are allowed, so that programs can aim at both.
  bool can_aim() const { return !letters_.empty(); }
  // Draws an operation of the alphabet. The alphabet has one operation of each kind that the rules tell apart. The
  // operation belongs to none of the groups of guards.
  template <typename TheChoice>
  spec::OperationId draw_letter(TheChoice& choice) const {
    return letters_[below(choice, letters_.size())];
  }

  // Whether an operator is allowed that may have a derivative.
  bool can_differentiate() const { return !differentiable_.empty(); }
  // Draws an operator that may have a derivative. An in-place operator is drawn a third as often as another.
  template <typename TheChoice>
  spec::OperationId draw_differentiable(TheChoice& choice) const {
    return differentiable_[below(choice, differentiable_.size())];
  }

  bool empty(spec::Group group) const { return groups_[index(group)].empty(); }

  template <typename TheChoice>
  spec::OperationId draw(spec::Group group, TheChoice& choice) const {
    const std::vector<std::uint8_t>& families = groups_[index(group)];
    const std::uint8_t family = families.size() == 1 ? families[0] : families[below(choice, families.size())];
    const std::vector<spec::OperationId>& items = families_[family];
    return items[below(choice, items.size())];
  }

 private:
  static std::size_t index(spec::Group group) { return static_cast<std::size_t>(group); }
  template <typename TheChoice>
  static std::uint32_t below(TheChoice& choice, std::size_t n) {
    return choice.below(static_cast<std::uint32_t>(n));
  }

  // groups_ lists the families of each group, and families_ lists the operations of each family. A family or an
  // operation with weight n occurs n times in its list, so that it is drawn n times as often.
  std::array<std::vector<std::uint8_t>, spec::kGroups> groups_;
  std::vector<std::vector<spec::OperationId>> families_;
  std::vector<spec::OperationId> letters_;
  std::vector<spec::OperationId> differentiable_;
};

// The groups of operations that one program uses. A group fills slots of `table` in proportion to its weight.
struct Swarm {
  static constexpr std::uint32_t kSlots = 64;
  std::array<spec::Group, kSlots> table{};
  bool nothing = false;  // whether no operation is allowed, so that the program stays empty
};

template <typename TheChoice>
Swarm draw_swarm(TheChoice& choice, const OperationMenu& menu);

}  // namespace modecheck::properties
