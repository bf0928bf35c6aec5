#include "properties/known/known.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "properties/known/known_error.h"

namespace modecheck::properties {
namespace {

namespace fs = std::filesystem;

class KnownTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("modecheck-known-" + std::to_string(getpid()));
    fs::create_directories(folder_ / "causes");
    put("causes/no-kernel.json", R"({"id": "no-kernel", "title": "resize_ has no kernel for ADInplaceOrView",
      "kind": "finding", "rule": "M2", "example": "one", "what": "", "why": "", "fix": "", "link": ""})");
  }
  void TearDown() override { fs::remove_all(folder_); }
  void put(const std::string& name, const std::string& text) { std::ofstream(folder_ / name) << text; }
  std::string complaint() {
    try {
      load_known(folder_);
    } catch (const KnownError& error) {
      return error.what();
    }
    return "";
  }
  static KnownDeparture entry() {
    KnownDeparture out;
    out.id = "one";
    out.versions = {"1.13.1"};
    out.gravity = Gravity::MissingReject;
    out.cause.id = "no-kernel";
    out.signature = {"M2", "torch:cpu", "resize_", "missing InferenceInPlace"};
    out.found = KnownDeparture::Found{7, 812};
    return out;
  }
  static nlohmann::ordered_json pattern() {
    return {
        {"operations", {"resize_"}}, {"expected", {"InferenceInPlace"}}, {"observed", {"ok"}}, {"fields", {"outcome"}}};
  }

  fs::path folder_;
};

TEST_F(KnownTest, WhatIsWrittenIsRead) {
  put("one.prog", "modecheck 1\nr0 = neg(r1)\n");
  put("one.json", to_json(entry(), pattern()));
  const auto all = load_known(folder_);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].signature, entry().signature);
  EXPECT_EQ(all[0].gravity, Gravity::MissingReject);
  EXPECT_EQ(all[0].cause.rule, "M2");
  EXPECT_EQ(all[0].found->program, 812U);
  EXPECT_EQ(all[0].program.records.size(), 1U);
  EXPECT_EQ(all[0].pattern.operations, *operations_named("resize_"));
  EXPECT_TRUE(all[0].pattern.cures.empty());
  EXPECT_TRUE(all[0].covers("1.13.1"));
  EXPECT_FALSE(all[0].covers("2.0.0"));
}

// "torch-2.15.0:cpu" is the subject of the entries of "torch:cpu", in the versions that they name.
TEST_F(KnownTest, AnEntrySpeaksOfVersions) {
  KnownDeparture one = entry();
  EXPECT_TRUE(one.speaks_of("torch:cpu", "1.13.1"));
  EXPECT_FALSE(one.speaks_of("torch-2.15.0:cpu", "2.15.0"));
  one.versions.push_back("2.15.0");
  EXPECT_TRUE(one.speaks_of("torch-2.15.0:cpu", "2.15.0"));
  EXPECT_FALSE(one.speaks_of("torch-2.15.0:meta", "2.15.0"));
  EXPECT_FALSE(one.speaks_of("engine:cpu", "2.15.0"));
  Signature there = one.signature;
  there.subject = "torch-2.15.0:cpu";
  EXPECT_TRUE(one.has_signature(there));
  there.error = "Shape";
  EXPECT_FALSE(one.has_signature(there));
  EXPECT_EQ(without_version("torch:cpu"), "torch:cpu");
  EXPECT_EQ(without_version("torch-2.15.0:cpu"), "torch:cpu");
}

TEST_F(KnownTest, TheFileAndTheLineAreNamed) {
  put("one.prog", "modecheck 1\nr0 = negg(r1)\n");
  put("one.json", to_json(entry(), pattern()));
  EXPECT_NE(complaint().find("one.prog:2: "), std::string::npos) << complaint();
}

TEST_F(KnownTest, AnUnknownGravityIsRefused) {
  put("one.prog", "modecheck 1\n");
  std::string text = to_json(entry(), pattern());
  text.replace(text.find("missing rejection"), 17, "awful");
  put("one.json", text);
  EXPECT_NE(complaint().find("\"gravity\" is \"awful\"; it must be one of \"wrong gradient\""), std::string::npos);
}

TEST_F(KnownTest, APatternIsCheckedWordByWord) {
  const auto complaint_about = [&](const char* key, const nlohmann::ordered_json& value) {
    nlohmann::ordered_json changed = pattern();
    changed[key] = value;
    put("one.prog", "modecheck 1\n");
    put("one.json", to_json(entry(), changed));
    return complaint();
  };
  EXPECT_EQ(complaint_about("facts", {"an operand is a view"}), "");
  EXPECT_NE(complaint_about("facts", {"all is well"}).find("there is no fact \"all is well\"; there are: outside"),
            std::string::npos);
  EXPECT_NE(complaint_about("where", "here").find("there is no place \"here\""), std::string::npos);
  EXPECT_NE(complaint_about("fields", {"smell"}).find("there is no field \"smell\""), std::string::npos);
  EXPECT_NE(complaint_about("fields", nlohmann::ordered_json::array()).find("\"fields\" must be"), std::string::npos);
  EXPECT_NE(complaint_about("observed", {"sleep"}).find("there is no outcome \"sleep\""), std::string::npos);
  EXPECT_NE(complaint_about("operations", {"resiz_"}).find("is no operation and no group"), std::string::npos);
  EXPECT_NE(complaint_about("fact", {"x"}).find("there is no condition \"fact\""), std::string::npos);
}

TEST_F(KnownTest, ACureIsCheckedWordByWord) {
  const auto complaint_about = [&](const nlohmann::json& cure) {
    nlohmann::ordered_json changed = pattern();
    changed["cures"] = nlohmann::ordered_json::array();
    changed["cures"].push_back(nlohmann::ordered_json::parse(cure.dump()));
    put("one.prog", "modecheck 1\n");
    put("one.json", to_json(entry(), changed));
    return complaint();
  };
  const auto replace = [](const char* argument, int value) {
    return nlohmann::json{{"operations", {"backward"}}, {"replace", {{{"argument", argument}, {"value", value}}}}};
  };
  EXPECT_EQ(complaint_about(replace("seeding", 1)), "");
  EXPECT_EQ(complaint_about({{"operations", {"as_strided"}}, {"how", "take out"}}), "");
  EXPECT_NE(complaint_about(replace("sowing", 1)).find("no argument \"sowing\" that can be replaced"),
            std::string::npos);
  EXPECT_NE(complaint_about(replace("self", 1)).find("no argument \"self\" that can be replaced"), std::string::npos);
  EXPECT_NE(complaint_about(replace("seeding", 1000)).find("no argument can be 1000"), std::string::npos);
  EXPECT_NE(complaint_about({{"operations", {"backward"}}, {"argment", "seeding"}}).find("no condition \"argment\""),
            std::string::npos);
  EXPECT_NE(complaint_about({{"operations", {"backward"}}, {"how", "somehow"}}).find("\"how\" is \"somehow\""),
            std::string::npos);
  EXPECT_NE(complaint_about({{"operations", {"backward"}}}).find("\"how\" must be a text"), std::string::npos);
}

TEST_F(KnownTest, ACauseThatIsNowhereIsRefused) {
  put("one.prog", "modecheck 1\n");
  KnownDeparture wrong = entry();
  wrong.cause.id = "nothing";
  put("one.json", to_json(wrong, pattern()));
  EXPECT_NE(complaint().find("there is no causes/nothing.json"), std::string::npos) << complaint();
}

TEST_F(KnownTest, ACauseNeedsItsExample) {
  put("one.prog", "modecheck 1\n");
  KnownDeparture other = entry();
  other.id = "other";
  put("other.prog", "modecheck 1\n");
  put("other.json", to_json(other, pattern()));
  EXPECT_NE(complaint().find("\"example\" is \"one\"; it must be an entry of this cause"), std::string::npos)
      << complaint();
}

TEST_F(KnownTest, MalformedJsonIsRefused) {
  put("one.json", "{");
  EXPECT_NE(complaint().find("one.json"), std::string::npos);
}

}  // namespace
}  // namespace modecheck::properties
