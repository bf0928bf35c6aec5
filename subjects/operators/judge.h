// Judges an operator by what its schema promises: in normal mode and in InferenceMode, on normal tensors, recorded
// tensors and inference tensors.
#pragma once

#include <cstdint>

#include "subjects/operators/judgement.h"
#include "subjects/operators/operator_call.h"

namespace modecheck::operators {

struct JudgeOptions {
  std::uint32_t seed = 1;
  int tries = 600;  // draws of arguments, until enough calls succeed
  int calls = 3;    // calls that are judged
};

// Adds the reason why a check is not made, unless it is there.
void skip(Judgement& out, const std::string& reason);

Judgement judge(const Operator& op, const JudgeOptions& options);

}  // namespace modecheck::operators
