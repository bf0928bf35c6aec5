#include "spec/dtypes/dtype_answers.h"

namespace modecheck::spec {
namespace {

// Advances the dtypes from `begin` to `end` to the next combination. Returns false after the last combination.
bool advance(Combination& dtypes, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    if (index_of(dtypes[i]) + 1 < kDTypes) {
      dtypes[i] = dtype_at(index_of(dtypes[i]) + 1);
      return true;
    }
    dtypes[i] = dtype_at(0);
  }
  return false;
}

}  // namespace

DtypeAnswers::DtypeAnswers(DtypeProbe probe)
    : probe_(std::move(probe)),
      inputs_(probe_.inputs()),
      accepted_(inputs_),
      dropped_(inputs_),
      outputs_(probe_.tensors.size() - inputs_) {
  ProbingModel model;
  const std::vector<Record> calls = probe_.calls();
  Combination dtypes(probe_.tensors.size());
  do {
    const DtypeAnswer given = answer(model, calls, dtypes);
    all_.emplace_back(dtypes, given);
    for (std::size_t i = 0; i < inputs_ && given == DtypeAnswer::Accepted; ++i) accepted_[i].set(index_of(dtypes[i]));
  } while (advance(dtypes, 0, inputs_));
  for (const auto& [combination, given] : all_)
    for (std::size_t i = 0; i < inputs_ && given == DtypeAnswer::Unspecified; ++i)
      if (others_are_accepted(combination, i)) dropped_[i].set(index_of(combination[i]));
}

bool DtypeAnswers::others_are_accepted(const Combination& dtypes, std::size_t input) const {
  for (std::size_t i = 0; i < inputs_; ++i)
    if (i != input && !accepted_[i][index_of(dtypes[i])]) return false;
  return true;
}

// Tries the calls one after the other; they differ in whether their numbers are integers, floats or bools. Tries each
// call with all dtypes of the outputs. Returns the best answer, and stops at the first call that is accepted.
DtypeAnswer DtypeAnswers::answer(ProbingModel& model, const std::vector<Record>& calls, Combination dtypes) {
  DtypeAnswer best = DtypeAnswer::Rejected;
  for (const Record& call : calls) {
    std::vector<DTypeSet> outputs(outputs_.size());
    do {
      const DtypeAnswer given = model.answer_of(probe_.program(dtypes, call));
      if (given == DtypeAnswer::Accepted) best = given;
      if (given != DtypeAnswer::Rejected && best == DtypeAnswer::Rejected) best = given;
      for (std::size_t i = 0; i < outputs.size() && given == DtypeAnswer::Accepted; ++i)
        outputs[i].set(index_of(dtypes[inputs_ + i]));
    } while (advance(dtypes, inputs_, dtypes.size()));
    if (best != DtypeAnswer::Accepted) continue;
    for (std::size_t i = 0; i < outputs.size(); ++i) outputs_[i].push_back(outputs[i]);
    break;
  }
  return best;
}

}  // namespace modecheck::spec
