// Tells the story of an error of the mode: where the tensor was made, what it became, where it was used, the rule and
// the remedy. docs/AUDIT.md explains the words and the members.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/tensor/tensor_impl.h"
#include "engine/provenance/birth.h"
#include "engine/provenance/rule_of_error.h"
#include "engine/provenance/source_place.h"

namespace modecheck::engine::provenance {

struct Story {
  // A view or a copy by which the tensor came from the tensor that was made.
  struct Step {
    std::string how;
    SourcePlace place;
  };

  const RuleOfError* rule = nullptr;
  std::string message;
  std::string operation;  // the operator that the message names
  std::string tensor;     // the sizes and the dtype of the tensor that is used, or empty
  std::vector<std::int64_t> sizes;
  std::string dtype;
  bool has_birth = false;
  std::string no_birth;  // why there is no birth
  SourcePlace made;
  bool has_guard = false;
  std::string no_guard;  // why there is no guard
  SourcePlace guard;
  std::vector<Step> steps;
  SourcePlace use;
  std::string remedy_id;
  std::string remedy;

  // The story as lines of text, each after a newline.
  std::string text() const;
  // The story as one line of JSON, with a newline at its end.
  std::string json() const;
};

// Makes the story of an error that is being raised on this thread. `impl` may be null.
Story story_of(ErrorClass error_class, const std::string& message, const c10::TensorImpl* impl);

}  // namespace modecheck::engine::provenance
