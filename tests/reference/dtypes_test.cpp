// Tests how the reference rounds and promotes dtypes. The folder spec/ has a second implementation of promotion, which
// must agree with the reference's.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "reference/values/promotion.h"
#include "reference/values/rounding.h"
#include "reference/values/small_floats.h"
#include "spec/rules/promotion.h"

namespace modecheck::reference {
namespace {

using spec::DType;

spec::Geometry shaped(DType dtype, int rank) {
  spec::Geometry out;
  out.dtype = dtype;
  out.rank = static_cast<std::uint8_t>(rank);
  for (int d = 0; d < rank; ++d) out.sizes[static_cast<std::size_t>(d)] = 2;
  return out;
}

}  // namespace

TEST(ReferenceDtypes, PromotesAsTheSpecificationDoes) {
  for (int i = 0; i < spec::kDTypes; ++i)
    for (int j = 0; j < spec::kDTypes; ++j) {
      const auto a = static_cast<DType>(i);
      const auto b = static_cast<DType>(j);
      EXPECT_EQ(spec::name_of(spec::promote(a, b)), spec::name_of(reference::promote(a, b)))
          << spec::name_of(a) << " and " << spec::name_of(b);
      for (const int rank : {0, 1}) {
        spec::Promotion specified;
        ResultType computed;
        for (const spec::Geometry& tensor : {shaped(a, 1), shaped(b, rank)}) {
          specified.add(tensor);
          computed.add(tensor);
        }
        if (specified.wants_complex_half()) continue;
        EXPECT_EQ(spec::name_of(specified.result()), spec::name_of(computed.dtype()))
            << spec::name_of(a) << " and " << spec::name_of(b) << " of " << rank << " dimensions";
      }
    }
}

TEST(ReferenceDtypes, RoundsToTheNearestNumberOfADtype) {
  EXPECT_EQ(round_to(DType::Float16, 2049), 2048);
  EXPECT_EQ(round_to(DType::Float16, 2051), 2052);
  EXPECT_EQ(round_to(DType::Float16, 65519), 65504);
  EXPECT_EQ(round_to(DType::Float16, -65520), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(round_to(DType::Float16, 0x1p-25), 0);
  EXPECT_EQ(round_to(DType::Float16, 0x1.8p-25), 0x1p-24);
  EXPECT_EQ(round_to(DType::BFloat16, 257), 256);
  EXPECT_EQ(round_to(DType::BFloat16, 259), 260);
  EXPECT_TRUE(std::isnan(round_to(DType::BFloat16, std::nan(""))));
}

TEST(ReferenceDtypes, SixteenBitsReadAndWrittenStayTheSame) {
  for (unsigned bits = 0; bits < 0x10000u; ++bits) {
    Float16 half;
    half.bits = static_cast<std::uint16_t>(bits);
    const double value = half;
    if (std::isnan(value)) continue;
    EXPECT_EQ(Float16(value).bits, bits);
    EXPECT_EQ(round_to(DType::Float16, value), value);
    BFloat16 brain;
    brain.bits = static_cast<std::uint16_t>(bits);
    const double other = brain;
    if (std::isnan(other)) continue;
    EXPECT_EQ(BFloat16(other).bits, bits);
    EXPECT_EQ(round_to(DType::BFloat16, other), other);
  }
}

TEST(ReferenceDtypes, IntegersKeepTheirLowBits) {
  EXPECT_EQ(wrap_to(DType::UInt8, -3), 253);
  EXPECT_EQ(wrap_to(DType::Int8, 128), -128);
  EXPECT_EQ(wrap_to(DType::Int16, 0x18000), -0x8000);
  EXPECT_EQ(wrap_to(DType::Bool, 6), 1);
}

}  // namespace modecheck::reference
