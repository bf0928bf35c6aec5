// Tests the reasons for which the specification drops a command. Each reason has an example program, whose last command
// must be dropped for that reason.
#include "spec/limits/unspecified.h"

#include <gtest/gtest.h>

#include <array>
#include <cctype>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "reference/run/expected_run.h"
#include "spec/program/text.h"

namespace modecheck::spec {
namespace {

std::vector<Unspecified> reasons() {
  std::vector<Unspecified> out;
  for (int i = 1; i < kUnspecified; ++i) out.push_back(static_cast<Unspecified>(i));
  return out;
}

std::string id_of(Unspecified reason) { return std::string(facts_of(reason).id); }

// Returns for each command of the example why it is dropped, or "" if it is not.
std::vector<std::string> dropped_for(Unspecified reason, DeviceKind device) {
  const Program program = parse_program("modecheck 1\n" + std::string(facts_of(reason).example) + "\n");
  reference::ExpectedRun run(device, /*values=*/true);
  const auto trace = std::make_unique<Trace>();
  std::array<std::uint8_t, kMaxCommands> dropped{};
  run.run(program, *trace, dropped);
  std::vector<std::string> out;
  for (std::size_t i = 0; i < program.records.size(); ++i)
    out.push_back(dropped.at(i) != 0 ? id_of(run.unspecified().at(i)) : "");
  return out;
}

class UnspecifiedReason : public testing::TestWithParam<Unspecified> {};

TEST_P(UnspecifiedReason, IsThatOfItsExample) {
  // Some reasons hold on one kind of device only, so try all kinds.
  std::vector<std::string> found;
  std::string instead;
  for (int device = 0; device < kDeviceKinds; ++device) {
    found = dropped_for(GetParam(), static_cast<DeviceKind>(device));
    ASSERT_FALSE(found.empty()) << "there is no example";
    if (found.back() == id_of(GetParam())) break;
    instead += " \"" + found.back() + "\"";
  }
  EXPECT_EQ(found.back(), id_of(GetParam())) << "on the kinds of devices it is dropped for" << instead;
  found.pop_back();
  for (const std::string& reason : found) EXPECT_EQ(reason, "");
}

std::string name_of_case(const testing::TestParamInfo<Unspecified>& info) {
  std::string out;
  bool begins = true;
  for (const char letter : id_of(info.param)) {
    if (letter != '-') out += begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(letter))) : letter;
    begins = letter == '-';
  }
  return out;
}

INSTANTIATE_TEST_SUITE_P(Table, UnspecifiedReason, testing::ValuesIn(reasons()), name_of_case);

void expect_short_sentences(std::string_view text) {
  ASSERT_FALSE(text.empty());
  EXPECT_EQ(text.back(), '.') << text;
  std::istringstream words{std::string(text)};
  std::string word;
  int length = 0;
  while (words >> word) {
    ++length;
    EXPECT_LE(length, 25) << text;
    if (word.back() == '.') length = 0;
  }
}

TEST(UnspecifiedReasons, AreToldApartAndInPlainSentences) {
  std::set<std::string> ids;
  EXPECT_EQ(facts_of(Unspecified::None).id, "");
  for (const Unspecified reason : reasons()) {
    const UnspecifiedFacts& facts = facts_of(reason);
    EXPECT_TRUE(ids.insert(id_of(reason)).second) << facts.id;
    ASSERT_FALSE(facts.id.empty());
    EXPECT_NE(facts.id.front(), '-');
    EXPECT_NE(facts.id.back(), '-');
    for (const char letter : facts.id)
      EXPECT_TRUE((letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '-') << facts.id;
    expect_short_sentences(facts.statement);
    expect_short_sentences(facts.source);
  }
}

}  // namespace
}  // namespace modecheck::spec
