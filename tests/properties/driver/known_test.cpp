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
    fs::create_directories(folder_ / "no-kernel");
    put("no-kernel/cause.json",
        R"({"title": "resize_ has no kernel for ADInplaceOrView", "kind": "finding", "rule": "M2", "example": "one", "what": "", "why": "", "fix": "", "link": ""})");
  }
  void TearDown() override { fs::remove_all(folder_); }
  void put(const std::string& name, const std::string& text) { std::ofstream(folder_ / name) << text; }
  void put_entry(const std::string& commands, const std::string& lines) {
    put("no-kernel/one.prog", "modecheck 1\n" + commands + lines);
  }
  std::string complaint() {
    try {
      load_known(folder_);
    } catch (const KnownError& error) {
      return error.what();
    }
    return "";
  }
  static KnownMismatch entry() {
    KnownMismatch out;
    out.id = "one";
    out.versions = {"1.13.1"};
    out.severity = Severity::MissingReject;
    out.cause.id = "no-kernel";
    out.signature = {"M2", "torch:cpu", "resize_", "missing InferenceInPlace"};
    out.found = KnownMismatch::Found{7, 812};
    return out;
  }
  static nlohmann::ordered_json pattern() {
    return {
        {"operations", {"resize_"}}, {"expected", {"InferenceInPlace"}}, {"observed", {"ok"}}, {"fields", {"outcome"}}};
  }

  fs::path folder_;
};

TEST_F(KnownTest, WhatIsWrittenIsRead) {
  put_entry("r0 = neg(r1)\n", pattern_lines(entry(), pattern()));
  const auto all = load_known(folder_);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].signature, entry().signature);
  EXPECT_EQ(all[0].severity, Severity::MissingReject);
  EXPECT_EQ(all[0].id, "one");
  EXPECT_EQ(all[0].cause.id, "no-kernel");
  EXPECT_EQ(all[0].cause.rule, "M2");
  EXPECT_EQ(all[0].found->program, 812U);
  EXPECT_EQ(all[0].program.records.size(), 1U);
  EXPECT_EQ(all[0].pattern.operations, *operations_named("resize_"));
  EXPECT_TRUE(all[0].pattern.counterfactuals.empty());
  EXPECT_TRUE(all[0].covers("1.13.1"));
  EXPECT_FALSE(all[0].covers("2.0.0"));
  EXPECT_FALSE(all[0].on_some_processors);
}

TEST_F(KnownTest, AnEntryMayDependOnTheProcessor) {
  KnownMismatch one = entry();
  one.on_some_processors = true;
  put_entry("r0 = neg(r1)\n", pattern_lines(one, pattern()));
  EXPECT_TRUE(load_known(folder_).at(0).on_some_processors);
  std::string text = pattern_lines(one, pattern());
  text.replace(text.find("true"), 4, "3");
  put_entry("r0 = neg(r1)\n", text);
  EXPECT_NE(complaint(), "");
}

// Files from an earlier version of modecheck have the keys "gravity", "facts" and "cures".
TEST_F(KnownTest, RetiredKeysAreReadAndNotWritten) {
  nlohmann::ordered_json changed = pattern();
  changed["facts"] = {"a view is written"};
  changed["cures"] = nlohmann::ordered_json::array();
  changed["cures"].push_back({{"operations", {"view"}}, {"how", "take out"}, {"facts", {"outside the mode"}}});
  std::string text = pattern_lines(entry(), changed);
  EXPECT_EQ(text.find("gravity"), std::string::npos);
  text.replace(text.find("severity"), 8, "gravity");
  put_entry("r0 = neg(r1)\n", text);
  EXPECT_EQ(complaint(), "");
  const auto all = load_known(folder_);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].severity, Severity::MissingReject);
  ASSERT_EQ(all[0].pattern.predicates.size(), 1U);
  EXPECT_EQ(all[0].pattern.predicates[0]->name, "a view is written");
  ASSERT_EQ(all[0].pattern.counterfactuals.size(), 1U);
  EXPECT_EQ(all[0].pattern.counterfactuals[0].predicates[0]->name, "outside the mode");

  put_entry("", "# pattern: {\"gravity\": \"crash\", \"severity\": \"crash\"}\n");
  EXPECT_NE(complaint().find("\"gravity\" is the earlier name of \"severity\", and both are there"), std::string::npos);
}

// An entry about the subject "torch:cpu" also applies to "torch-2.15.0:cpu", if the entry names that version.
TEST_F(KnownTest, AnEntrySpeaksOfVersions) {
  KnownMismatch one = entry();
  EXPECT_TRUE(one.speaks_of("torch:cpu", "1.13.1"));
  EXPECT_FALSE(one.speaks_of("torch-2.15.0:cpu", "2.15.0"));
  one.versions.push_back("2.15.0");
  EXPECT_TRUE(one.speaks_of("torch-2.15.0:cpu", "2.15.0"));
  EXPECT_FALSE(one.speaks_of("torch-2.15.0:meta", "2.15.0"));
  EXPECT_TRUE(one.speaks_of("exec:adapters/pytorch.py", "torch 2.15.0+cu132"));
  EXPECT_FALSE(one.speaks_of("exec:adapters/pytorch.py", "torch 1.12.0"));
  EXPECT_FALSE(one.speaks_of("exec:adapters/mine.py", "mine 2.15.0"));
  KnownMismatch on_meta = one;
  on_meta.signature.subject = "torch:meta";
  EXPECT_FALSE(on_meta.speaks_of("exec:adapters/pytorch.py", "torch 2.15.0+cu132"));
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
  put_entry("r0 = negg(r1)\n", pattern_lines(entry(), pattern()));
  EXPECT_NE(complaint().find("one.prog:2: "), std::string::npos) << complaint();
}

TEST_F(KnownTest, AnUnknownSeverityIsRefused) {
  std::string text = pattern_lines(entry(), pattern());
  text.replace(text.find("missing rejection"), 17, "awful");
  put_entry("", text);
  EXPECT_NE(complaint().find("\"severity\" is \"awful\"; it must be one of \"wrong gradient\""), std::string::npos);
}

TEST_F(KnownTest, APatternIsCheckedWordByWord) {
  const auto complaint_about = [&](const char* key, const nlohmann::ordered_json& value) {
    nlohmann::ordered_json changed = pattern();
    changed[key] = value;
    put_entry("", pattern_lines(entry(), changed));
    return complaint();
  };
  EXPECT_EQ(complaint_about("predicates", {"a view is written"}), "");
  EXPECT_NE(
      complaint_about("predicates", {"all is well"}).find("there is no predicate \"all is well\"; there are: outside"),
      std::string::npos);
  EXPECT_EQ(complaint_about("conditions", {{{"this", true}, {"self.rank", 0}}}), "");
  EXPECT_NE(
      complaint_about("conditions", {{{"this", true}, {"slef.rank", 0}}})
          .find("one.prog: \"recognised\": \"conditions\": \"slef.rank\": there is no argument \"slef\"; there are: "),
      std::string::npos);
  EXPECT_NE(complaint_about("conditions", "all is well").find("\"conditions\" must be a list"), std::string::npos);
  EXPECT_NE(complaint_about("where", "here").find("there is no location \"here\""), std::string::npos);
  EXPECT_NE(complaint_about("fields", {"smell"}).find("there is no field \"smell\""), std::string::npos);
  EXPECT_NE(complaint_about("fields", nlohmann::ordered_json::array()).find("\"fields\" must be"), std::string::npos);
  EXPECT_NE(complaint_about("observed", {"sleep"}).find("there is no outcome \"sleep\""), std::string::npos);
  EXPECT_NE(complaint_about("operations", {"resiz_"}).find("is no operation and no group"), std::string::npos);
  EXPECT_NE(complaint_about("predicate", {"x"}).find("there is no condition \"predicate\""), std::string::npos);
}

TEST_F(KnownTest, ACureIsCheckedWordByWord) {
  const auto complaint_about = [&](const nlohmann::json& counterfactual) {
    nlohmann::ordered_json changed = pattern();
    changed["counterfactuals"] = nlohmann::ordered_json::array();
    changed["counterfactuals"].push_back(nlohmann::ordered_json::parse(counterfactual.dump()));
    put_entry("", pattern_lines(entry(), changed));
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

TEST_F(KnownTest, APatternIsWrittenLineByLine) {
  EXPECT_EQ(pattern_lines(entry(), pattern()),
            "# pattern: {\"versions\": [\"1.13.1\"],\n"
            "# pattern:  \"severity\": \"missing rejection\",\n"
            "# pattern:  \"signature\": {\"rule\": \"M2\", \"subject\": \"torch:cpu\", \"operation\": \"resize_\", "
            "\"error\": \"missing InferenceInPlace\"},\n"
            "# pattern:  \"found\": {\"seed\": 7, \"program\": 812},\n"
            "# pattern:  \"recognised\": {\"operations\": [\"resize_\"],\n"
            "# pattern:   \"expected\": [\"InferenceInPlace\"],\n"
            "# pattern:   \"observed\": [\"ok\"],\n"
            "# pattern:   \"fields\": [\"outcome\"]}}\n");
}

TEST_F(KnownTest, AFolderWithoutItsCauseIsRefused) {
  put_entry("", pattern_lines(entry(), pattern()));
  fs::create_directories(folder_ / "nothing");
  EXPECT_NE(complaint().find("nothing: has no cause.json"), std::string::npos) << complaint();
}

TEST_F(KnownTest, ACauseNeedsItsExample) {
  put("no-kernel/other.prog", "modecheck 1\n" + pattern_lines(entry(), pattern()));
  EXPECT_NE(complaint().find("\"example\" is \"one\"; it must be a program in this folder"), std::string::npos)
      << complaint();
}

TEST_F(KnownTest, AnEntryOutsideACausesFolderIsRefused) {
  put_entry("", pattern_lines(entry(), pattern()));
  put("other.json", "{}");
  EXPECT_NE(complaint().find("other.json: lies in the folder of no cause"), std::string::npos) << complaint();
}

TEST_F(KnownTest, APatternInAFileOfItsOwnIsRefused) {
  put_entry("", pattern_lines(entry(), pattern()));
  put("no-kernel/one.json", "{}");
  EXPECT_NE(complaint().find("one.json: is no cause.json"), std::string::npos) << complaint();
}

TEST_F(KnownTest, AKeyThatIsThereTwiceIsRefused) {
  std::string text = pattern_lines(entry(), pattern());
  text.insert(text.find("\"severity\""), "\"severity\": \"crash\", ");
  put_entry("", text);
  EXPECT_NE(complaint().find("there are two keys \"severity\""), std::string::npos) << complaint();
}

TEST_F(KnownTest, TwoEntriesOfOneNameAreRefused) {
  put_entry("", pattern_lines(entry(), pattern()));
  fs::create_directories(folder_ / "other");
  fs::copy(folder_ / "no-kernel", folder_ / "other");
  EXPECT_NE(complaint().find("one.prog have the same name"), std::string::npos) << complaint();
}

TEST_F(KnownTest, AProgramWithoutAPatternIsRefused) {
  put_entry("", "");
  EXPECT_NE(complaint().find("one.prog: has no lines that begin with \"# pattern: \""), std::string::npos)
      << complaint();
}

TEST_F(KnownTest, MalformedJsonIsRefused) {
  put_entry("", "# pattern: {\n");
  EXPECT_NE(complaint().find("one.prog: "), std::string::npos);
  put("no-kernel/cause.json", "{");
  EXPECT_NE(complaint().find("cause.json"), std::string::npos);
}

// Other systems keep these letters, so they must not change.
TEST(Signatures, LettersAreOfTheTextAlone) {
  EXPECT_EQ(letters_of({"M2", "torch:cpu", "resize_", "missing InferenceInPlace"}), "flgkfglegeomnncn");
  const std::string letters = letters_of({"V4", "engine:cpu", "add_.Tensor", ""});
  EXPECT_EQ(letters.size(), 16U);
  EXPECT_EQ(letters.find_first_not_of("abcdefghijklmnopqrstuvwxyz"), std::string::npos) << letters;
  EXPECT_NE(letters, letters_of({"V4", "engine:cpu", "add_.Scalar", ""}));
}

}  // namespace
}  // namespace modecheck::properties
