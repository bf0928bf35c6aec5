// Tests which arguments the losses accept and reject.
#include <cmath>
#include <limits>
#include <vector>

#include "tests/engine/support.h"

namespace modecheck::engine {

// Both inputs of cosine_embedding_loss must have one dimension more than the target (pytorch pull request 112782).
TEST(Losses, CosineLossesOfInputsThatFitTheTarget) {
  const auto loss = [](const Tensor& a, const Tensor& b, const Tensor& target) {
    return at::cosine_embedding_loss(a, b, target, 0, at::Reduction::None);
  };
  const auto refuses = [&](c10::IntArrayRef a, c10::IntArrayRef b, c10::IntArrayRef target) {
    EXPECT_EQ(rejected([&] { loss(at::ones(a), at::ones(b), at::ones(target)); }), ErrorClass::Shape) << a << b;
  };
  refuses({2, 3}, {3}, {2});
  refuses({3}, {2, 3}, {2});
  refuses({3}, {2, 3}, {});
  refuses({3}, {}, {});
  refuses({}, {}, {});
  refuses({2, 3}, {2, 3}, {2, 1});
  EXPECT_EQ(values(loss(at::ones({2, 3}), at::ones({1, 3}), at::ones({2}))), (std::vector<double>{0, 0}));
  EXPECT_EQ(values(loss(at::ones({3}), at::ones({3}), at::ones({}))), (std::vector<double>{0}));
}

// For binary_cross_entropy the elements of the target must lie between 0 and 1, as those of the input must (pytorch
// issue 87373).
TEST(Losses, CrossEntropyOfProbabilities) {
  const Tensor x = at::full({2}, 0.5);
  for (const double wrong : {-0.5, 1.5, std::numeric_limits<double>::quiet_NaN()}) {
    const Tensor beyond = at::tensor({0.5, wrong}, at::kFloat);
    EXPECT_EQ(rejected([&] { at::binary_cross_entropy(x, beyond); }), ErrorClass::Argument) << wrong;
    EXPECT_EQ(rejected([&] { at::binary_cross_entropy(beyond, x); }), ErrorClass::Argument) << wrong;
  }
  const Tensor ends = at::tensor({0.0, 1.0}, at::kFloat);
  EXPECT_TRUE(at::allclose(at::binary_cross_entropy(x, ends), at::full({}, std::log(2.0))));
  EXPECT_EQ(values(at::binary_cross_entropy(ends, ends)), (std::vector<double>{0}));
  EXPECT_EQ(at::binary_cross_entropy(at::ones({0}), at::ones({0}), {}, at::Reduction::None).numel(), 0);
}

}  // namespace modecheck::engine
