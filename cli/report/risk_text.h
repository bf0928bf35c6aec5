// Says in words how likely the next program of a search shows something new.
#pragma once

#include <cstdint>
#include <string>

#include "cli/report/run_report.h"
#include "properties/campaign/residual_risk.h"

namespace modecheck::cli {

// Returns a probability as "1 in 3,400", or as "34.1 %" if it is a tenth or more.
std::string chance_text(double chance);

// Returns a sentence on signatures of mismatches. `left_out` is how often a signature was not counted. Not all
// mismatches are judged if --profile, --only or --without left some out.
std::string signature_risk(const properties::Discovery& signatures, std::uint64_t left_out, bool all_are_judged);

// Returns the sentence on signatures, or "" if no program ran.
std::string mismatch_risk_text(const RunFacts& run);

// Returns the sentences on signatures and on transitions of the model, or "" if no program ran.
std::string risk_text(const RunFacts& run);

}  // namespace modecheck::cli
