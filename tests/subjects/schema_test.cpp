// The catalogue's schemas are libtorch's own, letter by letter.
#include <gtest/gtest.h>

#ifdef MODECHECK_HAVE_LIBTORCH
#include <ATen/core/dispatch/Dispatcher.h>

#include <sstream>
#include <string>

#include "spec/operation.h"

namespace modecheck::spec {
namespace {

TEST(Schemas, AreTheTextsOfLibtorch) {
  for (int id = 0; id < kOperators; ++id) {
    const operators::Schema& schema = operation(static_cast<OperationId>(id)).schema;
    const auto handle =
        c10::Dispatcher::singleton().findSchema({"aten::" + std::string(schema.name), std::string(schema.overload)});
    ASSERT_TRUE(handle.has_value()) << schema.qualified_name << " is not an operator of libtorch";
    std::ostringstream theirs;
    theirs << handle->schema();
    EXPECT_EQ("aten::" + std::string(schema.text), theirs.str());
  }
}

}  // namespace
}  // namespace modecheck::spec
#else
TEST(Schemas, AreTheTextsOfLibtorch) { GTEST_SKIP() << "built without libtorch"; }
#endif
