// Tests what at::print writes beyond what PyTorch's own tests look at.
#include "engine/api/formatting.h"

#include <gtest/gtest.h>
#include <torch/torch.h>

#include <sstream>

namespace {

TEST(Formatting, ALineTooNarrowForOneNumberHoldsOne) {
  std::ostringstream out;
  at::print(out, torch::tensor({{1.0F, 2.0F}, {3.0F, 4.0F}}), 1);
  EXPECT_EQ(out.str(), "Columns 1 to 1 1\n 3\n\nColumns 2 to 2 2\n 4\n[ CPUFloatType{2,2} ]");
}

}  // namespace
