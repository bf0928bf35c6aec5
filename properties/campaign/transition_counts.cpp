#include "properties/campaign/transition_counts.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "properties/campaign/run_transitions.h"

namespace modecheck::properties {

void TransitionCounts::add_run(const spec::Program& program, const Expected& expected) {
  if (firsts_count_ + program.records.size() > kMost || programs_ == std::numeric_limits<std::uint32_t>::max()) return;
  std::array<std::uint32_t, spec::kMaxCommands> codes;
  std::size_t different = 0;
  visit_transitions(program, expected, [&](std::size_t, const Transition& transition) {
    const std::uint32_t code = transition.code();
    const auto end = codes.begin() + static_cast<std::ptrdiff_t>(different);
    if (std::find(codes.begin(), end, code) != end) return;
    codes[different++] = code;
    add(code);
  });
  ++programs_;
}

void TransitionCounts::add(std::uint32_t code) {
  Word& word = words_[code / 64];
  const std::uint64_t bit = std::uint64_t{1} << code % 64;
  if ((word.low & word.high & bit) != 0) return;
  if (((word.low | word.high) & bit) == 0) firsts_[firsts_count_++] = {code, programs_};
  word.high ^= word.low & bit;
  word.low ^= bit;
}

Discovery TransitionCounts::joined(const std::vector<const TransitionCounts*>& all) {
  struct Shown {
    std::uint32_t code;
    unsigned programs;
    std::pair<std::size_t, std::uint32_t> first;  // the number of the object, and of the program in it
  };
  Discovery out;
  std::vector<Shown> shown;
  for (std::size_t i = 0; i < all.size(); ++i) {
    out.programs += all[i]->programs_;
    for (std::uint32_t k = 0; k < all[i]->firsts_count_; ++k) {
      const First& first = all[i]->firsts_[k];
      shown.push_back({first.code, all[i]->count_of(first.code), {i, first.program}});
    }
  }
  std::sort(shown.begin(), shown.end(), [](const Shown& a, const Shown& b) { return a.code < b.code; });
  std::set<std::pair<std::size_t, std::uint32_t>> alone;
  for (std::size_t at = 0; at < shown.size();) {
    const Shown& one = shown[at];
    unsigned programs = 0;
    for (; at < shown.size() && shown[at].code == one.code; ++at) programs += shown[at].programs;
    ++out.shown;
    out.once += programs == 1 ? 1 : 0;
    out.twice += programs == 2 ? 1 : 0;
    if (programs == 1) alone.insert(one.first);
  }
  out.alone = alone.size();
  return out;
}

}  // namespace modecheck::properties
