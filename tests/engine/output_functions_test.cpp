// The functions that move a finished result into their output.
#include <gtest/gtest.h>

#include <vector>

#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

TEST(OutputFunctions, ResizeTheirOutputAndReturnIt) {
  Tensor out = at::empty(0);
  EXPECT_EQ(&at::addmm_out(out, at::ones({2, 2}), at::ones({2, 3}), at::ones({3, 2}), 2, 1), &out);
  EXPECT_EQ(values(out), std::vector<double>(4, 5));
  EXPECT_EQ(&at::triu_outf(at::ones({2, 2}), 1, out), &out);
  EXPECT_EQ(values(out), (std::vector<double>{0, 1, 0, 0}));
  at::where_out(out, at::ones({2}).to(at::kBool), at::full({2}, 3.0), at::zeros({2}));
  EXPECT_EQ(values(out), (std::vector<double>{3, 3}));
}

TEST(OutputFunctions, RejectAnotherDtypeAndLeaveEverythingAsItWas) {
  Tensor out = at::full({3}, 7.0);
  EXPECT_EQ(rejected([&] { at::argmax_out(out, at::ones({2, 2})); }), ErrorClass::Dtype);
  EXPECT_EQ(rejected([&] { at::gather_out(out, at::ones({2}), 0, at::full({2}, 5, at::kLong)); }), ErrorClass::Index);
  EXPECT_EQ(values(out), std::vector<double>(3, 7));
  EXPECT_EQ(out._version(), 0);
  Tensor places = at::empty({0}, at::kLong);
  at::argmax_out(places, at::ones({2, 2}));
  EXPECT_EQ(places.item<std::int64_t>(), 0);
}

TEST(OutputFunctions, ReadWhatTheyWrite) {
  Tensor a = at::arange(4).to(at::kFloat).view({2, 2});
  at::addmm_out(a, a, a, a);
  EXPECT_EQ(values(a), (std::vector<double>{2, 4, 8, 14}));
}

TEST(OutputFunctions, RecordNothing) {
  Tensor out = at::empty({2});
  EXPECT_EQ(rejected([&] { at::take_out(out, leaf(), at::zeros({2}, at::kLong)); }),
            ErrorClass::OutArgumentRequiresGrad);
  // Nothing flows through truth values.
  Tensor truth = at::empty({0}, at::kBool);
  at::any_out(truth, leaf());
  EXPECT_TRUE(truth.item<bool>());
  Tensor watched = at::zeros({0}, at::kFloat).requires_grad_();
  EXPECT_EQ(rejected([&] { at::nansum_out(watched, at::ones({2})); }), ErrorClass::OutArgumentRequiresGrad);
}

TEST(OutputFunctions, WriteInferenceTensorsInTheModeAlone) {
  Tensor out = inference(2);
  EXPECT_EQ(rejected([&] { at::hardswish_out(out, at::ones(2)); }), ErrorClass::InferenceWriteOutsideMode);
  EXPECT_EQ(rejected([&] { at::masked_select_out(out, at::ones(2), at::ones({2}, at::kBool)); }),
            ErrorClass::InferenceWriteOutsideMode);
  const c10::InferenceMode guard;
  at::masked_select_out(out, at::ones(2), at::ones({2}, at::kBool));
  EXPECT_EQ(values(out), (std::vector<double>{1, 1}));
}

TEST(InPlaceFunctions, OfTheResultTheArgumentIsTold) {
  const Tensor x = leaf();
  const Tensor y = x.mul(1);
  at::leaky_relu_(y, -1);
  EXPECT_EQ(rejected([&] { y.sum().backward(); }), ErrorClass::Argument);
  const Tensor z = x.mul(1);
  at::elu_(z, 1, -1, 1);
  EXPECT_EQ(rejected([&] { z.sum().backward(); }), ErrorClass::Argument);
}

}  // namespace
}  // namespace modecheck::engine
