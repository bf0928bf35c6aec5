// Departures that are known, by their root causes: known/CAUSE/ID.prog is a program that departs, and its comments that
// begin with "# pattern: " hold a JSON object which says what is known. What is wrong is told once, in
// known/CAUSE/cause.json (properties/known/cause.h).
//
//   modecheck 1
//   r0 = resize_(r1, size=[2, 2])
//   # pattern: {"versions": ["1.13.1"],              of the subject
//   # pattern:  "gravity": "missing rejection",      as properties/lockstep/gravity.h names them
//   # pattern:  "signature": {"rule": "M2", "subject": "torch:cpu", "operation": "resize_",
//   # pattern:                "error": "missing InferenceInPlace"},
//   # pattern:  "found": {"seed": 1, "program": 812, "with": "modecheck 0.1.0 (1a2b3c4)"},
//                                                    where an undirected campaign met it first
//   # pattern:  "recognised": {...}}                 what falls under it: properties/known/pattern.h
//
// The program departs with the signature, and the pattern recognises it. One pattern stands for all that its cause does
// in the same way, whatever the operator.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "properties/known/cause.h"
#include "properties/known/pattern.h"
#include "properties/lockstep/gravity.h"
#include "properties/lockstep/signature.h"
#include "spec/program/program.h"

namespace modecheck::properties {

struct KnownDeparture {
  struct Found {
    std::uint64_t seed = 0;
    std::uint64_t program = 0;
    // The modecheck whose program of that seed it was, or how `run` was narrowed. Empty: one that did not write it
    // down.
    std::string with = {};
  };

  std::string id;  // the file's name
  Cause cause;
  std::vector<std::string> versions;
  Gravity gravity = Gravity::WrongState;
  std::filesystem::path program_file;
  spec::Program program;
  Signature signature;  // of its own program
  std::optional<Found> found;
  Pattern pattern;

  const std::string& subject() const { return signature.subject; }
  bool covers(const std::string& version) const;
  // Whether it is about this subject in this version: "torch-2.15.0:cpu" is "torch:cpu" in another plug-in.
  bool speaks_of(const std::string& subject, const std::string& version) const;
  // Whether its own program's signature is this one, whichever plug-in showed it.
  bool has_signature(const Signature& signature) const;
};

// All entries of all causes in a folder, by gravity and then id. Throws KnownError.
std::vector<KnownDeparture> load_known(const std::filesystem::path& folder);

// The lines that make a program an entry, with that pattern: comments that follow the program in its file.
std::string pattern_lines(const KnownDeparture& entry, const nlohmann::ordered_json& pattern);

}  // namespace modecheck::properties
