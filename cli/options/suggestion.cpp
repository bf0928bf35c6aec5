#include "cli/options/suggestion.h"

#include <algorithm>
#include <numeric>

namespace modecheck::cli {
namespace {

// Returns how many letters must be inserted, removed or replaced to turn `a` into `b`.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

}  // namespace

std::string suggestion(std::string_view wrong, const std::vector<std::string>& names) {
  constexpr std::size_t longest = 80;  // every name is shorter than this, so no name is near a longer text
  if (wrong.size() > longest) return "";
  const std::string* best = nullptr;
  std::size_t least = std::max<std::size_t>(2, wrong.size() / 3) + 1;
  for (const std::string& name : names) {
    const std::size_t steps = distance(wrong, name);
    if (steps >= least) continue;
    least = steps;
    best = &name;
  }
  return best == nullptr ? "" : " (did you mean '" + *best + "'?)";
}

}  // namespace modecheck::cli
