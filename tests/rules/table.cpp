// Writes docs/RULES.md: for every rule, how often programs touch it, the smallest program that does, and a fault that
// breaks it and was found.
//
//   modecheck_rules_table SOURCES      searches for examples, writes those that are smaller, and writes the table
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>

#include "properties/exhaustive/state_walk.h"
#include "properties/generate/alphabet.h"
#include "properties/generate/generator.h"
#include "properties/shrink/reducer.h"
#include "properties/shrink/simplicity.h"
#include "spec/program/text.h"
#include "tests/rules/planted.h"
#include "tests/rules/toucher.h"

namespace modecheck::tests {
namespace {

namespace fs = std::filesystem;
using spec::Program;

constexpr std::uint64_t kPrograms = 20'000;
constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kTried = 20;  // the number of programs that are shrunk for each rule
constexpr int kDepth = 3;           // the length up to which all programs over the reduced alphabet are tried

struct Found {
  std::uint64_t hits = 0;
  std::vector<Program> programs;  // the programs that touch the rule and are to be shrunk
  std::optional<Program> best;
};
using AllFound = std::array<Found, spec::kRules>;

void offer(Found& found, const Program& program) {
  if (!found.best || properties::simpler(program, *found.best)) found.best = program;
}

template <class Each>
void each_rule(spec::RuleSet rules, const Each& each) {
  for (std::size_t i = 0; i < spec::rules().size(); ++i)
    if (rules.contains(static_cast<spec::Rule>(i))) each(i);
}

void run_campaign(AllFound& all, Toucher& toucher) {
  const properties::Generator generator(properties::GeneratorOptions{});
  Program program;
  for (std::uint64_t i = 0; i < kPrograms; ++i) {
    generator.program_into(program, kSeed, i);
    each_rule(toucher.touched_by(program), [&](std::size_t rule) {
      ++all[rule].hits;
      if (all[rule].programs.size() < kTried) all[rule].programs.push_back(program);
    });
  }
}

void run_alphabet(AllFound& all, Toucher& toucher) {
  properties::StateWalk walk(properties::alphabet(), properties::StateWalk::Pruning::On);
  Program program;
  while (walk.depth() < kDepth) {
    std::uint64_t index = 0;
    walk.advance([&](const properties::Transition& /*transition*/, spec::RuleSet rules) {
      each_rule(rules, [&](std::size_t rule) {
        if (all[rule].best && all[rule].best->records.size() <= static_cast<std::size_t>(walk.depth())) return;
        walk.program_into(program, index);
        // The walk runs programs without values, but some rules need values. So run the program again.
        if (toucher.touched_by(program).contains(static_cast<spec::Rule>(rule))) offer(all[rule], program);
      });
      ++index;
    });
  }
}

void shrink(AllFound& all, Toucher& toucher) {
  for (std::size_t i = 0; i < all.size(); ++i)
    for (const Program& program : all[i].programs) {
      offer(all[i], properties::reduce(program, [&](const Program& candidate) {
                      return toucher.touched_by(candidate).contains(static_cast<spec::Rule>(i));
                    }).program);
    }
}

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Writes the example of each rule. An existing example stays, unless it no longer touches the rule or a simpler one was
// found.
void write_examples(AllFound& all, Toucher& toucher, const fs::path& folder) {
  fs::create_directories(folder);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].best) continue;
    const fs::path file = folder / fmt::format("{}.prog", spec::rules()[i].id);
    if (fs::exists(file)) {
      const Program there = spec::parse_program(read(file));
      if (toucher.touched_by(there).contains(static_cast<spec::Rule>(i)) && !properties::simpler(*all[i].best, there)) {
        all[i].best = there;
        continue;
      }
    }
    std::ofstream(file, std::ios::binary) << to_text(*all[i].best);
  }
}

std::string grouped(std::uint64_t number) {
  std::string out = fmt::format("{}", number);
  for (std::ptrdiff_t at = static_cast<std::ptrdiff_t>(out.size()) - 3; at > 0; at -= 3)
    out.insert(static_cast<std::size_t>(at), 1, ',');
  return out;
}

// Formats the commands of a program, without its header, for a cell of the table.
std::string commands_of(const Program& program) {
  std::string out;
  const std::string text = to_text(program);
  for (std::size_t begin = text.find('\n') + 1; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    const std::size_t first = line.find_first_not_of(' ');
    if (first != std::string::npos) {
      out += out.empty() ? "" : "<br>";
      for (std::size_t space = 0; space < first; ++space) out += "&nbsp;";
      out += "`" + line.substr(first) + "`";
    }
    begin = end + 1;
  }
  return out;
}

std::string faults_of(const std::vector<Planted>& planted, std::string_view rule) {
  std::string out;
  for (const Planted& fault : planted)
    if (fault.breaks(rule) && fault.found)
      out += fmt::format("{}{}: found at program {} as {}", out.empty() ? "" : "<br>", fault.name,
                         grouped(*fault.found), fault.as);
  return out.empty() ? "**none**" : out;
}

int write_table(const fs::path& root) {
  AllFound all;
  Toucher toucher;
  run_campaign(all, toucher);
  run_alphabet(all, toucher);
  shrink(all, toucher);
  write_examples(all, toucher, root / "tests/rules/examples");
  const std::vector<Planted> planted = read_planted((root / "docs/FAULTS.md").string());
  std::string out = fmt::format(
      "# The rules, and what shows that they are checked\n\n"
      "Made by `scripts/rules`. *Programs*: how many of the first {} of seed {} touch the rule, which is that the "
      "model\n"
      "decides something by it (P7: on a second device). *Smallest*: the shortest program that was found to touch it,\n"
      "among all of up to {} commands over the alphabet of [EXHAUSTIVE.md](EXHAUSTIVE.md) and by shrinking those of "
      "the\n"
      "campaign; `tests/rules/examples` has them as files. *Broken and found*: faults of [FAULTS.md](FAULTS.md) that "
      "break\n"
      "the rule, alone, and what they were found as: often another rule is the first to show it. A test fails if a "
      "rule\n"
      "lacks one of the three.\n\n"
      "| rule | what it says | source | programs | smallest | broken and found |\n|---|---|---|---:|---|---|\n",
      grouped(kPrograms), kSeed, kDepth);
  int lacking = 0;
  for (std::size_t i = 0; i < spec::rules().size(); ++i) {
    const spec::RuleFacts& rule = spec::rules()[i];
    const std::string id(rule.id);
    const std::string faults = faults_of(planted, id);
    if (!all[i].best || all[i].hits == 0 || faults == "**none**") {
      std::cerr << "rules: " << id << " lacks something\n";
      ++lacking;
    }
    out += fmt::format("| {} | {} | {} | {} | {} | {} |\n", id, rule.statement, rule.source, grouped(all[i].hits),
                       all[i].best ? commands_of(*all[i].best) : "**none**", faults);
  }
  std::ofstream(root / "docs/RULES.md", std::ios::binary) << out;
  return lacking == 0 ? 0 : 1;
}

}  // namespace
}  // namespace modecheck::tests

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: modecheck_rules_table SOURCES\n";
    return 2;
  }
  return modecheck::tests::write_table(argv[1]);
}
