// Tests that the catalogue's schemas equal libtorch's, letter by letter.
#include <gtest/gtest.h>

#ifdef MODECHECK_HAVE_LIBTORCH
#include <ATen/core/dispatch/Dispatcher.h>

#include <sstream>
#include <string>

#include "spec/operators/distance.h"
#include "spec/operators/neural.h"
#include "spec/operators/normalization.h"
#include "spec/program/operation.h"

namespace modecheck::spec {
namespace {

void expect_libtorchs(const operators::Schema& schema) {
  const auto handle =
      c10::Dispatcher::singleton().findSchema({"aten::" + std::string(schema.name), std::string(schema.overload)});
  ASSERT_TRUE(handle.has_value()) << schema.qualified_name << " is not an operator of libtorch";
  std::ostringstream theirs;
  theirs << handle->schema();
  EXPECT_EQ("aten::" + std::string(schema.text), theirs.str());
}

template <typename... Rows>
void expect_libtorchs(operators::List<Rows...> /*names the rows*/) {
  (expect_libtorchs(operators::schema_of<Rows>), ...);
}

TEST(Schemas, AreTheTextsOfLibtorch) {
  for (const Operation& row : operations())
    if (row.kind == CommandKind::Operator) expect_libtorchs(row.schema);
  expect_libtorchs(operators::NeuralRows{});
  expect_libtorchs(operators::DistanceRows{});
}

}  // namespace
}  // namespace modecheck::spec
#else
TEST(Schemas, AreTheTextsOfLibtorch) { GTEST_SKIP() << "built without libtorch"; }
#endif
