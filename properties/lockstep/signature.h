// What makes two departures the same one: deduplication, shrinking and known departures all mean this.
#pragma once

#include <string>

namespace modecheck::properties {

struct Signature {
  std::string rule;       // a rule's id or, where no rule speaks of it, the field's name
  std::string subject;    // "torch:cpu"
  std::string operation;  // "add_.Tensor"; "start" or "end" where it is not a command's doing
  std::string error;      // "missing InferenceInPlace", "Shape", "crash"; empty where no error is involved

  friend bool operator==(const Signature&, const Signature&) = default;
  friend auto operator<=>(const Signature&, const Signature&) = default;
};

// The subject whatever its version: "torch-2.15.0:cpu" is "torch:cpu" in a plug-in beside the installed one.
std::string without_version(const std::string& subject);

// "M2 torch:cpu resize_ (missing InferenceInPlace)".
std::string to_text(const Signature& signature);

// The same, usable as the name of a file.
std::string file_name(const Signature& signature);

}  // namespace modecheck::properties
