// Tests the out= functions that compute a result first and then move it into their output.
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
  // An output of dtype bool carries no gradient, so an argument may require grad.
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

TEST(PairedOutputFunctions, ResizeBothAndReturnThem) {
  Tensor values_of = at::empty(0);
  Tensor places = at::empty(0, at::kLong);
  const Tensor matrix = at::arange(6).to(at::kFloat).view({2, 3});
  const auto returned = at::max_out(values_of, places, matrix, 1);
  EXPECT_EQ(&std::get<0>(returned), &values_of);
  EXPECT_EQ(&std::get<1>(returned), &places);
  EXPECT_EQ(values(values_of), (std::vector<double>{2, 5}));
  EXPECT_EQ(values(places.to(at::kDouble)), (std::vector<double>{2, 2}));
  at::sort_outf(matrix, 1, true, values_of, places);
  EXPECT_EQ(values(values_of), (std::vector<double>{2, 1, 0, 5, 4, 3}));
  EXPECT_EQ(values_of._version(), 2);
  EXPECT_EQ(places._version(), 2);
}

// Rule E1: if an out= function rejects its second output, it neither writes nor resizes its first output.
TEST(PairedOutputFunctions, RejectAWrongSecondOutputAndLeaveTheFirstAsItWas) {
  Tensor first = at::full({5}, 7.0);
  Tensor wrong = at::zeros({2}, at::kInt);
  EXPECT_EQ(rejected([&] { at::topk_out(first, wrong, at::ones({2, 2}), 1); }), ErrorClass::Dtype);
  Tensor spread = at::zeros({1, 1}, at::kLong).expand({2, 1});
  EXPECT_EQ(rejected([&] { at::topk_out(first, spread, at::ones({2, 2}), 1); }), ErrorClass::MemoryOverlap);
  Tensor frozen = inference(2).to(at::kLong);
  {
    const c10::InferenceMode guard;
    frozen = at::zeros({2}, at::kLong);
  }
  EXPECT_EQ(rejected([&] { at::cummax_out(first, frozen, at::ones(2), 0); }), ErrorClass::InferenceWriteOutsideMode);
  Tensor watched = at::zeros({2}).requires_grad_();
  EXPECT_EQ(rejected([&] { at::cummax_out(first, watched, at::ones(2), 0); }), ErrorClass::OutArgumentRequiresGrad);
  EXPECT_EQ(values(first), std::vector<double>(5, 7));
  EXPECT_EQ(first._version(), 0);
  // Inside InferenceMode one call may write an inference tensor and a normal tensor. The call bumps only the version of
  // the normal tensor.
  const c10::InferenceMode guard;
  at::cummax_out(first, frozen, at::ones(2), 0);
  EXPECT_EQ(values(first), (std::vector<double>{1, 1}));
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
