// Says why a model should not simply be run in InferenceMode.
#pragma once

#include <string>

#include "cli/model_audit/model_place.h"

namespace modecheck::cli {

struct ModelReason {
  std::string text;  // one or more sentences, which name the place
  ModelPlace place;
  std::string rule;  // the ids of the rules, such as "M2", or empty
};

}  // namespace modecheck::cli
