// Tests what sampled calls of the kernels do not test: the order in which elements are visited, exactness, random
// numbers, and edge cases.
#include <gtest/gtest.h>

#include "tests/backends/engine_answer.h"

namespace modecheck::tests {
namespace {

// Returns the values of the first tensor in an answer.
std::string values_of(const std::string& answer) {
  const std::size_t begin = answer.find('{');
  return begin == std::string::npos ? answer : answer.substr(begin, answer.find('}') + 1 - begin);
}

std::string on_engine(const std::string& line) { return values_of(engine_answer(line)); }

TEST(Kernels, RandGivesLibtorchsNumbers) {
  EXPECT_EQ(on_engine("rand l4"), "{0.88226926326751709,0.91500395536422729,0.38286375999450684,0.95930564403533936}");
  EXPECT_EQ(on_engine("rand l2 ydouble"), "{0.058154485961429692,0.062910167424577557}");
}

// If the result of a kernel shares memory with an input, the result has the same values as with separate memory.
TEST(Kernels, SharedMemoryDoesNotChangeTheResult) {
  const std::string storage = "@double:16:5:-8:8 ";
  const std::string shifted = "%0:2,2:2,1:0 %0:2,2:3,1:1 ";
  EXPECT_EQ(on_engine(storage + shifted + "add.out T0 T0 si1 T1"), on_engine(storage + shifted + "add.Tensor T0 T0"));
  EXPECT_EQ(on_engine(storage + "%0:2,2:2,1:0 mm.out T0 T0 T0"), on_engine(storage + "%0:2,2:2,1:0 mm T0 T0"));
  EXPECT_EQ(on_engine(storage + "%0:2,3:3,1:0 %0:2:1:2 sum.IntList_out T0 l1 b0 n T1"),
            on_engine(storage + "%0:2,3:3,1:0 sum.dim_IntList T0 l1"));
}

// An out variant reads the old elements of its input, even if the input is also the output and is resized first.
TEST(Kernels, AnInputThatIsResizedIsReadAsItWas) {
  const std::string matrix = "@double:16:5:-8:8 %0:2,3:3,1:0 ";
  EXPECT_EQ(on_engine(matrix + "sum.IntList_out T0 l b0 n T0"), on_engine(matrix + "sum T0"));
  EXPECT_EQ(on_engine("@double:6:5:-8:8 %0:0,2:2,1:0 sum.IntList_out T0 l b0 n T0"), "{0}");
  const std::string factors = matrix + "%0:3,2:2,1:6 ";
  EXPECT_EQ(on_engine(factors + "mm.out T0 T1 T0"), on_engine(factors + "mm T0 T1"));
}

// If two indices name one element, x[i] = x[i] + x[i] doubles that element once.
TEST(Kernels, AnElementWithTwoPlacesIsWrittenFromItsOldValue) {
  EXPECT_EQ(on_engine("@int64:4:5:1:1 %0:3,2:1,1:0 add_.Tensor T0 T0"), "{2,2,2,2,2,2}");
}

TEST(Kernels, WhatCertainlyOverlapsIsRejected) {
  EXPECT_EQ(engine_answer("@float:6:5:-8:8 %0:3:1:0 %0:3:1:1 add_.Tensor T0 T1").rfind("error MemoryOverlap", 0), 0u);
  EXPECT_EQ(engine_answer("@float:6:5:-8:8 %0:3:0:0 neg_ T0").rfind("error MemoryOverlap", 0), 0u);
  EXPECT_EQ(engine_answer("@float:6:5:-8:8 %0:3:0:0 zero_ T0").rfind("ok", 0), 0u);
}

TEST(Kernels, IntegersWrapAndConversionsAreDefined) {
  EXPECT_EQ(on_engine("full l1 si9223372036854775807"), "{9223372036854775807}");
  EXPECT_EQ(on_engine("@int64:1:0:9223372036854775807:9223372036854775807 %0:1:1:0 add_.Scalar T0 si1"),
            "{-9223372036854775808}");
  EXPECT_EQ(on_engine("full l2 sd1e300 ydouble"), "{1.0000000000000001e+300,1.0000000000000001e+300}");
  EXPECT_EQ(engine_answer("full l2 sd1e300 yfloat").rfind("error Overflow", 0), 0u);
}

TEST(Kernels, MessagesNameTheOperatorAndShowTheValues) {
  const std::string answer = engine_answer("@float:6:5:-8:8 %0:2,3:3,1:0 view T0 l4");
  EXPECT_NE(answer.find("view"), std::string::npos) << answer;
  EXPECT_NE(answer.find("[4]"), std::string::npos) << answer;
}

TEST(Kernels, SetKeepsTheTensorWithinItsStorage) {
  const std::string line = "@double:6:5:-8:8 @bool:2:2:0:1 %0:2:1:0 %1:2:1:0 set_.source_Tensor T0 T1";
  EXPECT_EQ(engine_answer(line).rfind("error StorageBounds", 0), 0u);
}

}  // namespace
}  // namespace modecheck::tests
