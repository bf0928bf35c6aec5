#include "cli/page/heat_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "cli/output/markup.h"
#include "cli/output/numbers.h"
#include "properties/generate/alphabet.h"
#include "spec/model/rules.h"
#include "spec/program/operation.h"
#include "spec/program/slots.h"

namespace modecheck::cli {
namespace {

using properties::CoverageMatrix;

constexpr std::size_t kKinds = CoverageMatrix::kKinds;

struct ModeColumn {
  const char* head;   // the head of a column of the map, as HTML
  const char* words;  // the name of the mode as a part of a sentence
};

// Each column of the map is a group of modes. InferenceMode, grad mode and the exclusion of Autograd and of
// ADInplaceOrView have sixteen combinations. Combinations that the rules treat alike share a column.
constexpr std::array<ModeColumn, 7> kModes{{
    {"normal mode", "in normal mode"},
    {"no grad", "with grad mode off"},
    {"Inference&shy;Mode", "in InferenceMode"},
    {"Inference&shy;Mode, grad on", "in InferenceMode with grad mode on"},
    {"below Autograd", "below Autograd"},
    {"below AD&shy;Inplace&shy;OrView", "below ADInplaceOrView"},
    {"both: mode and below", "in InferenceMode and below ADInplaceOrView"},
}};

std::size_t column_of(std::size_t mode) {
  const bool inference = (mode & 1) != 0;
  const bool grad = (mode & 2) != 0;
  if ((mode & 8) != 0) return inference ? 6 : 5;
  if (inference) return grad ? 3 : 2;
  if ((mode & 4) != 0) return 4;
  return grad ? 0 : 1;
}

constexpr std::array<const char*, kKinds> kKindHeads{"&ndash;", "n", "v", "i"};
constexpr std::array<const char*, kKinds> kKindWords{"without a tensor", "on a normal tensor", "on a tracked view",
                                                     "on an inference tensor"};

struct Cell {
  std::uint64_t met = 0;
  std::uint64_t rejected = 0;
  bool reachable = false;
};
using Row = std::array<std::array<Cell, kKinds>, kModes.size()>;

enum class Explored : bool { No, Yes };

// Returns the number of a cell's style class, "c0" to "c5". The number grows by one with each power of ten of the
// count.
int heat(std::uint64_t count) { return std::min(5, static_cast<int>(std::log10(static_cast<double>(count)))); }

std::string cell_html(const Cell& cell, Explored explored, const std::string& where, bool counts_rejected) {
  if (cell.met > 0) {
    const std::string rejected = counts_rejected ? fmt::format(", {} rejected", grouped(cell.rejected)) : "";
    return fmt::format("<td class=c{} title=\"{}: {}{}\">", heat(cell.met), where, grouped(cell.met), rejected);
  }
  if (cell.reachable) return fmt::format("<td class=m title=\"{}: reachable, not met\">&times;", where);
  return explored == Explored::Yes ? "<td>" : "<td class=u>";
}

std::string head(const char* first) {
  std::string out = fmt::format("<thead><tr><th rowspan=2 scope=col>{}", first);
  for (const ModeColumn& mode : kModes) out += fmt::format("<th colspan={} scope=colgroup>{}", kKinds, mode.head);
  out += "<th rowspan=2 scope=col class=num>met<th rowspan=2 scope=col class=num>missed<tr>";
  for (std::size_t mode = 0; mode < kModes.size(); ++mode)
    for (std::size_t kind = 0; kind < kKinds; ++kind)
      out += fmt::format("<th scope=col title=\"{}\"{}>{}", kKindWords[kind], kind == 0 ? " class=first" : "",
                         kKindHeads[kind]);
  return out + "</thead>";
}

struct RowText {
  std::string html;
  std::size_t met = 0;
  std::vector<std::string> missed;
};

// `name` is the row's name in a sentence about a cell that was not met, such as "add_ on a tracked view in
// InferenceMode". `head` is the row's heading as HTML.
RowText row_text(const Row& row, Explored explored, const std::string& name, const std::string& head,
                 bool counts_rejected) {
  RowText out;
  out.html = fmt::format("<tr><th scope=row>{}", head);
  for (std::size_t mode = 0; mode < kModes.size(); ++mode)
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      const Cell& cell = row[mode][kind];
      const std::string where = fmt::format("{} {}", kKindWords[kind], kModes[mode].words);
      std::string td = cell_html(cell, explored, where, counts_rejected);
      out.html += td;
      if (cell.met > 0)
        ++out.met;
      else if (cell.reachable)
        out.missed.push_back(fmt::format("{} {}", name, where));
    }
  out.html += fmt::format("<td class=num>{}<td class=num>{}", out.met,
                          explored == Explored::No ? "?"
                          : out.missed.empty()     ? "&ndash;"
                                                   : fmt::format("<b>{}</b>", out.missed.size()));
  return out;
}

void append(HeatMap& map, RowText row) {
  map.html += row.html;
  map.met += row.met;
  for (std::string& one : row.missed) map.missed.push_back(std::move(one));
}

void add_operation(Row& row, const CoverageMatrix& coverage_matrix, spec::OperationId id) {
  for (std::size_t mode = 0; mode < CoverageMatrix::kModes; ++mode)
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      const CoverageMatrix::Cell& from = coverage_matrix.at(id, mode, static_cast<CoverageMatrix::Kind>(kind));
      Cell& to = row[column_of(mode)][kind];
      to.met += from.commands();
      to.rejected += from.rejected;
    }
}

void mark_reachable(Row& row, const CoverageMatrix& coverage_matrix, spec::OperationId id) {
  for (std::size_t mode = 0; mode < CoverageMatrix::kModes; ++mode)
    for (std::size_t kind = 0; kind < kKinds; ++kind)
      if (coverage_matrix.at(id, mode, static_cast<CoverageMatrix::Kind>(kind)).commands() > 0)
        row[column_of(mode)][kind].reachable = true;
}

const std::array<bool, spec::kGroups>& explored_groups() {
  static const std::array<bool, spec::kGroups> groups = [] {
    std::array<bool, spec::kGroups> out{};
    for (const spec::Record& letter : properties::alphabet())
      out[static_cast<std::size_t>(spec::operation(letter.operation).group)] = true;
    return out;
  }();
  return groups;
}

std::string table(const std::string& body, const char* classes = "\"map fours\"") {
  return fmt::format("<div class=wide><table class={}>{}</table></div>\n", classes, body);
}

std::string plain(spec::Group group) {
  std::string out(properties::name_of(group));
  std::replace(out.begin(), out.end(), '_', ' ');
  return out;
}

}  // namespace

std::string heat_map_legend() {
  constexpr std::array<const char*, 6> kHeats{"met once", "10", "100", "1,000", "10,000", "100,000 times"};
  const auto key = [](const std::string& kind, const char* sign, const char* words) {
    return fmt::format("<span class=item><span class=\"key {}\">{}</span>{}</span> ", kind, sign, words);
  };
  std::string out = "<p class=legend>";
  for (std::size_t i = 0; i < kHeats.size(); ++i) out += key(fmt::format("c{}", i), "", kHeats[i]);
  out += key("m", "&times;", "reachable, not met") + key("", "", "not found reachable") + key("u", "", "not explored");
  out +=
      "<br>Of each mode four columns, by the first argument: &ndash; no tensor, n a normal tensor, v a tracked view, i "
      "an inference tensor.</p>\n";
  return out;
}

HeatMap rules_by_context(const HeatMapFacts& facts) {
  HeatMap out;
  out.html = head("rule") + "<tbody>";
  for (std::size_t i = 0; i < spec::rules().size(); ++i) {
    const spec::RuleFacts& rule = spec::rules()[i];
    Row row{};
    for (std::size_t mode = 0; mode < CoverageMatrix::kModes; ++mode)
      for (std::size_t kind = 0; kind < kKinds; ++kind) {
        Cell& cell = row[column_of(mode)][kind];
        const auto of = static_cast<CoverageMatrix::Kind>(kind);
        cell.met += facts.met.commands_of(static_cast<spec::Rule>(i), mode, of);
        cell.reachable |= facts.reachable.commands_of(static_cast<spec::Rule>(i), mode, of) > 0;
      }
    const bool explored = std::any_of(row.begin(), row.end(), [](const auto& kinds) {
      return std::any_of(kinds.begin(), kinds.end(), [](const Cell& cell) { return cell.reachable; });
    });
    append(out, row_text(row, explored ? Explored::Yes : Explored::No, std::string(rule.id),
                         fmt::format("<abbr title=\"{}\">{}</abbr>", escaped(rule.statement), rule.id), false));
  }
  out.html = table(out.html);
  return out;
}

HeatMap rules_by_group(const HeatMapFacts& facts) {
  HeatMap out;
  std::string body = "<thead><tr><th scope=col>rule";
  for (int group = 0; group < spec::kGroups; ++group)
    body += fmt::format("<th scope=col class=tall><span>{}</span>", plain(static_cast<spec::Group>(group)));
  body += "<th scope=col class=num>met<th scope=col class=num>missed</thead><tbody>";
  for (std::size_t i = 0; i < spec::rules().size(); ++i) {
    std::array<Cell, spec::kGroups> cells{};
    for (std::size_t id = 0; id < spec::operations().size(); ++id) {
      Cell& cell = cells[static_cast<std::size_t>(spec::operations()[id].group)];
      cell.met += facts.met.commands_of(static_cast<spec::Rule>(i), static_cast<spec::OperationId>(id));
      cell.reachable |= facts.reachable.commands_of(static_cast<spec::Rule>(i), static_cast<spec::OperationId>(id)) > 0;
    }
    const spec::RuleFacts& rule = spec::rules()[i];
    body += fmt::format("<tr><th scope=row><abbr title=\"{}\">{}</abbr>", escaped(rule.statement), rule.id);
    const bool any = std::any_of(cells.begin(), cells.end(), [](const Cell& cell) { return cell.reachable; });
    std::size_t met = 0;
    std::size_t missed = 0;
    for (std::size_t group = 0; group < cells.size(); ++group) {
      const bool explored = any && explored_groups()[group];
      const std::string name = plain(static_cast<spec::Group>(group));
      body += cell_html(cells[group], explored ? Explored::Yes : Explored::No, name, false);
      if (cells[group].met > 0) {
        ++met;
      } else if (cells[group].reachable) {
        ++missed;
        out.missed.push_back(fmt::format("{} by {}", rule.id, name));
      }
    }
    out.met += met;
    body += fmt::format("<td class=num>{}<td class=num>{}", met,
                        missed == 0 ? "&ndash;" : fmt::format("<b>{}</b>", missed));
  }
  out.html = table(body, "map");
  return out;
}

HeatMap operations_by_context(const HeatMapFacts& facts) {
  HeatMap out;
  out.html = head("operations") + "<tbody>";
  std::string folds;
  for (int g = 0; g < spec::kGroups; ++g) {
    const auto group = static_cast<spec::Group>(g);
    const Explored explored = explored_groups()[static_cast<std::size_t>(g)] ? Explored::Yes : Explored::No;
    Row whole{};
    std::vector<spec::OperationId> ids;
    for (std::size_t i = 0; i < spec::operations().size(); ++i) {
      const auto id = static_cast<spec::OperationId>(i);
      if (spec::operation(id).group != group) continue;
      ids.push_back(id);
      add_operation(whole, facts.met, id);
      mark_reachable(whole, facts.reachable, id);
    }
    append(out, row_text(whole, explored, plain(group), plain(group), true));
    folds += fmt::format("<details><summary>{}: {} operation{}</summary>", plain(group), ids.size(),
                         ids.size() == 1 ? "" : "s");
    std::string rows = head("operation") + "<tbody>";
    for (const spec::OperationId id : ids) {
      const std::string name = escaped(spec::operation(id).name);
      if (!facts.operations.test(id)) {
        rows += fmt::format("<tr><th scope=row>{}<td class=out colspan={}>left out of the programs", name,
                            kModes.size() * kKinds + 2);
        continue;
      }
      Row row{};
      add_operation(row, facts.met, id);
      mark_reachable(row, facts.reachable, id);
      const bool names_tensor = spec::slots_of(id).operand_count > 0;
      for (std::size_t mode = 0; mode < kModes.size(); ++mode)
        for (std::size_t kind = 0; kind < kKinds; ++kind)
          row[mode][kind].reachable |= whole[mode][kind].met > 0 && names_tensor == (kind != 0);
      rows += row_text(row, Explored::Yes, name, name, true).html;
    }
    folds += table(rows) + "</details>\n";
  }
  out.html = table(out.html) +
             "<details><summary>each operation by itself</summary><p class=dim>Here a field counts as reachable where "
             "another operation of the group was.</p>\n" +
             folds + "</details>\n";
  return out;
}

}  // namespace modecheck::cli
