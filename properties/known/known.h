// Departures that are known: one JSON file each under known/, beside the program that shows it. What is wrong is told
// once per root cause (properties/known/cause.h).
//
//   {
//     "id": "m2-resize_-missing_InferenceInPlace",
//     "cause": "resize-is-no-write",       a file under known/causes/
//     "versions": ["1.13.1"],              of the subject
//     "gravity": "missing rejection",      as properties/lockstep/gravity.h names them
//     "signature": {"rule": "M2", "subject": "torch:cpu", "operation": "resize_", "error": "missing InferenceInPlace"},
//     "found": {"seed": 1, "program": 812, "with": "modecheck 0.1.0 (1a2b3c4)"},
//                                          where an undirected campaign met it first
//     "recognised": {...}                  what falls under it: properties/known/pattern.h
//   }
//
// The program is the file of the same name that ends in .prog. It is the entry's witness: it departs with the
// signature, and the pattern recognises it. One pattern stands for all that its cause does in the same way, whatever
// the operator.
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

  std::string id;
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

// All entries of a folder, by gravity and then id. Throws KnownError.
std::vector<KnownDeparture> load_known(const std::filesystem::path& folder);

// The text of an entry's file, with that pattern.
std::string to_json(const KnownDeparture& entry, const nlohmann::ordered_json& pattern);

}  // namespace modecheck::properties
