#include "subjects/operators/drawn_call.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace modecheck::operators {
namespace {

DrawnCall drawn(const SchemaText& schema, int attempt, std::uint32_t seed = 1) {
  std::mt19937 random(seed);
  return draw_call(schema, random, attempt);
}

TEST(DrawnCall, FirstDrawsTakeDefaultsAndEqualSizes) {
  const SchemaText schema = parse_schema_text(
      "m::f(Tensor a, Tensor b, float eps=0.5, int[2] pad=0, str mode=\"mean\", bool x=True) -> Tensor");
  EXPECT_EQ(drawn(schema, 0).text(schema),
            "m::f(a=float[2, 3], b=float[2, 3], eps=0.5, pad=[0, 0], mode=\"mean\", x=True)");
}

TEST(DrawnCall, LaterDrawsReachOtherTypesSizesAndValues) {
  const SchemaText schema =
      parse_schema_text("m::f(Tensor a, Tensor? b=None, Scalar? c=None, Tensor[] d=[]) -> Tensor");
  std::mt19937 random(1);
  std::set<std::string> first;
  bool with_b = false;
  bool with_c = false;
  for (int attempt = 0; attempt < 400; ++attempt) {
    const std::string text = draw_call(schema, random, attempt).text(schema);
    first.insert(text.substr(0, text.find(']')));
    with_b = with_b || text.find("b=") != std::string::npos;
    with_c = with_c || text.find("c=") != std::string::npos;
  }
  EXPECT_GT(first.size(), 40U);
  EXPECT_TRUE(with_b);
  EXPECT_TRUE(with_c) << "an optional argument is never given";
}

TEST(DrawnCall, ASeedGivesTheSameCalls) {
  const SchemaText schema = parse_schema_text("m::f(Tensor self, int[] size, Scalar x, ScalarType dtype) -> Tensor");
  for (int attempt = 0; attempt < 50; ++attempt)
    EXPECT_EQ(drawn(schema, attempt, 7).text(schema), drawn(schema, attempt, 7).text(schema));
}

TEST(DrawnCall, NamesWhatCannotBeDrawn) {
  EXPECT_EQ(unsupported_reason(parse_schema_text("m::f(Tensor self, Stream s) -> ()")),
            "an argument is of type Stream");
  EXPECT_EQ(unsupported_reason(parse_schema_text("m::f(Tensor self, str[] words) -> ()")),
            "an argument is of type str[]");
  EXPECT_EQ(unsupported_reason(parse_schema_text("m::f(Tensor self, Stream? s=None) -> ()")), "");
}

// libtorch prints the type of a dimension's name as str.
TEST(DrawnCall, NamesOfDimensionsComeWithNamedTensors) {
  const SchemaText schema = parse_schema_text("m::f(Tensor self, str[1] dim, str[] names) -> Tensor");
  EXPECT_EQ(unsupported_reason(schema), "");
  std::mt19937 random(1);
  std::set<std::string> all;
  for (int attempt = 0; attempt < 100; ++attempt) all.insert(draw_call(schema, random, attempt).text(schema));
  EXPECT_TRUE(all.contains("m::f(self=named float[3], dim=[\"dimname::A\"], names=[\"dimname::A\"])"));
  for (const std::string& one : all) EXPECT_EQ(one.find("dimname::F"), std::string::npos) << one;
  EXPECT_TRUE(std::any_of(all.begin(), all.end(), [](const std::string& one) {
    return one.find("names=[\"dimname::A\", \"dimname::B\"]") != std::string::npos;
  }));
  EXPECT_TRUE(std::any_of(all.begin(), all.end(), [](const std::string& one) {
    return one.find("self=float") != std::string::npos;
  })) << "every tensor has names";
}

}  // namespace
}  // namespace modecheck::operators
