#include <optional>
#include <string>
#include <string_view>

#include "fuzz/finding.h"
#include "fuzz/target.h"
#include "properties/campaign/results_file.h"

namespace modecheck::fuzz {

void judge_results(const std::uint8_t* data, std::size_t size) {
  using properties::Results;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::optional<Results> results;
  try {
    results = properties::results_in("input", text);
  } catch (const properties::ResultsError&) {
    return;
  }
  const std::string written = properties::to_text(*results);
  std::optional<Results> again;
  try {
    again = properties::results_in("what was written", written);
  } catch (const properties::ResultsError& error) {
    throw Finding("results that were written cannot be read", error.what());
  }
  if (properties::to_text(*again) != written) throw Finding("results change when they are written and read", written);
  results->join(*again);
  if (properties::to_text(*results) != written) throw Finding("results joined with themselves change", written);
}

}  // namespace modecheck::fuzz
