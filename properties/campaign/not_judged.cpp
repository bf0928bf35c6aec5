#include "properties/campaign/not_judged.h"

#include <algorithm>
#include <numeric>

#include "spec/model/rules.h"

namespace modecheck::properties {
namespace {

std::string_view name_at(std::size_t index) {
  return index < kRuleCount ? spec::rules()[index].id : name_of(static_cast<Field>(index - kRuleCount));
}

}  // namespace

void NotJudged::add(std::string_view rule, std::uint64_t mismatches) {
  for (std::size_t i = 0; i < counts_.size(); ++i)
    if (name_at(i) == rule) {
      counts_[i] += mismatches;
      return;
    }
}

void NotJudged::add(const NotJudged& other) {
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
}

std::uint64_t NotJudged::total() const { return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0}); }

std::vector<std::pair<std::string, std::uint64_t>> NotJudged::by_rule() const {
  std::vector<std::pair<std::string, std::uint64_t>> out;
  for (std::size_t i = 0; i < counts_.size(); ++i)
    if (counts_[i] > 0) out.emplace_back(name_at(i), counts_[i]);
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  return out;
}

}  // namespace modecheck::properties
