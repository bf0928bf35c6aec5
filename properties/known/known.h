// Loads the known mismatches, grouped by root cause. A file known/CAUSE/ID.prog is a program that shows a known
// mismatch. Its comments that begin with "# pattern: " hold a JSON object that says what is known about the mismatch.
// The file known/CAUSE/cause.json (properties/known/cause.h) says what is wrong, once for all programs of the cause.
//
//   modecheck 1
//   r0 = resize_(r1, size=[2, 2])
//   # pattern: {"versions": ["1.13.1"],              the versions of the subject that show the mismatch
//   # pattern:  "severity": "missing rejection",      a name from properties/lockstep/severity.h
//   # pattern:  "signature": {"rule": "M2", "subject": "torch:cpu", "operation": "resize_",
//   # pattern:                "error": "missing InferenceInPlace"},
//   # pattern:  "found": {"seed": 1, "program": 812, "with": "modecheck 0.1.0 (1a2b3c4)"},
//                                                    the program of a campaign that met the mismatch first
//   # pattern:  "recognised": {...}}                 the mismatches that the entry covers: properties/known/pattern.h
//
// The program must show a mismatch with the signature, and the pattern must recognise this mismatch. One pattern covers
// everything that its cause does in the same way, for all operators.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "properties/known/cause.h"
#include "properties/known/pattern.h"
#include "properties/lockstep/severity.h"
#include "properties/lockstep/signature.h"
#include "spec/program/program.h"

namespace modecheck::properties {

// Whether the subject is an adapter in any language (exec:FILE), which answers in lines of JSON.
bool is_adapter(const std::string& subject);

struct KnownMismatch {
  struct Found {
    std::uint64_t seed = 0;
    std::uint64_t program = 0;
    // The version of modecheck that drew the program from the seed, or the `run` command with the options that restrict
    // its operations. Empty if nobody recorded this.
    std::string with = {};
  };

  std::string id;  // the name of the entry's .prog file, without extension
  Cause cause;
  std::vector<std::string> versions;
  Severity severity = Severity::WrongState;
  std::filesystem::path program_file;
  spec::Program program;
  Signature signature;  // the signature of the mismatch that the entry's own program shows
  std::optional<Found> found;
  // True if the mismatch depends on the processor, as last digits do. The program then need not show it here.
  bool on_some_processors = false;
  Pattern pattern;

  const std::string& subject() const { return signature.subject; }
  bool covers(const std::string& version) const;
  // Whether the entry is about the subject `subject` in the version `version`. "torch-2.15.0:cpu" counts as "torch:cpu"
  // in another plug-in, and so does an adapter "exec:FILE" whose version begins with "torch ".
  bool speaks_of(const std::string& subject, const std::string& version) const;
  // Whether the entry's own program has this signature, whichever plug-in showed it.
  bool has_signature(const Signature& signature) const;
};

// Loads all entries of all causes in a folder, sorted by severity and then id. Throws KnownError if a file is
// malformed.
std::vector<KnownMismatch> load_known(const std::filesystem::path& folder);

// Returns the entry of a cause that a .prog file with this content holds. Throws KnownError if the content is
// malformed.
KnownMismatch entry_in(const std::filesystem::path& file, const std::string& content, const Cause& cause);

// Returns the lines `# pattern: ...` that describe a known mismatch. A file under known/ is a program that these lines
// follow.
std::string pattern_lines(const KnownMismatch& entry, const nlohmann::ordered_json& pattern);

}  // namespace modecheck::properties
