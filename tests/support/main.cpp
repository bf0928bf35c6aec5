// The main function of every GoogleTest program here. A test that skips itself has tested nothing, which is easily
// overlooked: with MODECHECK_REQUIRE_ALL=1 in the environment, as CI sets it, a skip is a failure, unless
// tests/allowed_skips.txt names the test and says why. Without it a program whose tests were all skipped ends with 77,
// which CTest shows as skipped.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr int kSkipped = 77;

// The first word of each line that is no comment.
std::set<std::string> allowed_skips() {
  std::set<std::string> out;
  std::ifstream in(MODECHECK_ALLOWED_SKIPS);
  for (std::string line; std::getline(in, line);)
    if (!line.empty() && line[0] != '#') out.insert(line.substr(0, line.find(' ')));
  return out;
}

class SkipCounter final : public testing::EmptyTestEventListener {
 public:
  void OnTestEnd(const testing::TestInfo& test) override {
    ++ran_;
    if (test.result()->Skipped()) skipped_.push_back(std::string(test.test_suite_name()) + "." + test.name());
  }
  bool all_skipped() const { return ran_ > 0 && skipped_.size() == ran_; }
  const std::vector<std::string>& skipped() const { return skipped_; }

 private:
  std::size_t ran_ = 0;
  std::vector<std::string> skipped_;
};

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  auto* const counter = new SkipCounter;  // GoogleTest deletes it
  testing::UnitTest::GetInstance()->listeners().Append(counter);
  const int result = RUN_ALL_TESTS();
  if (result != 0) return result;
  const char* const required = std::getenv("MODECHECK_REQUIRE_ALL");
  int unexpected = 0;
  if (required != nullptr && std::string_view(required) == "1") {
    const std::set<std::string> allowed = allowed_skips();
    for (const std::string& test : counter->skipped()) {
      if (allowed.count(test) != 0) continue;
      ++unexpected;
      std::printf("%s was skipped, and MODECHECK_REQUIRE_ALL=1 asks for all tests. Install what it lacks, or name it in "
                  "tests/allowed_skips.txt with the reason.\n",
                  test.c_str());
    }
  }
  if (unexpected > 0) return 1;
  return counter->all_skipped() ? kSkipped : 0;
}
