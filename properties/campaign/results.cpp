#include "properties/campaign/results.h"

#include <bit>
#include <stdexcept>
#include <tuple>

#include "properties/campaign/part.h"

namespace modecheck::properties {
namespace {

// The numbers of a campaign's programs, with their parts (part.h), are below this one, so that no sum overflows.
constexpr std::uint64_t kMostPrograms = first_of_part(kMostParts);

// Whether `one` replaces `other`, a result for the same range. Equal programs have equal counts unless a subject
// answers differently each time. Then the greater counts stay, so that the order of joining does not matter.
bool is_preferred(const Slice& one, const Slice& other) {
  return std::tie(one.done, one.counts, one.firsts) > std::tie(other.done, other.counts, other.firsts);
}

bool is_preferred(const FindingMessage& one, const FindingMessage& other) {
  return std::tie(one.index, one.severity, one.field, one.program) <
         std::tie(other.index, other.severity, other.field, other.program);
}

}  // namespace

Results::Results(std::string campaign, std::uint64_t slice_size)
    : campaign_(std::move(campaign)), slice_size_(slice_size) {
  if (!std::has_single_bit(slice_size)) throw std::invalid_argument("the size of a slice must be a power of two");
}

void Results::add(Slice slice) {
  const std::uint64_t most = kMostPrograms / slice_size_;
  const bool aligned = std::has_single_bit(slice.slices) && slice.first % slice.slices == 0;
  if (!aligned || slice.slices > most || slice.first > most - slice.slices || slice.done > slice.slices * slice_size_ ||
      (slice.slices > 1 && !is_complete(slice)))
    throw std::invalid_argument("a slice has a range that no campaign has");
  // Ranges of slices are nested or do not overlap. Only a range before this one can hold it.
  auto at = slices_.upper_bound(slice.first);
  if (at != slices_.begin()) {
    const Slice& before = std::prev(at)->second;
    const bool holds = before.first + before.slices >= slice.first + slice.slices;
    if (holds && (before.slices > slice.slices || !is_preferred(slice, before))) return;
  }
  const std::uint64_t first = slice.first;
  at = slices_.lower_bound(first);
  while (at != slices_.end() && at->first < first + slice.slices) at = slices_.erase(at);
  slices_.emplace(first, std::move(slice));
  join_neighbours(first);
}

void Results::join_neighbours(std::uint64_t first) {
  for (auto at = slices_.find(first); is_complete(at->second);) {
    const std::uint64_t size = at->second.slices;
    const auto other = slices_.find(at->first % (2 * size) == 0 ? at->first + size : at->first - size);
    if (other == slices_.end() || other->second.slices != size || !is_complete(other->second)) return;
    const auto low = at->first < other->first ? at : other;
    const auto high = low == at ? other : at;
    low->second.slices *= 2;
    low->second.done += high->second.done;
    low->second.add_counts(high->second);
    slices_.erase(high);
    at = low;
  }
}

bool Results::add(FindingMessage mismatch) {
  const auto [at, is_new] = mismatches_.try_emplace(mismatch.signature, mismatch);
  if (is_new) return true;
  if (!is_preferred(mismatch, at->second)) return false;
  at->second = std::move(mismatch);
  return true;
}

void Results::add_gone(const std::string& id, const std::string& subject) { gone_.emplace(id, subject); }

void Results::join(const Results& other) {
  if (other.campaign_ != campaign_ || other.slice_size_ != slice_size_)
    throw std::invalid_argument("the results are of two different campaigns");
  for (const auto& [first, slice] : other.slices_) add(slice);
  for (const auto& [signature, mismatch] : other.mismatches_) add(mismatch);
  gone_.insert(other.gone_.begin(), other.gone_.end());
  mismatching_.insert(other.mismatching_.begin(), other.mismatching_.end());
}

Slice Results::slice(std::uint64_t number) const {
  Slice out;
  out.first = number;
  auto at = slices_.upper_bound(number);
  if (at == slices_.begin()) return out;
  const Slice& before = std::prev(at)->second;
  if (before.first + before.slices <= number) return out;
  if (before.slices == 1) return before;
  out.done = slice_size_;  // the counts of one slice are no longer known apart, and nobody needs them
  return out;
}

Slice Results::total() const {
  Slice out;
  for (const auto& [first, slice] : slices_) out.add_counts(slice);
  return out;
}

Slice Results::total(std::uint64_t part) const {
  Slice out;
  const auto end = slices_.lower_bound(first_of_part(part + 1) / slice_size_);
  for (auto at = slices_.lower_bound(first_of_part(part) / slice_size_); at != end; ++at) out.add_counts(at->second);
  return out;
}

}  // namespace modecheck::properties
