#include "properties/campaign/slice.h"

#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>

#include "properties/campaign/campaign.h"

namespace modecheck::properties {
namespace {

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
}

void add(Slice& slice, const Counts& counts) { visit_counts(Writer(slice), counts); }

void add(Slice& slice, const std::vector<SubjectCounts>& subjects) {
  for (std::size_t i = 0; i < subjects.size(); ++i) visit_subject(Writer(slice), i, subjects[i]);
}

void add_rule_hits(Slice& slice, const std::array<std::uint64_t, kRuleCount>& hits) {
  Writer writer(slice);
  writer("rule", hits);
}

void add_known(Slice& slice, const std::uint64_t* programs, std::size_t size) {
  Writer writer(slice);
  for (std::size_t i = 0; i < size; ++i) writer(fmt::format("known/{}", i), programs[i]);
}

void add(Slice& slice, const NotJudged& not_judged) {
  Writer writer(slice);
  for (const auto& [rule, mismatches] : not_judged.by_rule()) writer("not_judged/" + rule, mismatches);
}

std::string to_line(const Slice& slice) {
  return nlohmann::json{{"slice", {slice.first, slice.slices, slice.done}}, {"counts", slice.counts}}.dump() + "\n";
}

Slice slice_of(const nlohmann::json& line) {
  const nlohmann::json& range = line.at("slice");
  Slice out;
  out.first = range.at(0);
  out.slices = range.at(1);
  out.done = range.at(2);
  out.counts = line.at("counts");
  return out;
}

void add(CampaignResult& result, const Slice& slice) {
  Reader reader(slice);
  visit_counts(reader, result.counts);
  for (std::size_t i = 0; i < result.subjects.size(); ++i) visit_subject(reader, i, result.subjects[i]);
  reader("rule", result.rule_hits);
  for (std::size_t i = 0; i < result.known.size(); ++i) reader(fmt::format("known/{}", i), result.known[i].programs);
  const std::string prefix = "not_judged/";
  for (auto at = slice.counts.lower_bound(prefix); at != slice.counts.end() && at->first.starts_with(prefix); ++at)
    result.not_judged.add(at->first.substr(prefix.size()), at->second);
}

}  // namespace modecheck::properties
