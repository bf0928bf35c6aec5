// Collects the specification's answers to one call (the probe) with every combination of dtypes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "spec/dtypes/dtype_set.h"
#include "spec/dtypes/probe.h"

namespace modecheck::spec {

// The dtypes of a call's tensors, in the order of the tensors.
using Combination = std::vector<DType>;
// Positions of tensors among the tensors of a call.
using Places = std::vector<std::size_t>;

class DtypeAnswers {
 public:
  // Runs the model on all combinations: 12 dtypes for each tensor.
  explicit DtypeAnswers(DtypeProbe probe);

  const DtypeProbe& probe() const { return probe_; }
  // How many tensors the call reads; they come before its outputs.
  std::size_t inputs() const { return inputs_; }
  // `accepted` returns the dtypes that this input has in accepted calls. `unspecified` returns the dtypes with which no
  // call is accepted, but some call is unspecified.
  DTypeSet accepted(std::size_t input) const { return accepted_[input]; }
  DTypeSet unspecified(std::size_t input) const { return dropped_[input] & ~accepted_[input]; }
  // For each accepted combination of inputs, the dtypes of this output that are accepted.
  const std::vector<DTypeSet>& outputs(std::size_t output) const { return outputs_[output]; }

  // Whether the accepted combinations are exactly those for which `predicted` holds. Calls that are unspecified, or
  // rejected for their sizes, are ignored.
  template <typename Predicted>
  bool agree(const Predicted& predicted) const {
    return std::all_of(all_.begin(), all_.end(), [&](const auto& one) {
      return one.second != (predicted(one.first) ? DtypeAnswer::Rejected : DtypeAnswer::Accepted);
    });
  }

  template <typename Visit>
  void for_each_accepted(const Visit& visit) const {
    for (const auto& [combination, answer] : all_)
      if (answer == DtypeAnswer::Accepted) visit(combination);
  }

 private:
  bool others_are_accepted(const Combination& dtypes, std::size_t input) const;
  DtypeAnswer answer(ProbingModel& model, const std::vector<Record>& calls, Combination dtypes);

  DtypeProbe probe_;
  std::size_t inputs_;
  std::vector<std::pair<Combination, DtypeAnswer>> all_;
  std::vector<DTypeSet> accepted_;
  std::vector<DTypeSet> dropped_;
  std::vector<std::vector<DTypeSet>> outputs_;
};

}  // namespace modecheck::spec
