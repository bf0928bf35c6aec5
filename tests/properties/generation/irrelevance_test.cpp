// Tests the search for arguments and operators of a failing program that do not matter for the failure. The tests make
// the failures up.
#include "properties/shrink/irrelevance.h"

#include <gtest/gtest.h>

#include <string>

#include "spec/program/text.h"

namespace modecheck::properties {
namespace {

using spec::Program;

constexpr const char* kProgram =
    "modecheck 1\n"
    "r1 = select.int(r2, dim=0, index=0)\n"
    "zero_(r1)\n";

spec::Group group_of(const Program& program, std::size_t i) {
  return spec::operation(program.records[i].operation).group;
}

TEST(Irrelevance, NamesArgumentsAndOperatorsThatDoAsWell) {
  // The failure needs a view of r2, whichever operator takes the view and whatever its arguments are.
  const auto lines = what_does_not_matter(spec::parse_program(kProgram), [](const Program& program) {
    return group_of(program, 0) == spec::Group::View && program.records[0].operands[0] == 2;
  });
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].rfind("command 1: dim; index; that it is select.int (", 0), 0u) << lines[0];
  EXPECT_EQ(lines[1].rfind("command 2: self; that it is zero_ (", 0), 0u) << lines[1];
}

TEST(Irrelevance, OneValueThatDoesNotFailIsEnoughToMatter) {
  const auto lines = what_does_not_matter(spec::parse_program(kProgram), [](const Program& program) {
    const spec::Program original = spec::parse_program(kProgram);
    return program.records[0] == original.records[0] && program.records[1].operation == original.records[1].operation &&
           program.records[1].operands[0] != 5;
  });
  EXPECT_TRUE(lines.empty()) << lines.front();
}

TEST(Irrelevance, KeepsToItsLimits) {
  std::uint32_t checks = 0;
  const auto lines = what_does_not_matter(spec::parse_program(kProgram),
                                          [&](const Program&) {
                                            ++checks;
                                            return true;
                                          },
                                          {7, 60});
  EXPECT_EQ(checks, 7u);
}

}  // namespace
}  // namespace modecheck::properties
