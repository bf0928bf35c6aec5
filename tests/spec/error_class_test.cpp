// Tests that every error class names the rules that decide it.
#include "spec/interface/error_class.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>

#include "spec/model/rules.h"

namespace modecheck::spec {
namespace {

TEST(ErrorFacts, NameRulesThatExistAndSaySomething) {
  for (int i = 1; i < kErrorClasses; ++i) {
    const ErrorFacts& facts = facts_of(static_cast<ErrorClass>(i));
    std::istringstream ids{std::string(facts.rules)};
    int count = 0;
    for (std::string id; ids >> id; ++count) {
      const auto is_named = [&](const RuleFacts& rule) { return rule.id == id; };
      EXPECT_TRUE(std::any_of(rules().begin(), rules().end(), is_named)) << facts.name << " names no rule: " << id;
    }
    EXPECT_GT(count, 0) << facts.name << " leads to no rule";
    EXPECT_GT(facts.sentence.size(), 20U) << facts.name;
    EXPECT_EQ(facts.sentence.back(), '.') << facts.name;
  }
}

TEST(ErrorFacts, AreFoundByName) {
  for (int i = 0; i < kErrorClasses; ++i) {
    const auto error = static_cast<ErrorClass>(i);
    EXPECT_EQ(error_class_named(name_of(error)), error);
  }
}

}  // namespace
}  // namespace modecheck::spec
