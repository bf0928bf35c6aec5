#include "cli/page/run_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/output/markup.h"
#include "cli/output/numbers.h"
#include "cli/page/parts.h"
#include "cli/page/style.h"
#include "cli/report/finding_groups.h"
#include "cli/report/risk_text.h"
#include "properties/generate/alphabet.h"
#include "properties/report/build_text.h"
#include "spec/program/operation.h"

namespace modecheck::cli {
namespace {

using properties::CampaignResult;
using properties::Counts;

std::string plural(std::uint64_t number, const char* what) {
  return fmt::format("{} {}{}", grouped(number), what, number == 1 ? "" : "s");
}

// Replaces the backticks of Markdown by <code> elements.
std::string with_code(const std::string& text) {
  std::string out;
  bool open = false;
  for (const char c : escaped(text)) {
    if (c != '`') {
      out += c;
      continue;
    }
    out += open ? "</code>" : "<code>";
    open = !open;
  }
  return out + (open ? "</code>" : "");
}

struct VerdictText {
  bool good = true;
  std::string title;
  std::string more;  // further text about the verdict, as HTML
};

VerdictText verdict_of(const PageFacts& page) {
  const CampaignResult& result = page.run.result;
  std::uint64_t judged = 0;
  for (const properties::SubjectCounts& subject : result.subjects) judged += subject.judged;
  const auto gone =
      std::count_if(result.known.begin(), result.known.end(), [](const auto& one) { return !one.mismatches; });
  const auto failed = std::count_if(page.run.controls.begin(), page.run.controls.end(),
                                    [](const auto& control) { return control.failed(); });
  const std::vector<FindingGroup> groups = groups_of(result.findings);
  VerdictText out;
  out.good = page.run.clean() && judged > 0;
  if (!result.findings.empty())
    out.title = plural(result.findings.size(), "new finding") +
                (groups.size() == result.findings.size() ? "" : " of " + plural(groups.size(), "kind"));
  else if (gone > 0)
    out.title = plural(static_cast<std::uint64_t>(gone), "known mismatch") +
                (gone == 1 ? " no longer occurs" : " no longer occur");
  else if (failed > 0)
    out.title = "A control failed";
  else if (judged == 0)
    out.title = "Nothing was judged";
  else
    out.title = "No new findings";

  if (!groups.empty())
    out.more =
        fmt::format("<p>{}{}</p>", groups.size() > 1 ? "The most severe: " : "", escaped(groups[0].first().sentence));
  std::string names;
  for (const properties::SubjectHandle& subject : page.run.options.subjects)
    names += fmt::format("{}{} {}", names.empty() ? "" : " and ", subject.name, subject.plugin.version());
  out.more +=
      fmt::format("<p>{} against the specification: {}, {} in {:.1f} seconds.</p>", escaped(names),
                  plural(result.counts.programs, "program"), plural(result.counts.commands, "command"), result.seconds);
  out.more += fmt::format("<p>{}</p>", escaped(risk_text(page.run)));
  std::uint64_t met = 0;
  for (const properties::KnownCount& known : result.known) met += known.relevant && known.shown.programs > 0 ? 1 : 0;
  if (met > 0)
    out.more += fmt::format("<p>{} met and put aside as known: see <a href=\"#known\">below</a>.</p>",
                            plural(met, "known mismatch") + (met == 1 ? " was" : " were"));
  if (!result.findings.empty() && gone > 0)
    out.more += fmt::format("<p>{}.</p>", plural(static_cast<std::uint64_t>(gone), "known mismatch") +
                                              (gone == 1 ? " no longer occurs" : " no longer occur"));
  if (!result.findings.empty() && failed > 0)
    out.more += "<p>And a control failed: see <a href=\"#gaps\">below</a>.</p>";
  return out;
}

std::string tile(const std::string& number, const std::string& text) {
  return fmt::format("<div><b>{}</b><span>{}</span></div>\n", number, text);
}

std::string rate_of(std::uint64_t number, double seconds) {
  return seconds > 0 ? grouped(static_cast<std::uint64_t>(static_cast<double>(number) / seconds)) : "?";
}

std::string tiles(const PageFacts& page) {
  const CampaignResult& result = page.run.result;
  const Counts& counts = result.counts;
  std::size_t touched = 0;
  for (std::size_t i = 0; i < spec::rules().size(); ++i) touched += result.rule_hits[i] > 0 ? 1 : 0;
  const auto operations = static_cast<std::uint64_t>(
      std::count_if(counts.run_of.begin(), counts.run_of.end(), [](std::uint32_t n) { return n > 0; }));
  std::string out = "<div class=tiles>\n";
  out += tile(rate_of(counts.commands, result.seconds), "commands a second, every one judged in full");
  out += tile(percent(counts.programs_inside, counts.programs), "of the programs run commands in InferenceMode");
  out += tile(percent(counts.programs_with_backward, counts.programs), "have a backward that returned");
  out += tile(percent(counts.rejected(), counts.commands), "of the commands are rejected, as they must be");
  out += tile(fmt::format("{} of {}", touched, spec::rules().size()), "rules were touched");
  out += tile(fmt::format("{} of {}", operations, spec::operations().size()), "operations ran");
  return out + "</div>\n";
}

std::string control_cell(const properties::Control& control) {
  const auto tag = [](const char* kind, const char* what, const std::string& rest) {
    return fmt::format("<span class=\"tag{}\">{}</span> {}", kind, what, rest);
  };
  if (!control.not_run.empty()) return tag(control.missing ? "" : " warn", "not looked for", escaped(control.not_run));
  if (!control.wanted)
    return control.program
               ? tag("", "mismatches",
                     fmt::format("in program {}:<pre>{}</pre>", grouped(*control.program), escaped(control.text)))
               : tag(" good", "no mismatch", fmt::format("in {} programs", grouped(control.tried)));
  if (control.program)
    return tag(" good", "found",
               fmt::format("by program {} of {} allowed", grouped(*control.program), grouped(control.limit)));
  return control.failed()
             ? tag("", "not found", fmt::format("within {} programs", grouped(control.limit)))
             : tag(" warn", "not found", fmt::format("in the time for {} programs", grouped(control.tried)));
}

std::string subjects_table(const PageFacts& page) {
  const CampaignResult& result = page.run.result;
  std::string out =
      "<h2 id=subjects>Who was judged</h2>\n<div class=wide><table><thead><tr><th>subject<th>version<th class=num>"
      "commands judged<th class=num>programs with a mismatch<th class=num>rejected for another reason that holds<th "
      "class=num>"
      "cut short</thead><tbody>\n";
  for (std::size_t i = 0; i < page.run.options.subjects.size(); ++i) {
    const properties::SubjectHandle& subject = page.run.options.subjects[i];
    const properties::SubjectCounts& counts = result.subjects[i];
    out += fmt::format("<tr><th scope=row>{}<td>{}<td class=num>{}<td class=num>{}<td class=num>{}<td class=num>{}\n",
                       escaped(subject.name), escaped(subject.plugin.version()), grouped(counts.judged),
                       grouped(counts.mismatched), grouped(counts.order), grouped(counts.unsupported));
  }
  out += "</table></div>\n";
  if (page.run.controls.empty()) return out;
  out +=
      "<h3>Controls: faults that are there and must be found, and memory that runs out</h3>\n<div "
      "class=wide><table><tbody>\n";
  for (const properties::Control& control : page.run.controls)
    out += fmt::format("<tr><th scope=row>{}<td>{}\n", escaped(control.name), control_cell(control));
  return out + "</table></div>\n";
}

std::string known_section(const PageFacts& page) {
  struct Line {
    const properties::KnownMismatch* most_severe;
    std::size_t met = 0;
    std::size_t patterns = 0;
    std::uint64_t programs = 0;
    bool gone = false;
  };
  std::vector<Line> lines;
  for (const properties::KnownCount& count : page.run.result.known) {
    if (!count.relevant) continue;
    const auto& entry = *std::find_if(page.run.options.known.begin(), page.run.options.known.end(),
                                      [&](const auto& one) { return one.id == count.id; });
    auto line = std::find_if(lines.begin(), lines.end(),
                             [&](const Line& one) { return one.most_severe->cause.id == entry.cause.id; });
    if (line == lines.end()) line = lines.insert(line, {&entry});
    ++line->patterns;
    line->met += count.shown.programs > 0 ? 1 : 0;
    line->programs += count.shown.programs;
    line->gone |= !count.mismatches;
  }
  if (lines.empty()) return "";
  const auto table = [](const std::vector<const Line*>& shown) {
    std::string out =
        "<div class=wide><table><thead><tr><th>cause<th>rule<th>subject<th>severity<th class=num>patterns met"
        "<th class=num>programs</thead><tbody>\n";
    for (const Line* line : shown) {
      const properties::Cause& cause = line->most_severe->cause;
      out += fmt::format(
          "<tr><td>{}<br><span class=dim>{}</span>{}<td>{}<td>{}<td class=keep>{}<td class=num>{} of {}<td "
          "class=num>{}\n",
          escaped(cause.id), with_code(cause.title), line->gone ? " <span class=tag>no longer occurs</span>" : "",
          escaped(cause.rule), escaped(line->most_severe->subject()), name_of(line->most_severe->severity), line->met,
          line->patterns, grouped(line->programs));
    }
    return out + "</table></div>\n";
  };
  std::vector<const Line*> met;
  std::vector<const Line*> unmet;
  for (const Line& line : lines) (line.programs > 0 || line.gone ? met : unmet).push_back(&line);
  std::string out = fmt::format(
      "<h2 id=known>Known mismatches</h2>\n<p class=dim>By cause, the most severe first. "
      "Half of the programs go on without the command that mismatches, so that what is common does not hide what is "
      "rare.</p>\n");
  if (!met.empty()) out += table(met);
  if (!unmet.empty())
    out += fmt::format(
        "<details><summary>{} that the search did not meet: their own programs were replayed and still "
        "show it</summary>\n{}</details>\n",
        plural(unmet.size(), "cause"), table(unmet));
  return out;
}

// Draws a bar for each number of commands, as tall as the share of programs that have this number of commands.
std::string lengths(const Counts& counts) {
  constexpr int kBar = 9;
  constexpr int kHeight = 110;
  std::size_t last = 0;
  std::uint32_t most = 1;
  for (std::size_t i = 0; i < counts.programs_of.size(); ++i)
    if (counts.programs_of[i] > 0) {
      last = i;
      most = std::max(most, counts.programs_of[i]);
    }
  std::string out = fmt::format(
      "<svg role=img aria-label=\"programs by their number of commands\" width={0} height={1} "
      "viewBox=\"0 0 {0} {1}\">",
      (static_cast<int>(last) + 1) * kBar + 20, kHeight + 18);
  for (std::size_t i = 0; i <= last; ++i) {
    const int height = static_cast<int>(std::lround(static_cast<double>(counts.programs_of[i]) / most * kHeight));
    const int x = static_cast<int>(i) * kBar;
    out += fmt::format("<rect x={} y={} width={} height={}><title>{} of {}</title></rect>", x, kHeight - height,
                       kBar - 2, height, plural(counts.programs_of[i], "program"), plural(i, "command"));
    if (i % 5 == 0) out += fmt::format("<text x={} y={}>{}</text>", x, kHeight + 13, i);
  }
  return out + "</svg>\n";
}

struct Bar {
  std::string name;
  std::uint64_t count;
};

std::string bars(std::vector<Bar> all, std::uint64_t whole) {
  std::stable_sort(all.begin(), all.end(), [](const Bar& a, const Bar& b) { return a.count > b.count; });
  const std::uint64_t most = all.empty() ? 1 : std::max<std::uint64_t>(all.front().count, 1);
  std::string out = "<table class=bars><tbody>\n";
  for (const Bar& bar : all)
    if (bar.count > 0)
      out +=
          fmt::format("<tr><td>{}<td class=bar><i style=\"width:{:.1f}%\"></i><td class=num>{}<td class=num>{}\n",
                      escaped(bar.name), 100 * share(bar.count, most), grouped(bar.count), percent(bar.count, whole));
  return out + "</table>\n";
}

std::string distribution(const PageFacts& page) {
  const Counts& counts = page.run.result.counts;
  std::vector<Bar> groups;
  for (int g = 0; g < spec::kGroups; ++g) {
    std::string name(properties::name_of(static_cast<spec::Group>(g)));
    std::replace(name.begin(), name.end(), '_', ' ');
    groups.push_back({std::move(name), 0});
  }
  for (std::size_t id = 0; id < spec::operations().size(); ++id)
    groups[static_cast<std::size_t>(spec::operations()[id].group)].count += counts.run_of[id] + counts.dropped_of[id];
  std::vector<Bar> reasons;
  for (std::size_t i = 0; i < counts.errors.size(); ++i)
    reasons.push_back({std::string(name_of(static_cast<spec::ErrorClass>(i))), counts.errors[i]});
  std::string out = "<h2 id=programs>What the programs were like</h2>\n";
  out += fmt::format(
      "<p>{} commands ran, {} were rejected as they must be, {} were dropped; {} ran inside "
      "InferenceMode.</p>\n",
      grouped(counts.ok + counts.rejected()), grouped(counts.rejected()), grouped(counts.dropped),
      grouped(counts.inside));
  out += "<div class=two><div><h3>Commands of a program</h3>\n" + lengths(counts);
  out += "<h3>Commands by group</h3>\n" + bars(std::move(groups), counts.commands) + "</div>\n";
  out += "<div><h3>Why commands were rejected</h3>\n" + bars(std::move(reasons), counts.rejected()) + "</div></div>\n";
  return out;
}

std::string maps_section(const PageFacts& page, const PageMaps& maps) {
  std::string out = "<h2 id=maps>Where it has been</h2>\n";
  out += fmt::format(
      "<p>How many commands ran where. What is reachable was found by going through all programs of up to {} commands "
      "over {} commands, on the model alone: an empty field was not found reachable that way, which is no proof that "
      "it is not.</p>\n",
      page.reachable.levels.size(), properties::alphabet().size());
  out += heat_map_legend();
  out += "<h3>Operations, by mode and kind of tensor</h3>\n" + maps.operations.html;
  out +=
      "<h3>Rules, by mode and kind of tensor</h3>\n<p class=dim>The commands in which a rule decided "
      "something.</p>\n" +
      maps.rules.html;
  out += "<h3>Rules, by group of operations</h3>\n" + maps.rules_and_groups.html;
  return out;
}

}  // namespace

std::string to_html(const PageFacts& page) {
  const HeatMapFacts facts{*page.run.result.coverage_matrix, *page.reachable.coverage_matrix, page.operations};
  const PageMaps maps{rules_by_context(facts), operations_by_context(facts), rules_by_group(facts)};
  const VerdictText verdict = verdict_of(page);
  std::string out = fmt::format(
      "<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n<meta name=viewport "
      "content=\"width=device-width,initial-scale=1\">\n<meta http-equiv=Content-Security-Policy "
      "content=\"default-src 'none';style-src 'unsafe-inline';img-src data:\">\n<link rel=icon href=\"data:,\">\n"
      "<title>{} &ndash; modecheck</title>\n<style>{}</style>\n<main>\n",
      escaped(verdict.title), kPageStyle);
  out += fmt::format("<h1>{} &middot; seed {}</h1>\n", escaped(properties::build_text()), page.run.options.seed);
  out += fmt::format("<section class=\"verdict{}\" id=verdict><strong>{}</strong>{}</section>\n",
                     verdict.good ? "" : " bad", escaped(verdict.title), verdict.more);
  const std::string known = known_section(page);
  out += "<nav>";
  if (!page.run.result.findings.empty()) out += "<a href=\"#findings\">Findings</a>\n";
  out += "<a href=\"#gaps\">Not looked at</a>\n<a href=\"#subjects\">Subjects</a>";
  if (!known.empty()) out += "\n<a href=\"#known\">Known mismatches</a>";
  out += "\n<a href=\"#maps\">Where it has been</a>\n<a href=\"#programs\">Programs</a></nav>\n";
  out += tiles(page);
  out += findings_section(page);
  out += gaps_section(page, maps);
  out += subjects_table(page) + known;
  out += maps_section(page, maps);
  out += distribution(page);
  out += fmt::format(
      "<footer><p>The same programs again: <code>{}</code></p><p>{} process{}. What is reachable: {} states of the "
      "model, "
      "{:.1f} s.</p></footer>\n</main>\n</html>\n",
      escaped(page.command), page.run.options.jobs, page.run.options.jobs == 1 ? "" : "es",
      grouped(page.reachable.states), page.reachable.seconds);
  return out;
}

}  // namespace modecheck::cli
