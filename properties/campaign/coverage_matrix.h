// A CoverageMatrix counts how often a campaign, or a walk through the model's states, met each combination of
// operation, mode and kind of target. It also counts which rules decided there. The object is large and holds no
// pointers, so that processes can share it in memory.
#pragma once

#include <array>
#include <cstdint>

#include "properties/campaign/transition.h"
#include "properties/lockstep/expected.h"
#include "spec/model/rules.h"
#include "spec/program/program.h"

namespace modecheck::properties {

class CoverageMatrix {
 public:
  // The kind of the first tensor that a command names. The rules treat these kinds of tensors in different ways.
  enum class Kind : std::uint8_t { NoTensor, Normal, TrackedView, Inference };
  static constexpr std::size_t kKinds = 4;
  static constexpr std::size_t kModes = Transition::kModes;
  static Kind kind_of(const Transition& transition);

  // Counts the commands that ran with one combination of operation, mode and kind of target. The specification drops
  // commands whose effect it does not define; such commands are not counted.
  struct Cell {
    std::uint32_t ok = 0;
    std::uint32_t rejected = 0;
    std::uint32_t commands() const { return ok + rejected; }
  };

  // Counts one command, which made `transition`. `rules` are the rules that decided something in this command.
  void add(const Transition& transition, spec::RuleSet rules);
  // Counts all commands of a program. `expected` is the specification's run of the program.
  void add_run(const spec::Program& program, const Expected& expected);
  void add_all(const CoverageMatrix& other);

  const Cell& at(spec::OperationId operation, std::size_t mode, Kind kind) const {
    return operations_[operation][mode][static_cast<std::size_t>(kind)];
  }
  std::uint32_t commands_of(spec::Rule rule, std::size_t mode, Kind kind) const {
    return rules_[static_cast<std::size_t>(rule)][mode][static_cast<std::size_t>(kind)];
  }
  std::uint32_t commands_of(spec::Rule rule, spec::OperationId operation) const {
    return pairs_[static_cast<std::size_t>(rule)][operation];
  }

 private:
  template <class T>
  using MismatchContext = std::array<std::array<T, kKinds>, kModes>;

  std::array<MismatchContext<Cell>, spec::kMostOperations> operations_{};
  std::array<MismatchContext<std::uint32_t>, spec::kRules> rules_{};
  std::array<std::array<std::uint32_t, spec::kMostOperations>, spec::kRules> pairs_{};
};

}  // namespace modecheck::properties
