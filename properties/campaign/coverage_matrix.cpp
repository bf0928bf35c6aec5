#include "properties/campaign/coverage_matrix.h"

#include <bit>

#include "properties/campaign/run_transitions.h"

namespace modecheck::properties {

CoverageMatrix::Kind CoverageMatrix::kind_of(const Transition& transition) {
  if (transition.names_no_tensor()) return Kind::NoTensor;
  if (transition.on_inference()) return Kind::Inference;
  return transition.on_view() ? Kind::TrackedView : Kind::Normal;
}

void CoverageMatrix::add(const Transition& transition, spec::RuleSet rules) {
  if (transition.dropped()) return;
  const auto kind = static_cast<std::size_t>(kind_of(transition));
  Cell& cell = operations_[transition.operation][transition.mode][kind];
  ++(transition.ok() ? cell.ok : cell.rejected);
  for (std::uint64_t left = rules.bits(); left != 0; left &= left - 1) {
    const auto rule = static_cast<std::size_t>(std::countr_zero(left));
    ++rules_[rule][transition.mode][kind];
    ++pairs_[rule][transition.operation];
  }
}

void CoverageMatrix::add_run(const spec::Program& program, const Expected& expected) {
  visit_transitions(program, expected, [&](std::size_t i, const Transition& transition) {
    add(transition, expected.rules == nullptr ? spec::RuleSet() : expected.rules[i]);
  });
}

void CoverageMatrix::add_all(const CoverageMatrix& other) {
  for (std::size_t mode = 0; mode < kModes; ++mode)
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      for (std::size_t i = 0; i < operations_.size(); ++i) {
        operations_[i][mode][kind].ok += other.operations_[i][mode][kind].ok;
        operations_[i][mode][kind].rejected += other.operations_[i][mode][kind].rejected;
      }
      for (std::size_t i = 0; i < rules_.size(); ++i) rules_[i][mode][kind] += other.rules_[i][mode][kind];
    }
  for (std::size_t i = 0; i < pairs_.size(); ++i)
    for (std::size_t j = 0; j < pairs_[i].size(); ++j) pairs_[i][j] += other.pairs_[i][j];
}

}  // namespace modecheck::properties
