// Swarm testing: every program leaves some groups of operations out and prefers others, so that rare combinations are
// not drowned by an average of everything.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "properties/choice.h"
#include "properties/operation_set.h"
#include "spec/operation.h"

namespace modecheck::properties {

// The operations that may be drawn, by group, those that are drawn more often several times.
class OperationMenu {
 public:
  explicit OperationMenu(const OperationSet& allowed);

  bool empty(spec::Group group) const { return size(group) == 0; }
  std::uint32_t size(spec::Group group) const { return end_[index(group)] - begin_[index(group)]; }
  spec::OperationId at(spec::Group group, std::uint32_t i) const { return items_[begin_[index(group)] + i]; }

 private:
  static std::size_t index(spec::Group group) { return static_cast<std::size_t>(group); }

  std::vector<spec::OperationId> items_;
  std::array<std::uint32_t, spec::kGroups> begin_{};
  std::array<std::uint32_t, spec::kGroups> end_{};
};

// The groups of one program: a group is as often in the table as its weight says.
struct Swarm {
  static constexpr std::uint32_t kSlots = 64;
  std::array<spec::Group, kSlots> table{};
  bool nothing = false;  // no operation is allowed
};

template <typename TheChoice>
Swarm draw_swarm(TheChoice& choice, const OperationMenu& menu);

}  // namespace modecheck::properties
