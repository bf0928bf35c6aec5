// Tests that error messages print their parts as a stream would, and how a tensor is printed on a narrow line.
#include <gtest/gtest.h>
#include <torch/torch.h>

#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "engine/api/formatting.h"
#include "engine/core/errors/error.h"
#include "engine/core/types/array_ref.h"
#include "engine/core/types/complex.h"
#include "engine/core/types/device.h"
#include "engine/core/types/scalar.h"
#include "engine/core/types/scalar_type.h"

namespace modecheck::engine {
namespace {

template <typename T>
void expect_streamed(const T& value) {
  std::ostringstream stream;
  stream << value;
  std::string text = "before ";
  append_part(text, value);
  EXPECT_EQ(text, "before " + stream.str());
}

TEST(Messages, PartsReadAsAStreamWritesThem) {
  expect_streamed("words");
  expect_streamed(std::string("words"));
  expect_streamed(static_cast<const char*>("words"));
  expect_streamed('c');
  expect_streamed(static_cast<std::int8_t>('d'));
  expect_streamed(static_cast<std::uint8_t>('e'));
  expect_streamed(true);
  expect_streamed(-7);
  expect_streamed(static_cast<std::int16_t>(-300));
  expect_streamed(std::numeric_limits<std::int64_t>::min());
  expect_streamed(std::numeric_limits<std::uint64_t>::max());
  expect_streamed(0.1f);
  expect_streamed(1e300);
  const std::vector<std::int64_t> sizes{2, -1, 40};
  expect_streamed(c10::IntArrayRef(sizes));
  expect_streamed(c10::IntArrayRef());
  expect_streamed(c10::kBFloat16);
  expect_streamed(c10::Device(c10::kMeta));
  expect_streamed(c10::complex<double>(1, -2));
  expect_streamed(c10::Scalar(2.5));
}

TEST(Messages, AreMadeOfTheirParts) {
  const std::vector<std::int64_t> sizes{3, 0};
  try {
    MODECHECK_CHECK(sizes.empty(), ErrorClass::Shape, "op: sizes ", c10::IntArrayRef(sizes), " of ", c10::kHalf,
                    " are ", 2, " too many: ", 0.5);
    FAIL() << "no rejection";
  } catch (const c10::Error& error) {
    EXPECT_STREQ(error.what(), "op: sizes [3, 0] of Half are 2 too many: 0.5");
    EXPECT_EQ(error.error_class(), ErrorClass::Shape);
  }
}

// This error message is longer than the buffer in which messages are first built.
TEST(Messages, MayBeLong) {
  const std::string words(1000, 'w');
  try {
    raise(ErrorClass::Index, words, 1, words);
  } catch (const c10::IndexError& error) {
    EXPECT_EQ(error.what(), words + "1" + words);
  }
}

TEST(Messages, ALineTooNarrowForOneNumberHoldsOne) {
  std::ostringstream out;
  at::print(out, torch::tensor({{1.0F, 2.0F}, {3.0F, 4.0F}}), 1);
  EXPECT_EQ(out.str(), "Columns 1 to 1 1\n 3\n\nColumns 2 to 2 2\n 4\n[ CPUFloatType{2,2} ]");
}

}  // namespace
}  // namespace modecheck::engine
