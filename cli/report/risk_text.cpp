#include "cli/report/risk_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/output/numbers.h"
#include "properties/campaign/signature_counts.h"

namespace modecheck::cli {
namespace {

using properties::Chance;
using properties::Discovery;

// Returns 1 / chance, rounded down to three digits.
std::uint64_t programs_for_one(double chance) {
  const double programs = 1 / chance;
  const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(programs)) - 2));
  return static_cast<std::uint64_t>(std::floor(programs / unit) * unit);
}

// Returns ": at 95 % confidence, fewer than 1 program in 6,670 shows one". A bound of a tenth or more is a share.
std::string bound_text(const Chance& chance, const char* one) {
  const std::string share =
      chance.high < 0.1 ? fmt::format("fewer than 1 program in {} shows", grouped(programs_for_one(chance.high)))
                        : fmt::format("at most {:.1f} % of the programs show", 100 * chance.high);
  return fmt::format(": at {:.0f} % confidence, {} {}.", 100 * properties::kConfidence, share, one);
}

std::string estimate_text(const char* what, const Chance& chance) {
  const std::string range = chance.low > 0 ? fmt::format("{} to {}", chance_text(chance.low), chance_text(chance.high))
                                           : "at most " + chance_text(chance.high);
  return fmt::format("The next program shows {} that none has shown with a chance of {} ({:.0f} %: {}).", what,
                     chance_text(chance.estimate), 100 * properties::kConfidence, range);
}

std::string transition_risk(const Discovery& transitions) {
  const Chance chance = properties::chance_of_new(transitions);
  if (transitions.alone == 0)
    return fmt::format("Each of {} transitions of the model was shown by two programs or more",
                       grouped(transitions.shown)) +
           bound_text(chance, "a new one");
  return estimate_text("a transition of the model", chance);
}

}  // namespace

std::string chance_text(double chance) {
  if (chance >= 0.1) return fmt::format("{:.1f} %", 100 * chance);
  return "1 in " + grouped(programs_for_one(chance));
}

std::string signature_risk(const Discovery& signatures, std::uint64_t left_out, bool all_are_judged) {
  if (left_out > 0)
    return fmt::format(
        "The programs showed more than {} signatures of mismatches, which are too many to say how likely the next "
        "program shows a new one.",
        grouped(properties::SignatureCounts::kMost));
  const Chance chance = properties::chance_of_new(signatures);
  if (signatures.shown == 0)
    return fmt::format("No {}mismatch in {} program{}", all_are_judged ? "" : "judged ", grouped(signatures.programs),
                       signatures.programs == 1 ? "" : "s") +
           bound_text(chance, "one");
  if (signatures.alone == 0)
    return fmt::format("Each of {} signatures of mismatches was shown by two programs or more",
                       grouped(signatures.shown)) +
           bound_text(chance, "a new one");
  return estimate_text("a signature of a mismatch", chance);
}

std::string mismatch_risk_text(const RunFacts& run) {
  const properties::CampaignResult& result = run.result;
  if (result.counts.programs == 0) return "";
  return signature_risk(properties::discovery_of(result.signatures, result.counts.programs), result.signatures_left_out,
                        result.not_judged.total() == 0);
}

std::string risk_text(const RunFacts& run) {
  const properties::CampaignResult& result = run.result;
  if (result.counts.programs == 0) return "";
  std::string out = mismatch_risk_text(run);
  if (result.transition_discovery && result.transition_discovery->programs > 0)
    out += " " + transition_risk(*result.transition_discovery);
  return out;
}

}  // namespace modecheck::cli
