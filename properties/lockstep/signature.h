// A Signature decides whether two mismatches are the same one. Deduplication, shrinking and known mismatches use
// signatures.
#pragma once

#include <string>

namespace modecheck::properties {

struct Signature {
  std::string rule;     // a rule's id or, if no rule covers the mismatch, the field's name
  std::string subject;  // the subject's name, for example "torch:cpu"
  // The operation, for example "add_.Tensor"; "start" if the mismatch is before the first command, "end" if it is after
  // the last.
  std::string operation;
  // the error, for example "missing InferenceInPlace", "Shape" or "crash"; empty if the mismatch involves none
  std::string error;

  friend bool operator==(const Signature&, const Signature&) = default;
  friend auto operator<=>(const Signature&, const Signature&) = default;
};

// Returns the subject's name without the version of its plug-in: "torch:cpu" for "torch-2.15.0:cpu".
std::string without_version(const std::string& subject);

// Returns the signature as text, for example "M2 torch:cpu resize_ (missing InferenceInPlace)".
std::string to_text(const Signature& signature);

// Returns the signature's text in a form that can be the name of a file.
std::string file_name(const Signature& signature);

// Returns 16 letters that stand for the signature, the same in every build. Systems that collect the crashes of fuzz
// targets tell them apart by a line of text, and replace the digits in it.
std::string letters_of(const Signature& signature);

}  // namespace modecheck::properties
