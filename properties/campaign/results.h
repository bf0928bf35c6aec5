// Defines Results, what a campaign or a part of it has found. Results of the same campaign can be joined: the order
// does not matter, and to join the same results again changes nothing. So a campaign can be cut into shards, and a
// shard can end at any moment and go on later.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "properties/campaign/finding_message.h"
#include "properties/campaign/slice.h"

namespace modecheck::properties {

class Results {
 public:
  // `campaign` is a text that determines the programs and how they are judged: the build, the seed, the subjects and
  // the options. Only results with the same text can be joined. `slice_size` is a power of two.
  Results(std::string campaign, std::uint64_t slice_size);

  const std::string& campaign() const { return campaign_; }
  std::uint64_t slice_size() const { return slice_size_; }

  // Adds what was counted from the beginning of a slice on. Of two results for one slice the one with more programs
  // stays, then the one with the greater counts. Complete neighbours are joined.
  void add(Slice slice);
  // Adds a mismatch. Of two mismatches with one signature the one of the program with the lower number stays. Returns
  // false if the mismatch was not added.
  bool add(FindingMessage mismatch);
  // Adds a known mismatch whose own program no longer shows it in a subject: its id, and "torch:cpu 1.13.1".
  void add_gone(const std::string& id, const std::string& subject);
  // Adds the number of a program in which a subject mismatches, known or not. Only `exhaust` adds them.
  void add_mismatching(std::uint64_t program) { mismatching_.insert(program); }
  // Throws std::invalid_argument if the other results are of another campaign.
  void join(const Results& other);

  // Returns what is known of one slice. `done` is its size if the slice is complete.
  Slice slice(std::uint64_t number) const;
  // Returns the sum of all counts, or of those of one part (part.h).
  Slice total() const;
  Slice total(std::uint64_t part) const;
  const std::map<std::uint64_t, Slice>& slices() const { return slices_; }
  const std::map<Signature, FindingMessage>& mismatches() const { return mismatches_; }
  const std::set<std::pair<std::string, std::string>>& gone() const { return gone_; }
  const std::set<std::uint64_t>& mismatching() const { return mismatching_; }

 private:
  bool is_complete(const Slice& slice) const { return slice.done == slice.slices * slice_size_; }
  void join_neighbours(std::uint64_t first);

  std::string campaign_;
  std::uint64_t slice_size_;
  std::map<std::uint64_t, Slice> slices_;  // by their first slice; they do not overlap
  std::map<Signature, FindingMessage> mismatches_;
  std::set<std::pair<std::string, std::string>> gone_;
  std::set<std::uint64_t> mismatching_;
};

}  // namespace modecheck::properties
