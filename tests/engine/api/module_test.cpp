// Tests that torch::nn::Module keeps the rules about normal and inference tensors. samples_test.cpp covers its other
// behaviour.
#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

struct OneImpl : torch::nn::Cloneable<OneImpl> {
  OneImpl() { reset(); }
  void reset() override {
    weight = register_parameter("weight", at::ones({2}));
    count = register_buffer("count", at::zeros({}));
  }
  Tensor weight, count;
};
TORCH_MODULE(One);

}  // namespace

// Rules P5, K3 and K4: the parameters of a module that was made inside InferenceMode stay inference tensors when the
// module is converted.
TEST(Module, ConvertsInItsOwnKind) {
  One normal_one;
  One frozen_one{nullptr};
  {
    const c10::InferenceMode mode;
    frozen_one = One();
    EXPECT_TRUE(frozen_one->weight.is_inference());
    EXPECT_TRUE(frozen_one->weight.requires_grad());
    normal_one->to(at::kDouble);
    frozen_one->to(at::kDouble);
    EXPECT_TRUE(frozen_one->weight.is_inference());
    EXPECT_FALSE(normal_one->weight.is_inference());
    EXPECT_EQ(normal_one->weight._version(), 0);
  }
  EXPECT_EQ(frozen_one->weight.dtype(), at::kDouble);
  normal_one->to(at::kFloat);
  EXPECT_FALSE(normal_one->weight.is_inference());
  EXPECT_TRUE(normal_one->weight.requires_grad());
  EXPECT_TRUE(normal_one->weight.is_leaf());
  // Rule M2: outside InferenceMode an inference parameter cannot be converted.
  EXPECT_EQ(rejected([&] { frozen_one->to(at::kFloat); }), ErrorClass::InferenceWriteOutsideMode);
  EXPECT_EQ(frozen_one->weight.dtype(), at::kDouble);
}

TEST(Module, ClonesInTheModesKind) {
  One one;
  one->weight.mutable_grad() = at::ones({2});
  const auto copy = std::dynamic_pointer_cast<OneImpl>(one->clone());
  EXPECT_FALSE(copy->weight.is_alias_of(one->weight));
  EXPECT_FALSE(copy->weight.grad().defined());
  const c10::InferenceMode mode;
  EXPECT_TRUE(std::dynamic_pointer_cast<OneImpl>(one->clone())->weight.is_inference());
}

// Rule K1: the kind of a module's tensors is that of the module. Loading inside the mode therefore needs a module that
// was made inside it (rule K3).
TEST(Module, IsSavedAndLoaded) {
  One saved_one;
  at::NoGradGuard quiet;
  saved_one->weight.fill_(7);
  saved_one->count.fill_(3);
  std::ostringstream out;
  torch::save(saved_one, out);
  One loaded_one;
  std::istringstream in(out.str());
  torch::load(loaded_one, in);
  EXPECT_EQ(values(loaded_one->weight), values(saved_one->weight));
  EXPECT_EQ(values(loaded_one->count), values(saved_one->count));
  EXPECT_TRUE(loaded_one->weight.requires_grad());
  EXPECT_FALSE(loaded_one->weight.is_inference());
  const c10::InferenceMode mode;
  One frozen_one;
  std::istringstream inside(out.str());
  torch::load(frozen_one, inside);
  EXPECT_TRUE(frozen_one->weight.is_inference());
  EXPECT_EQ(values(frozen_one->weight), values(saved_one->weight));
  std::istringstream again(out.str());
  EXPECT_EQ(rejected([&] { torch::load(loaded_one, again); }), ErrorClass::KindChange);
}

// Rules K1 and H: from_blob uses memory that the caller owns, so the tensor's storage cannot grow.
TEST(FromBlob, IsOfTheModesKindAndCannotGrow) {
  float memory[6] = {};
  int deleted = 0;
  {
    const Tensor t = at::from_blob(memory, {2, 3}, [&](void*) { ++deleted; });
    EXPECT_EQ(t.data_ptr(), memory);
    EXPECT_FALSE(t.is_inference());
    t.fill_(2);
    EXPECT_EQ(memory[5], 2);
    EXPECT_EQ(t._version(), 1);
    EXPECT_EQ(rejected([&] { t.resize_({7}); }), ErrorClass::StorageBounds);
    const Tensor view = t[0];
    EXPECT_EQ(deleted, 0);
  }
  EXPECT_EQ(deleted, 1);
  const c10::InferenceMode mode;
  EXPECT_TRUE(at::from_blob(memory, {6}).is_inference());
}

}  // namespace modecheck::engine
