#include "subjects/operators/schema_text.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace modecheck::operators {
namespace {

TEST(SchemaText, ReadsNamesTypesAndDefaults) {
  const SchemaText schema = parse_schema_text(
      "aten::conv2d.padding(Tensor input, Tensor? bias=None, int[2] stride=[1, 1], str padding=\"a,(b\", *, "
      "float? eps=1e-05) -> (Tensor out, Tensor)");
  EXPECT_EQ(schema.name, "aten::conv2d.padding");
  ASSERT_EQ(schema.arguments.size(), 5U);
  EXPECT_EQ(schema.arguments[0].type, "Tensor");
  EXPECT_EQ(schema.arguments[0].name, "input");
  EXPECT_EQ(schema.arguments[0].default_text, std::nullopt);
  EXPECT_EQ(schema.arguments[1].type, "Tensor?");
  EXPECT_EQ(schema.arguments[1].default_text, "None");
  EXPECT_EQ(schema.arguments[2].type, "int[]");
  EXPECT_EQ(schema.arguments[2].length, 2);
  EXPECT_EQ(schema.arguments[2].default_text, "[1, 1]");
  EXPECT_EQ(schema.arguments[3].default_text, "\"a,(b\"");
  EXPECT_FALSE(schema.arguments[3].keyword_only);
  EXPECT_TRUE(schema.arguments[4].keyword_only);
  ASSERT_EQ(schema.results.size(), 2U);
  EXPECT_EQ(schema.results[0].name, "out");
  EXPECT_EQ(schema.results[1].name, "");
}

TEST(SchemaText, ReadsAliases) {
  const SchemaText split =
      parse_schema_text("aten::split.Tensor(Tensor(a -> *) self, int split_size, int dim=0) -> Tensor(a)[]");
  EXPECT_EQ(split.arguments[0].alias, "a");
  EXPECT_EQ(split.results[0].type, "Tensor[]");
  EXPECT_TRUE(split.results[0].may_alias(split.arguments[0]));
  EXPECT_FALSE(split.arguments[0].writes());
  const SchemaText out = parse_schema_text(
      "m::f(Tensor(a!) x, Tensor(b!)? y, Tensor(c|d) z, *, Tensor(e!)[] out) -> (Tensor(a!), Tensor(b!))");
  EXPECT_TRUE(out.arguments[0].writes());
  EXPECT_EQ(out.arguments[1].type, "Tensor?");
  EXPECT_TRUE(out.arguments[1].writes());
  EXPECT_EQ(out.arguments[2].alias, "c|d");
  EXPECT_TRUE(out.arguments[3].is_tensor_list());
  EXPECT_TRUE(out.results[0].may_alias(out.arguments[0]));
  EXPECT_FALSE(out.results[0].may_alias(out.arguments[1]));
  const SchemaText words = parse_schema_text("m::f(Tensor(self!) x, Tensor(other) y) -> Tensor(self!)");
  EXPECT_TRUE(words.results[0].may_alias(words.arguments[0]));
  EXPECT_FALSE(words.results[0].may_alias(words.arguments[1])) << "the names have a letter in common";
}

TEST(SchemaText, ReadsSchemasWithoutArgumentsOrResults) {
  EXPECT_TRUE(parse_schema_text("m::f() -> ()").results.empty());
  EXPECT_TRUE(parse_schema_text("m::f() -> Tensor").arguments.empty());
}

TEST(SchemaText, RejectsWhatIsNoSchema) {
  for (const char* text :
       {"", "m::f", "m::f(Tensor self", "m::f(Tensor self)", "(Tensor self) -> Tensor", "m::f(Tensor) -> Tensor"})
    EXPECT_THROW(parse_schema_text(text), std::invalid_argument) << text;
}

}  // namespace
}  // namespace modecheck::operators
