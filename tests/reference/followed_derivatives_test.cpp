// Tests that the reference has second derivatives for every operator through which the specification follows a double
// backward.
#include <gtest/gtest.h>

#include "reference/kernels/kernels.h"
#include "spec/rules/double_backward_table.h"

namespace modecheck::reference {
namespace {

TEST(FollowedDerivatives, AreSecondDerivativesOfTheReference) {
  int followed = 0;
  for (std::size_t i = spec::kBuiltinCommands; i < spec::operations().size(); ++i) {
    const auto id = static_cast<spec::OperationId>(i);
    if (!spec::has_double_backward(id)) continue;
    ++followed;
    const KernelRow* const row = kernel_of(id);
    ASSERT_NE(row, nullptr) << spec::operation(id).name;
    EXPECT_EQ(row->second_derivatives, SecondDerivatives::Yes) << spec::operation(id).name;
  }
  EXPECT_GT(followed, 100);
}

}  // namespace
}  // namespace modecheck::reference
