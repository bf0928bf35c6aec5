// The root cause of known departures: a folder under known/, whose name is the cause's id. A cause may show in several
// ways, each an entry with a pattern of its own (properties/known/known.h); cause.json tells once what is wrong:
//
//   {
//     "title": "resize_ is not a write to autograd",
//     "kind": "finding",                   a documented rule is broken; "difference": one of our own decisions is
//     "rule": "V3",
//     "example": "v3-resize_",             the entry whose program stands for it
//     "what": "what is wrong",
//     "why": "why it matters",
//     "fix": "what would put it right",
//     "link": ""
//   }
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

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

// The cause that the folder holds. Throws KnownError.
Cause load_cause(const std::filesystem::path& folder);

}  // namespace modecheck::properties
