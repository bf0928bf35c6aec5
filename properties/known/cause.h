// A Cause is the root cause of known mismatches: a folder under known/, whose name is the cause's id. A cause may show
// in several ways, and each way is an entry with its own pattern (properties/known/known.h). The folder's cause.json
// states once what is wrong:
//
//   {
//     "title": "resize_ is not a write to autograd",
//     "kind": "finding",                   a documented rule is broken; "difference": only we decided what is right
//     "rule": "V3",
//     "example": "v3-resize_",             the id of the entry whose program illustrates the cause
//     "what": "what is wrong",             a sentence
//     "why": "why it matters",             a sentence
//     "fix": "what would put it right",    a sentence
//     "link": ""
//   }
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "properties/known/json_file.h"

namespace modecheck::properties {

struct Cause {
  enum class Kind : std::uint8_t { Finding, Difference };

  std::string id;
  std::string title;
  Kind kind = Kind::Finding;
  std::string rule;
  std::string example;
  std::string what;
  std::string why;
  std::string fix;
  std::string link;
};

// Loads the root cause that a folder of known/ holds. Throws KnownError if a file is missing or malformed.
Cause load_cause(const std::filesystem::path& folder);
// Returns the root cause that a file FOLDER/cause.json states. Throws KnownError if it is malformed.
Cause cause_in(const JsonFile& file);

}  // namespace modecheck::properties
