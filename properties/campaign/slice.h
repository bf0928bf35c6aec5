// Defines Slice, what a campaign counted in a range of its programs.
//
// The programs of a seed are cut into slices of the same size, a power of two: slice s has the programs from s * size
// on. A shard k of n takes every n-th slice, so the shards of a campaign search different programs.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "properties/campaign/not_judged.h"
#include "properties/campaign/showings.h"
#include "properties/campaign/signature_counts.h"
#include "properties/lockstep/counts.h"
#include "properties/lockstep/lockstep.h"

namespace modecheck::properties {

struct CampaignResult;

struct Slice {
  std::uint64_t first = 0;   // the number of the slice, or of the first one if several were joined
  std::uint64_t slices = 1;  // a power of two that divides `first`
  std::uint64_t done = 0;    // how many programs of the range were searched, from its beginning
  // Every count that is not zero, by name: "programs", "errors/3", "run_of/17", "subject/0/judged". The numbers are
  // those of the arrays in Counts and SubjectCounts, of spec::rules(), and of the campaign's known mismatches.
  std::map<std::string, std::uint64_t> counts;
  // For counts of programs that showed something, such as "known/3", the number of the first of them.
  std::map<std::string, std::uint64_t> firsts;

  void add_counts(const Slice& other);
};

// These functions add what processes counted to a slice. Counts of processes that died are left out, because they
// depend on the machine: a campaign that is run again would count others.
void add(Slice& slice, const Counts& counts);
void add(Slice& slice, const std::vector<SubjectCounts>& subjects);
void add_rule_hits(Slice& slice, const std::array<std::uint64_t, kRuleCount>& hits);
void add_known(Slice& slice, const Showings* shown, std::size_t size);
void add(Slice& slice, const SignatureCounts& signatures);
void add(Slice& slice, const NotJudged& not_judged);

// A slice as a line of JSON. slice_of throws nlohmann::json::exception or std::invalid_argument for a line of another
// form.
std::string to_line(const Slice& slice);
Slice slice_of(const nlohmann::json& line);

// Returns the programs that showed each signature, by SignatureCounts::id_of.
std::map<std::uint64_t, Showings> signatures_of(const Slice& slice);

// Adds a slice's counts to a campaign's result, whose subjects and known mismatches are set.
void add(CampaignResult& result, const Slice& slice);

}  // namespace modecheck::properties
