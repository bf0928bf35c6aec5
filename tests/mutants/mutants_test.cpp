// Tests the mutant generator on a small source: which mutants it makes, and that each number switches on the right
// mutant.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/mutants/active_mutant.h"
#include "tests/mutants/equivalents.h"
#include "tests/mutants/finder.h"
#include "tests/mutants/places.h"
#include "tests/mutants/rewriting.h"
// In the include path of this test, the copy with all mutants comes before the original. The Finder and a syntax check
// read the original.
#include "tests/mutants/sample.h"
#include "tests/mutants/source_text.h"

namespace modecheck::mutants {
namespace {

const std::string source = MODECHECK_SOURCE_DIR;
const std::string file = "tests/mutants/sample.h";

std::vector<Mutant> of_sample() { return Finder(source, {"-I" + source}).find(file).mutants; }

std::string written(const Mutant& mutant) {
  return std::to_string(mutant.line) + " " + mutant.kind + ": " + mutant.original + " -> " + mutant.mutated;
}

std::string temporary(const std::string& name, const std::string& text) {
  const std::string path = testing::TempDir() + name;
  std::ofstream(path) << text;
  return path;
}

// Calls a function of the sample while one mutant is active.
template <typename Function>
auto with(const std::string& kind, const std::string& original, const std::string& mutated, Function&& function) {
  const std::vector<Mutant> all = of_sample();
  const auto at = std::find_if(all.begin(), all.end(), [&](const Mutant& m) {
    return m.kind == kind && m.original == original && m.mutated == mutated;
  });
  if (at == all.end()) throw std::runtime_error("no such mutant: " + original + " -> " + mutated);
  const auto number = static_cast<std::size_t>(at - all.begin()) + 1;
  state[number] = 1;
  const auto result = function();
  state[number] = 0;
  return result;
}

int way(int a, int b) {
  sample::Counter counter;
  return sample::way(a, b, counter) + counter.count;
}

TEST(Mutants, AreMadeOfEachKindOfPlace) {
  std::vector<std::string> made;
  for (const Mutant& mutant : of_sample()) made.push_back(written(mutant));
  const std::vector<std::string> expected{
      "17 assignment dropped: ++count -> void()",
      "24 call dropped: counter.bump() -> void()",
      "25 comparison: a < b -> a <= b",
      "25 and or: a < b && b != constant -> a < b || b != constant",
      "25 guard dropped: a < b && b != constant -> true",
      "25 never taken: a < b && b != constant -> false",
      "25 comparison: b != constant -> b == constant",
      "25 constant one more: 0 -> 1",
      "26 assignment dropped: counter.count += 10 -> void()",
      "26 constant one less: 10 -> 9",
      "26 constant one more: 10 -> 11",
      "27 comparison: a == 7 -> a != 7",
      "27 and or: a == 7 || a == 8 -> a == 7 && a == 8",
      "27 and or: a == 7 || a == 8 || b == 9 -> (a == 7 || a == 8) && b == 9",
      "27 condition negated: a == 7 || a == 8 || b == 9 -> !(a == 7 || a == 8 || b == 9)",
      "27 constant one less: 7 -> 6",
      "27 constant one more: 7 -> 8",
      "27 comparison: a == 8 -> a != 8",
      "27 constant one less: 8 -> 7",
      "27 constant one more: 8 -> 9",
      "27 comparison: b == 9 -> b != 9",
      "27 constant one less: 9 -> 8",
      "27 constant one more: 9 -> 10",
      "27 constant one less: 40 -> 39",
      "27 constant one more: 40 -> 41",
      "27 constant one less: 50 -> 49",
      "27 constant one more: 50 -> 51",
      "31 guard dropped: warm -> true",
      "31 never taken: warm -> false",
      "31 other enumerator: Colour::Red -> Colour::Green",
      "32 other enumerator: Colour::Blue -> Colour::Red",
      "35 comparison: x % 2 == 0 -> x % 2 != 0",
      "35 returned value negated: x % 2 == 0 -> !(x % 2 == 0)",
      "35 constant one less: 2 -> 1",
      "35 constant one more: 2 -> 3",
      "35 constant one more: 0 -> 1",
      "42 constant one less: 4 -> 3",
      "42 constant one more: 4 -> 5",
  };
  EXPECT_EQ(made, expected);
}

TEST(Mutants, LeaveConstantsAndTextsAlone) {
  const Found found = Finder(source, {"-I" + source}).find(file);
  EXPECT_GT(found.constant, 0U);
  EXPECT_GT(found.texts, 0U);
  for (const Mutant& mutant : found.mutants) {
    EXPECT_EQ(mutant.line_text.find("constexpr int"), std::string::npos) << written(mutant);
    EXPECT_EQ(mutant.line_text.find("name_of_colour"), std::string::npos) << written(mutant);
  }
}

TEST(Mutants, AreOffUnlessChosen) {
  EXPECT_EQ(way(1, 2), 1 + 1);
  EXPECT_EQ(way(2, 1), 50 + 11);
  EXPECT_EQ(way(8, 1), 40 + 11);
  EXPECT_EQ(sample::colour_of(true), sample::Colour::Red);
  EXPECT_TRUE(sample::is_even(4));
}

TEST(Mutants, AreWhatTheySay) {
  EXPECT_EQ(with("comparison", "a < b", "a <= b", [] { return way(2, 2); }), 1 + 1);
  EXPECT_EQ(with("never taken", "a < b && b != constant", "false", [] { return way(1, 2); }), 50 + 11);
  EXPECT_EQ(with("call dropped", "counter.bump()", "void()", [] { return way(1, 2); }), 1);
  EXPECT_EQ(with("assignment dropped", "counter.count += 10", "void()", [] { return way(2, 1); }), 50 + 1);
  // In a chain of operators, a mutant changes the last operator only, and the first two operands stay together.
  EXPECT_EQ(with("and or", "a == 7 || a == 8 || b == 9", "(a == 7 || a == 8) && b == 9", [] { return way(7, 1); }),
            50 + 11);
  EXPECT_EQ(with("constant one more", "40", "41", [] { return way(8, 1); }), 41 + 11);
  EXPECT_EQ(with("other enumerator", "Colour::Red", "Colour::Green", [] { return sample::colour_of(true); }),
            sample::Colour::Green);
  EXPECT_FALSE(with("returned value negated", "x % 2 == 0", "!(x % 2 == 0)", [] { return sample::is_even(4); }));
}

TEST(Mutants, StayOnTheirLines) {
  const std::string text = read_file(source + "/" + file);
  std::vector<std::pair<int, Mutant>> numbered;
  for (const Mutant& mutant : of_sample()) numbered.emplace_back(static_cast<int>(numbered.size()) + 1, mutant);
  const std::string planted = with_choices(text, numbered);
  EXPECT_EQ(std::count(planted.begin(), planted.end(), '\n'), std::count(text.begin(), text.end(), '\n'));
  EXPECT_TRUE(Finder(source, {"-I" + source}).wrong_lines(file, with_header(planted)).empty());
}

TEST(Mutants, ThatDoNotCompileAreFoundByTheirLine) {
  const std::string text = "#include <array>\n\nint f() { return g(); }\n";
  EXPECT_EQ(Finder(source).wrong_lines(file, text), std::set<std::size_t>{3});
}

// lot() decides which mutants are tried, so an edit above a mutant must not change the mutant's lot.
TEST(Mutants, AreDrawnByWhatTheySayAndNotByWhereTheyStand) {
  Mutant mutant = of_sample().front();
  const std::uint64_t lot = mutant.lot();
  mutant.begin += 100;
  mutant.end += 100;
  mutant.line += 3;
  EXPECT_EQ(mutant.lot(), lot);
  mutant.mutated += " ";
  EXPECT_NE(mutant.lot(), lot);
  // A sample takes the mutants with one remainder of lot() modulo k. So every remainder must occur.
  for (const std::uint64_t k : {2U, 3U, 4U}) {
    std::set<std::uint64_t> left;
    for (const Mutant& each : of_sample()) left.insert(each.lot() % k);
    EXPECT_EQ(left.size(), k);
  }
}

TEST(Mutants, TextsLoseTheirComments) {
  EXPECT_EQ(on_one_line("a  // why\n   < \"b // c\" /* or */ + 1"), "a < \"b // c\" + 1");
}

TEST(Equivalents, AreReadWithTheirReasons) {
  const std::string path = temporary("equivalent.txt",
                                     "# a comment\nmutant a.cpp\nin     if (a < b) {\nfrom   a < b\nto     a <= b\n"
                                     "nth    2\nwhy    They are never equal.\n");
  const auto read = read_equivalents(path);
  ASSERT_EQ(read.size(), 1U);
  EXPECT_EQ(read.begin()->first, "a.cpp\tif (a < b) {\ta < b\ta <= b\t2");
  EXPECT_EQ(read.begin()->second, "They are never equal.");
}

TEST(Equivalents, NeedAReason) {
  const std::string path = temporary("without.txt", "mutant a.cpp\nin x\nfrom a\nto b\n");
  EXPECT_THROW(read_equivalents(path), std::runtime_error);
}

TEST(Places, AreAreaAndFile) {
  EXPECT_THROW(read_places(temporary("places.txt", "kernel a.cpp\n")), std::runtime_error);
  EXPECT_EQ(read_places(temporary("places.txt", "model a.cpp\n")).at(0).second, "a.cpp");
}

}  // namespace
}  // namespace modecheck::mutants
