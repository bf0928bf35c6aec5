#include <string>
#include <string_view>

#include "fuzz/finding.h"
#include "fuzz/target.h"
#include "properties/campaign/results_file.h"

namespace modecheck::fuzz {

void judge_results(const std::uint8_t* data, std::size_t size) {
  using properties::Results;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    Results results = properties::results_in("input", text);
    const std::string written = properties::to_text(results);
    const Results again = properties::results_in("what was written", written);
    if (properties::to_text(again) != written) throw Finding("results change when they are written and read", written);
    results.join(again);
    if (properties::to_text(results) != written) throw Finding("results joined with themselves change", written);
  } catch (const properties::ResultsError&) {
  }
}

}  // namespace modecheck::fuzz
