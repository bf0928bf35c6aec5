// Tests the page of `run --html`: its text and, if a browser is installed, what the browser shows.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "spec/model/rules.h"
#include "spec/program/operation.h"
#include "tests/cli/process.h"

namespace modecheck::cli {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t out = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++out;
  return out;
}

// Formats a number with commas, for example "1,234".
std::string grouped(std::uint64_t number) {
  std::string out = std::to_string(number);
  for (std::ptrdiff_t at = static_cast<std::ptrdiff_t>(out.size()) - 3; at > 0; at -= 3)
    out.insert(static_cast<std::size_t>(at), 1, ',');
  return out;
}

// Returns the path of a browser that PATH has, or an empty string.
std::string find_browser() {
  const char* const path = std::getenv("PATH");
  for (const char* name : {"chromium", "chromium-browser", "google-chrome"}) {
    std::istringstream folders(path == nullptr ? "" : path);
    for (std::string folder; std::getline(folders, folder, ':');) {
      const fs::path file = fs::path(folder) / name;
      if (access(file.c_str(), X_OK) == 0) return file.string();
    }
  }
  return "";
}

class PageTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (run_modecheck({"subjects"}).out.find("canary") == std::string::npos) GTEST_SKIP() << "no canary was built";
    folder_ = fs::temp_directory_path() / ("modecheck-page-" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  // Runs a campaign on the canary, which always has findings, and returns the HTML page of the campaign.
  std::string page_of(std::vector<std::string> more = {}) {
    std::vector<std::string> words{
        "run",      "--subjects", "canary:cpu", "--programs",      "300",    "--html-depth",   "2",
        "--shrink", "12",         "--html",     path("page.html"), "--json", path("page.json")};
    words.insert(words.end(), more.begin(), more.end());
    const Ran ran = run_modecheck(words);
    EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
    return read(path("page.html"));
  }

  // Loads the page in the browser. Returns the parsed page as `out`, and the browser's complaints as `err`.
  Ran browse(const std::string& file, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                                   "--disable-background-networking", "--disable-component-update", "--no-first-run",
                                   // keeps the browser from making requests of its own
                                   "--host-resolver-rules=MAP * ~NOTFOUND", "--enable-logging=stderr",
                                   "--user-data-dir=" + path("browser"), "--dump-dom"};
    words.insert(words.end(), more.begin(), more.end());
    words.push_back("file://" + file);
    return run_program(find_browser(), words);
  }

  fs::path folder_;
};

TEST_F(PageTest, HasAllPartsAndNothingFromElsewhere) {
  const std::string page = page_of();
  for (const char* part : {"new finding", "What was not looked at", "Who was judged", "Where it has been",
                           "What the programs were like", "<article class=finding", "class=mismatches",
                           "the specification", "modecheck run --subjects canary:cpu --seed 1 --programs 300"})
    EXPECT_NE(page.find(part), std::string::npos) << part;
  for (const char* never :
       {"http:", "https:", "<script", "<img", "<iframe", "<object", "stylesheet", "url(", "@import", "<-- mismatch"})
    EXPECT_EQ(page.find(never), std::string::npos) << never;
  for (const char* tag :
       {"table", "details", "div", "article", "section", "main", "ul", "dl", "svg", "abbr", "span", "code", "pre"}) {
    const std::size_t opened =
        count_of(page, "<" + std::string(tag) + ">") + count_of(page, "<" + std::string(tag) + " ");
    EXPECT_EQ(opened, count_of(page, "</" + std::string(tag) + ">")) << tag;
  }
}

TEST_F(PageTest, SaysOfEveryRuleAndOperationWhereItWas) {
  const std::string page = page_of();
  for (const spec::RuleFacts& rule : spec::rules())
    // The page has two maps of rules, and both name the rule.
    EXPECT_EQ(count_of(page, ">" + std::string(rule.id) + "</abbr>"), 2U) << rule.id;
  for (const spec::Operation& row : spec::operations())
    EXPECT_NE(page.find("<th scope=row>" + std::string(row.name) + "<td"), std::string::npos) << row.name;
}

TEST_F(PageTest, SaysWhatTheJsonSays) {
  const std::string page = page_of();
  const auto json = nlohmann::json::parse(read(path("page.json")));
  EXPECT_NE(page.find(grouped(json.at("commands").get<std::uint64_t>()) + " commands"), std::string::npos);
  EXPECT_NE(page.find(grouped(json.at("findings").size()) + " new finding"), std::string::npos);
  std::uint64_t run = 0;
  std::uint64_t dropped = 0;
  for (const auto& operation : json.at("operations")) {
    run += operation.at("run").get<std::uint64_t>();
    dropped += operation.at("dropped").get<std::uint64_t>();
  }
  EXPECT_EQ(run + dropped, json.at("commands").get<std::uint64_t>());
  std::uint64_t for_reasons = 0;
  for (const auto& reason : json.at("dropped")) {
    for_reasons += reason.at("commands").get<std::uint64_t>();
    EXPECT_NE(page.find(grouped(reason.at("commands").get<std::uint64_t>()) + " " +
                        reason.at("reason").get<std::string>() + ": "),
              std::string::npos)
        << reason;
  }
  EXPECT_EQ(for_reasons, dropped);
  EXPECT_GT(dropped, 0U);
  EXPECT_NE(page.find("were dropped (" + grouped(dropped) + ")"), std::string::npos);
}

TEST_F(PageTest, SaysWhatWasLeftOut) {
  const std::string page = page_of({"--only", "in_place,InferenceMode", "--no-controls"});
  for (const char* part : {"left out of the programs", "were left out, by", "no controls", "not asked"})
    EXPECT_NE(page.find(part), std::string::npos) << part;
}

TEST_F(PageTest, OperationsThatASubjectLacksAreNamed) {
  const Ran ran =
      run_modecheck({"run", "--subjects", "template:cpu", "--programs", "200", "--html-depth", "1", "--html",
                     path("page.html"), "--json", path("page.json"), "--no-controls", "--verbose"});
  if (ran.code == 2) GTEST_SKIP() << "no template was built: " << ran.err;
  EXPECT_NE(ran.out.find("template:cpu was cut short by "), std::string::npos) << ran.out;
  EXPECT_NE(read(path("page.html")).find("<td>200<td>programs ended early on <b>template:cpu</b>"), std::string::npos);
  std::uint64_t lacking = 0;
  const auto json = nlohmann::json::parse(read(path("page.json")));
  for (const auto& operation : json.at("operations"))
    if (operation.contains("unsupported"))
      lacking += operation.at("unsupported").at("template:cpu").get<std::uint64_t>();
  EXPECT_EQ(lacking, 200U);  // judging ended in each of the 200 programs, because a subject lacks the operation
}

TEST_F(PageTest, TextIsEscaped) {
  const std::string page = page_of({"--findings", path("a<b>&\"c")});
  EXPECT_EQ(page.find("a<b>"), std::string::npos);
  EXPECT_NE(page.find("a&lt;b&gt;&amp;&quot;c"), std::string::npos);
}

TEST_F(PageTest, AFileThatCannotBeWrittenIsSaidFirst) {
  const Ran ran = run_modecheck({"run", "--programs", "10", "--html", path("no/such/folder/page.html")});
  EXPECT_EQ(ran.code, 2);
  EXPECT_NE(ran.err.find("--html"), std::string::npos) << ran.err;
  EXPECT_TRUE(ran.out.empty()) << ran.out;
}

TEST_F(PageTest, ABrowserShowsItWithoutComplaintAndAsksForNothing) {
  if (find_browser().empty()) GTEST_SKIP() << "skipped: there is no chromium (apt-get install chromium)";
  page_of();
  const Ran ran = browse(path("page.html"));
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("new finding"), std::string::npos);
  EXPECT_NE(ran.out.find("</html>"), std::string::npos);
  // The page's security policy forbids the browser to load anything. A forbidden request would leave a CONSOLE line, as
  // the next test shows.
  EXPECT_EQ(ran.err.find("CONSOLE"), std::string::npos) << ran.err;
}

TEST_F(PageTest, ABrowserComplainsOfAPageThatLoads) {
  if (find_browser().empty()) GTEST_SKIP() << "skipped: there is no chromium (apt-get install chromium)";
  std::string page = page_of();
  page.insert(page.find("</main>"), "<img src=\"http://127.0.0.1:9/x.png\">");
  std::ofstream(path("loads.html")) << page;
  const Ran ran = browse(path("loads.html"));
  EXPECT_NE(ran.err.find("CONSOLE"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("x.png"), std::string::npos) << ran.err;
}

TEST_F(PageTest, FitsAPhone) {
  if (find_browser().empty()) GTEST_SKIP() << "skipped: there is no chromium (apt-get install chromium)";
  std::string page = page_of();
  // A wide table must have its own scroll bar, so that the page needs none. The test removes the page's security
  // policy, so that a script can report the page's width.
  const std::size_t policy = page.find("<meta http-equiv=Content-Security-Policy");
  ASSERT_NE(policy, std::string::npos);
  page.erase(policy, page.find('>', policy) + 1 - policy);
  page +=
      "<script>document.body.dataset.wide=document.documentElement.scrollWidth-document.documentElement.clientWidth</"
      "script>";
  std::ofstream(path("wide.html")) << page;
  const Ran ran = browse(path("wide.html"), {"--window-size=390,800"});
  EXPECT_NE(ran.out.find("data-wide=\"0\""), std::string::npos) << ran.out.substr(ran.out.find("data-wide"), 40);
}

}  // namespace
}  // namespace modecheck::cli
