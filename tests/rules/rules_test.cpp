// Tests that every rule has programs that touch it, a smallest example, and a planted fault that breaks it and was
// found. docs/RULES.md lists all of them.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "properties/generate/generator.h"
#include "spec/program/text.h"
#include "tests/rules/planted.h"
#include "tests/rules/toucher.h"

namespace modecheck::tests {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = MODECHECK_SOURCE_DIR;

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> out;
  std::istringstream row(line);
  for (std::string cell; std::getline(row, cell, '|');) {
    const std::size_t begin = cell.find_first_not_of(' ');
    out.push_back(begin == std::string::npos ? "" : cell.substr(begin, cell.find_last_not_of(' ') - begin + 1));
  }
  return out;
}

// Returns the cells of the rule's row in docs/RULES.md. Counted from 1 they are rule, statement, source, programs,
// smallest example and faults.
std::vector<std::string> row_of(std::string_view rule) {
  std::istringstream in(read(kRoot / "docs/RULES.md"));
  for (std::string line; std::getline(in, line);) {
    std::vector<std::string> cells = cells_of(line);
    if (cells.size() > 6 && cells[1] == rule) return cells;
  }
  return {};
}

class Rules : public ::testing::TestWithParam<int> {
 protected:
  const spec::RuleFacts& rule() const { return spec::rules()[static_cast<std::size_t>(GetParam())]; }
  spec::Rule id() const { return static_cast<spec::Rule>(GetParam()); }
};

TEST_P(Rules, HasASmallestExample) {
  const fs::path file = kRoot / fs::path("tests/rules/examples") / (std::string(rule().id) + ".prog");
  ASSERT_TRUE(fs::exists(file)) << file << ": scripts/rules writes it";
  const spec::Program program = spec::parse_program(read(file));
  Toucher toucher;
  EXPECT_TRUE(toucher.touched_by(program).contains(id())) << to_text(program);
  // If any one of its commands is removed, the example must no longer touch the rule.
  for (std::size_t i = 0; i < program.records.size(); ++i) {
    spec::Program fewer = program;
    fewer.records.erase(fewer.records.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_FALSE(toucher.touched_by(fewer).contains(id())) << rule().id << " without command " << i + 1;
  }
}

// The page of a rule on the site explains this program step by step (docs/site/generate/rules.py).
TEST_P(Rules, IsShownByTheProgramOfItsPage) {
  const fs::path file = kRoot / fs::path("docs/site/rules") / (std::string(rule().id) + ".prog");
  ASSERT_TRUE(fs::exists(file)) << file << ": every rule needs a program that shows it";
  EXPECT_TRUE(Toucher().touched_by(spec::parse_program(read(file))).contains(id())) << file;
}

TEST_P(Rules, HasAFaultThatWasFound) {
  bool found = false;
  const std::string planted = read(kRoot / "tests/faults/faults.txt");
  for (const Planted& fault : read_planted((kRoot / "docs/FAULTS.md").string())) {
    if (!fault.breaks(rule().id) || !fault.found) continue;
    found = true;
    EXPECT_NE(planted.find("fault " + fault.name + "\n"), std::string::npos)
        << fault.name << " is planted no more: scripts/faults writes docs/FAULTS.md";
  }
  EXPECT_TRUE(found) << rule().id
                     << ": plant a fault that breaks it in tests/faults/faults.txt, and run scripts/faults";
}

TEST_P(Rules, StandsInTheTable) {
  const std::vector<std::string> row = row_of(rule().id);
  ASSERT_FALSE(row.empty()) << "scripts/rules writes docs/RULES.md";
  EXPECT_EQ(row[2], rule().statement) << "scripts/rules writes docs/RULES.md";
  EXPECT_NE(row[4], "0");
  EXPECT_EQ(row[6].find("**none**"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(All, Rules, ::testing::Range(0, spec::kRules), [](const auto& one) {
  return std::string(spec::rules()[static_cast<std::size_t>(one.param)].id);
});

// The figures of the table in docs/RULES.md are from the day it was made, so this test counts again which rules
// programs touch.
TEST(RulesTouched, ByTheCampaignOfTheTable) {
  const properties::Generator generator(properties::GeneratorOptions{});
  Toucher toucher;
  spec::RuleSet touched;
  constexpr std::uint64_t every = (std::uint64_t{1} << spec::kRules) - 1;
  spec::Program program;
  for (std::uint64_t i = 0; i < 20'000 && touched.bits() != every; ++i) {
    generator.program_into(program, 1, i);
    touched.add(toucher.touched_by(program));
  }
  for (int i = 0; i < spec::kRules; ++i) {
    const auto rule = static_cast<spec::Rule>(i);
    EXPECT_TRUE(touched.contains(rule)) << facts_of(rule).id << " is touched by no program";
  }
}

TEST(Planted, RulesAreNamedInBrackets) {
  EXPECT_EQ(rules_named("The engine forgets it (K1, K5)."), (std::vector<std::string>{"K1", "K5"}));
  EXPECT_EQ(rules_named("AutoGradMode(true) does nothing (G4)."), (std::vector<std::string>{"G4"}));
  EXPECT_TRUE(rules_named("Work (in a stream) does not wait.").empty());
}

}  // namespace
}  // namespace modecheck::tests
