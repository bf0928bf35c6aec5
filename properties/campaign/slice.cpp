#include "properties/campaign/slice.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>

#include "properties/campaign/campaign.h"
#include "properties/process/whole_number.h"

namespace modecheck::properties {
namespace {

constexpr std::string_view kSignature = "signature/";

// Adds a count under its name to a slice.
class Writer {
 public:
  explicit Writer(Slice& slice) : counts_(slice.counts) {}

  void operator()(const std::string& name, std::uint64_t count) {
    if (count != 0) counts_[name] += count;
  }
  template <typename Array>
  void operator()(const std::string& name, const Array& array) {
    for (std::size_t i = 0; i < array.size(); ++i)
      if (array[i] != 0) counts_[fmt::format("{}/{}", name, i)] += array[i];
  }

 private:
  std::map<std::string, std::uint64_t>& counts_;
};

// Adds to a slice how many programs showed something, and the first of them.
void add_showings(Slice& slice, const std::string& name, const Showings& shown) {
  if (shown.programs == 0) return;
  slice.counts[name] += shown.programs;
  const auto [first, is_new] = slice.firsts.try_emplace(name, shown.first);
  if (!is_new) first->second = std::min(first->second, shown.first);
}

// Returns what add_showings added under the name.
Showings showings_of(const Slice& slice, const std::string& name) {
  const auto programs = slice.counts.find(name);
  const auto first = slice.firsts.find(name);
  if (programs == slice.counts.end()) return {};
  if (first == slice.firsts.end())
    throw std::runtime_error(fmt::format("the slice does not say which program was the first of {}", name));
  return {programs->second, first->second};
}

// Takes a count from a slice by its name.
class Reader {
 public:
  explicit Reader(const Slice& slice) : counts_(slice.counts) {}

  void operator()(const std::string& name, std::uint64_t& count) {
    const auto found = counts_.find(name);
    if (found != counts_.end()) count += found->second;
  }
  template <typename Array>
  void operator()(const std::string& name, Array& array) {
    const std::string prefix = name + "/";
    for (auto at = counts_.lower_bound(prefix); at != counts_.end() && at->first.starts_with(prefix); ++at) {
      std::size_t i = array.size();
      const std::string_view number = std::string_view(at->first).substr(prefix.size());
      std::from_chars(number.data(), number.data() + number.size(), i);
      if (i >= array.size())
        throw std::runtime_error(fmt::format("the count {} is of no number that this build has", at->first));
      array[i] += static_cast<typename Array::value_type>(at->second);
    }
  }

 private:
  const std::map<std::string, std::uint64_t>& counts_;
};

// Calls `each` with the name and the value of every count.
template <typename Each, typename C>
void visit_counts(Each&& each, C& counts) {
  each("programs", counts.programs);
  each("commands", counts.commands);
  each("dropped", counts.dropped);
  each("ok", counts.ok);
  each("errors", counts.errors);
  each("inside", counts.inside);
  each("programs_inside", counts.programs_inside);
  each("programs_with_backward", counts.programs_with_backward);
  each("repeated", counts.repeated);
  each("run_of", counts.run_of);
  each("dropped_of", counts.dropped_of);
  each("dropped_for", counts.dropped_for);
  each("programs_of", counts.programs_of);
}

template <typename Each, typename S>
void visit_subject(Each&& each, std::size_t number, S& subject) {
  const std::string prefix = fmt::format("subject/{}/", number);
  each(prefix + "judged", subject.judged);
  each(prefix + "order", subject.order);
  each(prefix + "unsupported", subject.unsupported);
  each(prefix + "mismatched", subject.mismatched);
  each(prefix + "cut_short", subject.cut_short);
  each(prefix + "unsupported_of", subject.unsupported_of);
}

}  // namespace

void Slice::add_counts(const Slice& other) {
  for (const auto& [name, count] : other.counts) counts[name] += count;
  for (const auto& [name, number] : other.firsts) {
    const auto [at, is_new] = firsts.try_emplace(name, number);
    if (!is_new) at->second = std::min(at->second, number);
  }
}

void add(Slice& slice, const Counts& counts) { visit_counts(Writer(slice), counts); }

void add(Slice& slice, const std::vector<SubjectCounts>& subjects) {
  for (std::size_t i = 0; i < subjects.size(); ++i) visit_subject(Writer(slice), i, subjects[i]);
}

void add_rule_hits(Slice& slice, const std::array<std::uint64_t, kRuleCount>& hits) {
  Writer writer(slice);
  writer("rule", hits);
}

void add_known(Slice& slice, const Showings* shown, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) add_showings(slice, fmt::format("known/{}", i), shown[i]);
}

void add(Slice& slice, const SignatureCounts& signatures) {
  signatures.visit([&](std::uint64_t id, const Showings& shown) {
    add_showings(slice, fmt::format("{}{:016x}", kSignature, id), shown);
  });
  Writer writer(slice);
  writer("signatures_left_out", signatures.left_out());
}

void add(Slice& slice, const NotJudged& not_judged) {
  Writer writer(slice);
  for (const auto& [rule, mismatches] : not_judged.by_rule()) writer("not_judged/" + rule, mismatches);
}

std::string to_line(const Slice& slice) {
  return nlohmann::json{
             {"slice", {slice.first, slice.slices, slice.done}}, {"counts", slice.counts}, {"firsts", slice.firsts}}
             .dump() +
         "\n";
}

Slice slice_of(const nlohmann::json& line) {
  const nlohmann::json& range = line.at("slice");
  Slice out;
  out.first = whole_number(range.at(0));
  out.slices = whole_number(range.at(1));
  out.done = whole_number(range.at(2));
  for (const auto& [name, count] : line.at("counts").items()) out.counts.emplace(name, whole_number(count));
  for (const auto& [name, first] : line.at("firsts").items()) out.firsts.emplace(name, whole_number(first));
  return out;
}

std::map<std::uint64_t, Showings> signatures_of(const Slice& slice) {
  std::map<std::uint64_t, Showings> out;
  for (auto at = slice.counts.lower_bound(std::string(kSignature));
       at != slice.counts.end() && at->first.starts_with(kSignature); ++at) {
    std::uint64_t id = 0;
    const char* const end = at->first.data() + at->first.size();
    const auto read = std::from_chars(at->first.data() + kSignature.size(), end, id, 16);
    if (read.ec != std::errc{} || read.ptr != end)
      throw std::runtime_error(fmt::format("the count {} is of no signature", at->first));
    out[id] = showings_of(slice, at->first);
  }
  return out;
}

void add(CampaignResult& result, const Slice& slice) {
  Reader reader(slice);
  visit_counts(reader, result.counts);
  for (std::size_t i = 0; i < result.subjects.size(); ++i) visit_subject(reader, i, result.subjects[i]);
  reader("rule", result.rule_hits);
  for (std::size_t i = 0; i < result.known.size(); ++i)
    result.known[i].shown.add(showings_of(slice, fmt::format("known/{}", i)));
  for (const auto& [id, shown] : signatures_of(slice)) result.signatures[id].add(shown);
  reader("signatures_left_out", result.signatures_left_out);
  const std::string prefix = "not_judged/";
  for (auto at = slice.counts.lower_bound(prefix); at != slice.counts.end() && at->first.starts_with(prefix); ++at)
    result.not_judged.add(at->first.substr(prefix.size()), at->second);
}

}  // namespace modecheck::properties
