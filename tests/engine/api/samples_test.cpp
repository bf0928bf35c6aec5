// Tests that the sample programs print the same with the engine and with libtorch.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <map>
#include <memory>
#include <sstream>

#include "tests/engine/api/api_samples.h"

namespace {

TEST(Samples, PrintWhatLibtorchPrints) {
#ifdef MODECHECK_TORCH_SAMPLES
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(MODECHECK_TORCH_SAMPLES, "r"), pclose);
  ASSERT_TRUE(pipe);
  std::string text;
  std::array<char, 65536> buffer{};
  for (std::size_t n = 0; (n = fread(buffer.data(), 1, buffer.size(), pipe.get())) > 0;) text.append(buffer.data(), n);
  std::istringstream theirs(text);
  std::size_t compared = 0;
  for (const api_samples::Sample& sample : api_samples::all()) {
    std::string line;
    ASSERT_TRUE(std::getline(theirs, line)) << "libtorch stopped before " << sample.name;
    EXPECT_EQ(api_samples::as_line(sample), line);
    ++compared;
  }
  EXPECT_GT(compared, 700u);
#else
  GTEST_SKIP() << "libtorch was not found";
#endif
}

// In a build without libtorch, the output of a few sample programs is compared with text that is written here.
TEST(Samples, PrintWhatIsWritten) {
  std::map<std::string, std::string> printed;
  for (const api_samples::Sample& sample : api_samples::all()) printed[sample.name] = sample.printed;
  EXPECT_EQ(printed["literal lists"], " 1  2\n 3  4\n[ CPULongType{2,2} ]");
  EXPECT_EQ(printed["literal number"], "1\n[ CPULongType{} ]");
  EXPECT_EQ(printed["literal empty"], "[ CPUFloatType{0} ]");
  EXPECT_EQ(printed["literal floats"], " 1.0000\n 2.5000\n[ CPUFloatType{2} ]");
  EXPECT_EQ(printed["print an undefined tensor"], "[ Tensor (undefined) ]");
  EXPECT_EQ(printed["print integers of 1 1 1 1"], "(1,1,.,.) = \n  0\n[ CPULongType{1,1,1,1} ]");
  EXPECT_EQ(printed["truth ^"], " 0\n 1\n 1\n 0\n[ CPUBoolType{4} ]");
  EXPECT_EQ(printed["literal ragged"], "raises");
}

}  // namespace
