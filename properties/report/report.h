// Writes what a person reads about a mismatch, and about any program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "properties/lockstep/lockstep.h"
#include "properties/report/report_parts.h"
#include "properties/report/style.h"

namespace modecheck::properties {

// Where a program came from and what ran it: everything needed to reproduce a mismatch.
struct Provenance {
  std::optional<std::uint64_t> seed;
  std::optional<std::uint64_t> program;      // its number in the campaign
  std::size_t commands_before = 0;           // the number of commands before shrinking; 0: it was not shrunk
  std::string file;                          // the .prog that holds it
  std::string cpp_file;                      // the stand-alone C++ file
  std::vector<std::string> does_not_matter;  // irrelevant parts (properties/shrink/irrelevance.h)
};

// Returns one sentence with the rule, the program, a table of steps, the vote, and how to reproduce the mismatch.
// `lockstep` must have just checked `program`.
ReportParts report_parts(const spec::Program& program, const Lockstep& lockstep, const Verdict& verdict,
                         const Mismatch& mismatch, const Provenance& provenance);
std::string text_of(const ReportParts& parts, const Style& style);

// Returns `report_parts` as text.
std::string report(const spec::Program& program, const Lockstep& lockstep, const Verdict& verdict,
                   const Mismatch& mismatch, const Provenance& provenance, const Style& style);

// Returns the table of commands: for each, the specification's outcome, changes, modes and dispatch route, and every
// subject's outcome. A second table lists the differences.
std::string explain(const spec::Program& program, const Lockstep& lockstep, const Verdict& verdict, const Style& style);

// Returns one line: "M2  torch:cpu  resize_  missing InferenceInPlace".
std::string headline(const Mismatch& mismatch);

// Returns a sentence: "torch:cpu runs resize_ where the specification rejects it (InferenceInPlace)."
std::string sentence(const spec::Program& program, const Mismatch& mismatch);

}  // namespace modecheck::properties
