// Writes the reports that a person reads about a mismatch, and about any program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "properties/lockstep/lockstep.h"
#include "properties/report/report_parts.h"
#include "properties/report/style.h"

namespace modecheck::properties {

// Says where a program came from and what ran it: everything that is needed to reproduce a mismatch.
struct Provenance {
  std::optional<std::uint64_t> seed;
  std::optional<std::uint64_t> program;  // the program's number in the campaign
  std::size_t commands_before = 0;       // the number of commands before shrinking; 0: the program was not shrunk
  std::string file;                      // the .prog file that holds the program
  std::string cpp_file;                  // the stand-alone C++ file that shows the mismatch
  // the arguments and operators that do not matter (properties/shrink/irrelevance.h)
  std::vector<std::string> does_not_matter;
};

// Returns the parts of a report: a sentence with the rule, the program, a table of steps, the vote, and how to
// reproduce the mismatch. `lockstep` must have judged `program` last.
ReportParts report_parts(const spec::Program& program, const Lockstep& lockstep, const Verdict& verdict,
                         const Mismatch& mismatch, const Provenance& provenance);
std::string text_of(const ReportParts& parts, const Style& style);

// Returns the same report as `report_parts`, as text.
std::string report(const spec::Program& program, const Lockstep& lockstep, const Verdict& verdict,
                   const Mismatch& mismatch, const Provenance& provenance, const Style& style);

// Returns a table with a row for each command: the specification's outcome, changes, modes and dispatch route, and
// every subject's outcome. A second table lists the differences.
std::string explain(const spec::Program& program, const Lockstep& lockstep, const Verdict& verdict, const Style& style);

// Returns one line about a mismatch: "M2  torch:cpu  resize_  missing InferenceInPlace".
std::string headline(const Mismatch& mismatch);

// Returns a sentence about a mismatch: "torch:cpu runs resize_ where the specification rejects it (InferenceInPlace)."
std::string sentence(const spec::Program& program, const Mismatch& mismatch);

}  // namespace modecheck::properties
