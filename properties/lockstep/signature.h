// Decides whether two mismatches are the same one. Deduplication, shrinking and known mismatches all use it.
#pragma once

#include <string>

namespace modecheck::properties {

struct Signature {
  std::string rule;     // a rule's id or, if no rule covers the mismatch, the field's name
  std::string subject;  // "torch:cpu"
  // "add_.Tensor"; "start" or "end" if the mismatch is before the first command or after the last
  std::string operation;
  std::string error;  // "missing InferenceInPlace", "Shape", "crash"; empty where no error is involved

  friend bool operator==(const Signature&, const Signature&) = default;
  friend auto operator<=>(const Signature&, const Signature&) = default;
};

// Returns the subject's name without its version: "torch-2.15.0:cpu" is "torch:cpu" in a plug-in for another version.
std::string without_version(const std::string& subject);

// For example "M2 torch:cpu resize_ (missing InferenceInPlace)".
std::string to_text(const Signature& signature);

// Returns the same as the name of a file.
std::string file_name(const Signature& signature);

}  // namespace modecheck::properties
