// Departures that are known: one JSON file each under known/, beside the program that shows it.
//
//   {
//     "id": "resize-of-an-inference-tensor",
//     "subject": "torch:cpu",
//     "versions": ["1.13.1"],
//     "kind": "finding",                   a documented rule is broken; "difference": one of our own decisions is
//     "gravity": "missing rejection",      as properties/gravity.h names them
//     "rule": "M2",
//     "reason": "why it happens, in a sentence or two",
//     "link": "",
//     "program": "resize-of-an-inference-tensor.prog",
//     "signature": {"rule": "M2", "subject": "torch:cpu", "operation": "resize_", "error": "missing InferenceInPlace"},
//     "found": {"seed": 1, "program": 812}  where an undirected campaign met it first; absent: written by hand
//   }
//
// Signatures are exact: an entry excuses one failure and hides no other.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "properties/gravity.h"
#include "properties/signature.h"
#include "spec/program.h"

namespace modecheck::properties {

struct KnownDeparture {
  enum class Kind : std::uint8_t { Finding, Difference };
  struct Found {
    std::uint64_t seed = 0;
    std::uint64_t program = 0;
  };

  std::string id;
  std::vector<std::string> versions;
  Kind kind = Kind::Finding;
  Gravity gravity = Gravity::WrongState;
  std::string rule;
  std::string reason;
  std::string link;
  std::filesystem::path program_file;
  spec::Program program;
  Signature signature;
  std::optional<Found> found;

  const std::string& subject() const { return signature.subject; }
  bool covers(const std::string& version) const;
};

// A file under known/ that is not as described above.
class KnownError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// All entries of a folder, by gravity and then id. Throws KnownError.
std::vector<KnownDeparture> load_known(const std::filesystem::path& folder);

// The text of an entry's file.
std::string to_json(const KnownDeparture& entry);

}  // namespace modecheck::properties
