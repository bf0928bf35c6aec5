#include "properties/report/table.h"

#include <gtest/gtest.h>

namespace modecheck::properties {
namespace {

TEST(Table, ColumnsAreAsWideAsTheirContents) {
  Table table({"step", "command"});
  table.add({"1", "r3 = neg(r0)"});
  table.add({"12", "}"});
  EXPECT_EQ(table.text(Style{}, 0),
            "step  command\n"
            "----  ------------\n"
            "1     r3 = neg(r0)\n"
            "12    }\n");
}

TEST(Table, WhatDoesNotFitIsBrokenAtSpaces) {
  Style narrow;
  narrow.width = 20;
  Table table({"a", "b"});
  table.add({"one two three four five", "x"});
  const std::string text = table.text(narrow, 0);
  for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1)
    EXPECT_LE(text.find('\n', begin) - begin, 20U) << text;
  EXPECT_NE(text.find("one two three"), std::string::npos) << text;
}

TEST(Wrapped, KeepsIndentationAndBreaksLongWords) {
  EXPECT_EQ(wrapped("  a b", 10), (std::vector<std::string>{"  a b"}));
  EXPECT_EQ(wrapped("abcdef", 3), (std::vector<std::string>{"abc", "def"}));
  EXPECT_EQ(wrapped("one-two-three", 9), (std::vector<std::string>{"one-two-", "three"}));
  EXPECT_EQ(wrapped("a-bcdefgh", 6), (std::vector<std::string>{"a-bcde", "fgh"}));
  EXPECT_EQ(wrapped("a\nb", 9), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(wrapped("", 9), (std::vector<std::string>{""}));
}

}  // namespace
}  // namespace modecheck::properties
