// What a person reads about a departure, and about any program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "properties/lockstep/lockstep.h"
#include "properties/report/report_parts.h"
#include "properties/report/style.h"

namespace modecheck::properties {

// Where a program came from and who ran it: all that is needed to see the same again.
struct Provenance {
  std::optional<std::uint64_t> seed;
  std::optional<std::uint64_t> program;      // its number in the campaign
  std::size_t commands_before = 0;           // before it was shrunk; 0: it was not
  std::string file;                          // the .prog that holds it
  std::string cpp_file;                      // the stand-alone C++ file
  std::vector<std::string> does_not_matter;  // properties/shrink/irrelevance.h
};

// One sentence with the rule, the program, a table per step, the vote, and how to see it again. `lockstep` has just
// checked `program`.
ReportParts report_parts(const spec::Program& program, const Lockstep& lockstep, const Verdict& verdict,
                         const Departure& departure, const Provenance& provenance);
std::string text_of(const ReportParts& parts, const Style& style);

// Both at once.
std::string report(const spec::Program& program, const Lockstep& lockstep, const Verdict& verdict,
                   const Departure& departure, const Provenance& provenance, const Style& style);

// The table per command: what the specification says (outcome, what changed, mode, route), and each subject. A second
// table has what differs.
std::string explain(const spec::Program& program, const Lockstep& lockstep, const Verdict& verdict, const Style& style);

// One line: "M2  torch:cpu  resize_  missing InferenceInPlace".
std::string headline(const Departure& departure);

// The sentence: "torch:cpu runs resize_ where the specification rejects it (InferenceInPlace)."
std::string sentence(const spec::Program& program, const Departure& departure);

}  // namespace modecheck::properties
