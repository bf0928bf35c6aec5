// This file holds the main function of our GoogleTest programs. A skipped test has tested nothing, which is easily
// overlooked. With MODECHECK_REQUIRE_ALL=1 in the environment, as CI sets it, a skip is therefore a failure. The
// exceptions are the tests that tests/allowed_skips.txt lists with a reason. Without the variable, a program whose
// tests were all skipped exits with 77, which CTest shows as skipped.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace {

constexpr int kSkipped = 77;

constexpr std::array kShardVariables{"TOTAL_SHARDS", "SHARD_INDEX", "SHARD_STATUS_FILE"};

// Gives GoogleTest's own variables the values of Bazel's, where GoogleTest's are not set.
void take_shard_of_bazel() {
  for (const char* const name : kShardVariables)
    if (const char* const value = std::getenv((std::string("TEST_") + name).c_str()))
      setenv((std::string("GTEST_") + name).c_str(), value, /*overwrite=*/0);
}

#if defined(MODECHECK_ADDRESS_SANITIZER) || defined(MODECHECK_THREAD_SANITIZER)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

// Returns the names of the tests that may be skipped: the first word of each line that is not a comment. A line that
// begins with "sanitized" names the test in its second word, and counts only in a build with a sanitizer.
std::set<std::string> allowed_skips() {
  constexpr std::string_view sanitized = "sanitized ";
  std::set<std::string> out;
  std::ifstream in(MODECHECK_ALLOWED_SKIPS);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (line.rfind(sanitized, 0) == 0) {
      if (!kSanitized) continue;
      line.erase(0, sanitized.size());
    }
    out.insert(line.substr(0, line.find(' ')));
  }
  return out;
}

// Passes every event to GoogleTest's own printer, except skips that count as failures. CTest would show such a test as
// skipped, and not as failed, as soon as the printer reports the skip.
class Printer final : public testing::TestEventListener {
 public:
  Printer(testing::TestEventListener* printer, std::set<std::string> allowed, bool required)
      : printer_(printer), allowed_(std::move(allowed)), required_(required) {}

  bool all_skipped() const { return ran_ > 0 && skipped_ == ran_; }
  bool has_failed() const { return failed_; }

  void OnTestProgramStart(const testing::UnitTest& all) override {
    // GoogleTest has chosen this shard's tests. A command that a test starts must not take a part of its programs.
    for (const std::string_view prefix : {"TEST_", "GTEST_"})
      for (const char* const name : kShardVariables) unsetenv((std::string(prefix) + name).c_str());
    printer_->OnTestProgramStart(all);
  }
  void OnTestIterationStart(const testing::UnitTest& all, int i) override { printer_->OnTestIterationStart(all, i); }
  void OnEnvironmentsSetUpStart(const testing::UnitTest& all) override { printer_->OnEnvironmentsSetUpStart(all); }
  void OnEnvironmentsSetUpEnd(const testing::UnitTest& all) override { printer_->OnEnvironmentsSetUpEnd(all); }
  void OnTestSuiteStart(const testing::TestSuite& suite) override { printer_->OnTestSuiteStart(suite); }
  void OnTestStart(const testing::TestInfo& test) override { printer_->OnTestStart(test); }
  void OnTestPartResult(const testing::TestPartResult& result) override { printer_->OnTestPartResult(result); }
  void OnTestEnd(const testing::TestInfo& test) override {
    ++ran_;
    if (!test.result()->Skipped()) return printer_->OnTestEnd(test);
    ++skipped_;
    const std::string name = std::string(test.test_suite_name()) + "." + test.name();
    if (!required_ || allowed_.count(name) != 0) return printer_->OnTestEnd(test);
    failed_ = true;
    std::printf(
        "%s was skipped, and MODECHECK_REQUIRE_ALL=1 asks for all tests. Install what it lacks, or name it in "
        "tests/allowed_skips.txt with the reason.\n",
        name.c_str());
  }
  void OnTestSuiteEnd(const testing::TestSuite& suite) override { printer_->OnTestSuiteEnd(suite); }
  void OnEnvironmentsTearDownStart(const testing::UnitTest& all) override {
    printer_->OnEnvironmentsTearDownStart(all);
  }
  void OnEnvironmentsTearDownEnd(const testing::UnitTest& all) override { printer_->OnEnvironmentsTearDownEnd(all); }
  void OnTestIterationEnd(const testing::UnitTest& all, int i) override {
    if (!failed_) printer_->OnTestIterationEnd(all, i);
  }
  void OnTestProgramEnd(const testing::UnitTest& all) override { printer_->OnTestProgramEnd(all); }

 private:
  std::unique_ptr<testing::TestEventListener> printer_;
  std::set<std::string> allowed_;
  bool required_;
  std::size_t ran_ = 0;
  std::size_t skipped_ = 0;
  bool failed_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  take_shard_of_bazel();
  testing::InitGoogleTest(&argc, argv);
  const char* const required = std::getenv("MODECHECK_REQUIRE_ALL");
  testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
  auto* const printer = new Printer(listeners.Release(listeners.default_result_printer()), allowed_skips(),
                                    required != nullptr && std::string_view(required) == "1");
  listeners.Append(printer);  // GoogleTest owns this listener and deletes it
  const int result = RUN_ALL_TESTS();
  if (result != 0 || printer->has_failed()) return 1;
  return printer->all_skipped() ? kSkipped : 0;
}
