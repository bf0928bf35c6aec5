// The section of the HTML page that lists what a run did not test. A reader must see these gaps as easily as the
// results.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "cli/output/markup.h"
#include "cli/output/numbers.h"
#include "cli/page/parts.h"
#include "cli/report/unmet_known.h"
#include "properties/generate/alphabet.h"
#include "spec/program/operation.h"

namespace modecheck::cli {
namespace {

constexpr std::size_t kLongestList = 400;  // the largest number of items that a list on the page shows

class Gaps {
 public:
  // Adds a row to the section's table. `number` says how much was not tested; `text` and `more` say what, as HTML.
  void add(const std::string& number, const std::string& text, const std::string& more = "") {
    rows_ += fmt::format("<tr><td{}>{}<td>{}{}\n", number == "0" ? " class=none" : "", number, text, more);
  }
  std::string html() const { return "<div class=wide><table class=gaps><tbody>\n" + rows_ + "</table></div>\n"; }

 private:
  std::string rows_;
};

std::string fold(const std::string& summary, const std::vector<std::string>& items) {
  if (items.empty()) return "";
  std::string out = fmt::format("<details><summary>{}</summary><ul>", escaped(summary));
  for (std::size_t i = 0; i < items.size() && i < kLongestList; ++i) out += "<li>" + escaped(items[i]);
  if (items.size() > kLongestList) out += fmt::format("<li>and {} more", grouped(items.size() - kLongestList));
  return out + "</ul></details>";
}

// Returns lines like "add_.Tensor: 12 of 340 (3.5 %)", with the largest count first.
template <class Part, class Whole>
std::vector<std::string> by_operation(const Part& part, const Whole& whole) {
  struct Line {
    std::uint64_t part;
    std::uint64_t whole;
    std::string_view name;
  };
  std::vector<Line> lines;
  for (std::size_t id = 0; id < spec::operations().size(); ++id)
    if (part(id) > 0) lines.push_back({part(id), whole(id), spec::operations()[id].name});
  std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) { return a.part > b.part; });
  std::vector<std::string> out;
  out.reserve(lines.size());
  for (const Line& line : lines)
    out.push_back(fmt::format("{}: {} of {} ({})", line.name, grouped(line.part), grouped(line.whole),
                              percent(line.part, line.whole)));
  return out;
}

void add_subjects(Gaps& gaps, const PageFacts& page) {
  const properties::CampaignOptions& options = page.run.options;
  std::string unasked;
  std::map<std::string, std::string> missing;  // for each reason, the names of the subjects that are not available
  const auto append = [](std::string& names, const std::string& name) {
    names += fmt::format("{}<b>{}</b>", names.empty() ? "" : ", ", escaped(name));
  };
  for (const SubjectState& subject : page.subjects) {
    const bool judged = std::any_of(options.subjects.begin(), options.subjects.end(),
                                    [&](const auto& one) { return one.name == subject.name; });
    if (!judged) append(subject.available ? unasked : missing[subject.why], subject.name);
  }
  for (const auto& [why, names] : missing)
    gaps.add("not there", fmt::format("{} <span class=dim>({})</span>", names, escaped(why)));
  if (!unasked.empty()) gaps.add("not asked", unasked + " <span class=dim>(there, and not judged in this run)</span>");
  for (std::size_t i = 0; i < options.subjects.size(); ++i) {
    const properties::Counts& counts = page.run.result.counts;
    const properties::SubjectCounts& subject = page.run.result.subjects[i];
    const std::string name = escaped(options.subjects[i].name);
    const std::uint64_t unjudged = counts.commands - std::min(counts.commands, subject.judged);
    gaps.add(
        percent(unjudged, counts.commands),
        fmt::format("of the commands were not compared on <b>{}</b> ({}): they come after a mismatch ({} programs), "
                    "after an operation it does not have ({} programs), after a rejected backward that is left "
                    "open, or hang on numbers that are uncertain",
                    name, grouped(unjudged), grouped(subject.mismatched), grouped(subject.unsupported)));
    if (subject.unsupported == 0) continue;
    gaps.add(grouped(subject.unsupported),
             fmt::format("programs ended early on <b>{}</b> for want of an operation", name),
             fold("which operations", by_operation([&](std::size_t id) { return subject.unsupported_of[id]; },
                                                   [&](std::size_t id) { return counts.run_of[id]; })));
  }
}

// Returns a line for each reason why commands were dropped: the number of commands, the reason's id and its sentence.
// The most frequent reason comes first.
std::vector<std::string> by_reason(const properties::Counts& counts) {
  std::vector<std::size_t> reasons;
  for (std::size_t i = 0; i < counts.dropped_for.size(); ++i)
    if (counts.dropped_for[i] > 0) reasons.push_back(i);
  std::stable_sort(reasons.begin(), reasons.end(),
                   [&](std::size_t a, std::size_t b) { return counts.dropped_for[a] > counts.dropped_for[b]; });
  std::vector<std::string> out;
  for (const std::size_t i : reasons)
    out.push_back(fmt::format("{} {}: {}", grouped(counts.dropped_for[i]), spec::unspecified_reasons()[i].id,
                              spec::unspecified_reasons()[i].statement));
  return out;
}

void add_commands(Gaps& gaps, const PageFacts& page) {
  const properties::Counts& counts = page.run.result.counts;
  gaps.add(percent(counts.dropped, counts.commands),
           fmt::format("of the commands were dropped ({}): the specification says nothing about them",
                       grouped(counts.dropped)),
           fold("for which reasons", by_reason(counts)) +
               fold("which operations",
                    by_operation([&](std::size_t id) { return counts.dropped_of[id]; },
                                 [&](std::size_t id) { return counts.run_of[id] + counts.dropped_of[id]; })));
  std::vector<std::string> never;
  std::vector<std::string> left_out;
  for (std::size_t id = 0; id < spec::operations().size(); ++id) {
    if (!page.operations.test(id))
      left_out.emplace_back(spec::operations()[id].name);
    else if (counts.run_of[id] == 0)
      never.emplace_back(spec::operations()[id].name);
  }
  gaps.add(grouped(never.size()), fmt::format("of {} operations never ran", spec::operations().size()),
           fold("which", never));
  if (!left_out.empty())
    gaps.add(
        grouped(left_out.size()),
        fmt::format("operation{} left out, by <code>--only</code> or <code>--without</code>, or as no subject is on a "
                    "device",
                    left_out.size() == 1 ? " was" : "s were"),
        fold("which", left_out));
}

void add_rules(Gaps& gaps, const PageFacts& page) {
  std::vector<std::string> untouched;
  std::vector<std::string> unjudged;
  for (std::size_t i = 0; i < spec::rules().size(); ++i) {
    const spec::RuleFacts& rule = spec::rules()[i];
    const std::string text = fmt::format("{}: {}", rule.id, rule.statement);
    if (page.run.result.rule_hits[i] == 0) untouched.push_back(text);
    if (!page.rules.contains(static_cast<spec::Rule>(i))) unjudged.push_back(text);
  }
  gaps.add(grouped(untouched.size()), fmt::format("of {} rules were touched by no program", spec::rules().size()),
           fold("which", untouched));
  if (!unjudged.empty())
    gaps.add(grouped(unjudged.size()), "rules were not judged: mismatches that break only them were not looked at",
             fold("which", unjudged));
  const properties::NotJudged& left = page.run.result.not_judged;
  if (left.total() == 0) return;
  std::vector<std::string> rules;
  for (const auto& [rule, count] : left.by_rule()) rules.push_back(fmt::format("{}: {}", rule, grouped(count)));
  gaps.add(grouped(left.total()),
           fmt::format("mismatches break only rules that <code>--profile {}</code>, <code>--only</code> or "
                       "<code>--without</code> left out",
                       name_of(page.run.profile)),
           fold("which", rules));
}

void add_places(Gaps& gaps, const PageFacts& page, const PageMaps& maps) {
  std::set<std::uint32_t> met;
  for (const properties::Transition& one : page.run.result.transitions) met.insert(one.code());
  std::vector<std::string> never;
  for (const properties::Transition& one : page.reachable.reachable)
    if (met.count(one.code()) == 0) never.push_back(to_text(one));
  const std::size_t all = page.reachable.reachable.size();
  gaps.add(grouped(never.size()),
           fmt::format(
               "of {} transitions that short programs can reach were never reached ({}). A transition is what a "
               "command met and what came of it: kind of tensor, operation, modes, outcome; the {} programs of "
               "up to {} commands over {} commands say which there are, and of longer programs and other "
               "operations nobody knows",
               grouped(all), percent(never.size(), all),
               [&] {
                 std::uint64_t programs = 0;
                 for (const auto& level : page.reachable.levels) programs += level.walked.programs;
                 return grouped(programs);
               }(),
               page.reachable.levels.size(), properties::alphabet().size()),
           fold("which", never));
  std::vector<std::string> missed = maps.rules.missed;
  gaps.add(grouped(missed.size()), "reachable fields of the map of rules, mode and kind of tensor stayed empty",
           fold("which", missed));
  gaps.add(grouped(maps.operations.missed.size()),
           "reachable fields of the map of operations, mode and kind of tensor stayed empty",
           fold("which", maps.operations.missed));
}

void add_troubles(Gaps& gaps, const PageFacts& page) {
  const properties::CampaignResult& result = page.run.result;
  if (page.run.controls.empty())
    gaps.add("no controls", "were run: whether this campaign would find a fault that is there was not tried");
  for (const properties::Control& control : page.run.controls)
    if (!control.not_run.empty())
      gaps.add("not looked for", fmt::format("control <b>{}</b>: {}", escaped(control.name), escaped(control.not_run)));
    else if (control.wanted && !control.program)
      gaps.add("not found", fmt::format("control <b>{}</b>: {} programs were tried, {} are allowed",
                                        escaped(control.name), grouped(control.tried), grouped(control.limit)));
  if (result.findings_not_shrunk > 0)
    gaps.add(grouped(result.findings_not_shrunk),
             fmt::format("findings were not shrunk: --shrink {} was the limit", page.run.options.max_findings));
  if (result.crashes > 0)
    gaps.add(grouped(result.crashes),
             fmt::format("processes were lost to crashes and time limits, and replaced; {} of them to what earlier "
                         "programs left behind",
                         grouped(result.lost)));
  std::size_t unmet = 0;
  for (const properties::KnownCount& known : result.known) unmet += known.relevant && known.shown.programs == 0 ? 1 : 0;
  if (unmet > 0)
    gaps.add(grouped(unmet),
             "patterns of known mismatches were not met by the search (their own programs were replayed). " +
                 escaped(unmet_text(page.run)));
}

}  // namespace

std::string gaps_section(const PageFacts& page, const PageMaps& maps) {
  Gaps gaps;
  add_troubles(gaps, page);
  add_subjects(gaps, page);
  add_commands(gaps, page);
  add_rules(gaps, page);
  add_places(gaps, page, maps);
  return "<h2 id=gaps>What was not looked at</h2>\n" + gaps.html();
}

}  // namespace modecheck::cli
