#include "spec/program/nearest_operation.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <utility>

#include "spec/program/operation.h"

namespace modecheck::spec {
namespace {

// No name that is compared with the operations' names is longer.
constexpr std::size_t kLongestName = 80;

// Returns the number of single-character edits that turn one name into the other, or `most` if that is not fewer.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t most) {
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() >= most) return most;
  std::array<std::size_t, kLongestName + 1> row;
  std::iota(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(a.size()) + 1, std::size_t{0});
  for (std::size_t j = 0; j < b.size(); ++j) {
    std::size_t diagonal = row[0];
    std::size_t fewest = row[0] = j + 1;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[i + 1];
      row[i + 1] = std::min({replaced, row[i] + 1, row[i + 1] + 1});
      fewest = std::min(fewest, row[i + 1]);
    }
    if (fewest >= most) return most;
  }
  return std::min(row[a.size()], most);
}

}  // namespace

std::string_view nearest_operation(std::string_view name) {
  if (name.size() > kLongestName) return {};
  std::string_view best;
  std::size_t best_distance = 2 + name.size() / 3;
  const std::string_view family = name.substr(0, name.find('.'));
  for (const Operation& row : operations()) {
    const auto distance_to = [&](std::string_view other) { return edit_distance(name, other, best_distance); };
    const std::size_t distance =
        row.schema.name == family ? 0 : std::min(distance_to(row.name), distance_to(row.schema.name));
    if (distance < best_distance) {
      best = row.name;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace modecheck::spec
