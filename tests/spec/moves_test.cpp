// Tensors that move from a device to the host and back (K4, P7).
#include "tests/spec/told.h"

namespace modecheck::spec {
namespace {

TEST(Moves, WhatIsThereAlreadyIsHandedBack) {
  Told told;
  told("r3 = move(r0, to_host=true)");
  EXPECT_EQ(told.tensor(3).same_tensor, 0);
  told("r3 = move(r0, to_host=false)");
  EXPECT_EQ(told.tensor(3).same_tensor, 0);
  Told device(DeviceKind::Sim);
  device("r3 = move(r0, to_host=false)");
  EXPECT_EQ(device.tensor(3).same_tensor, 0);
  device("r3 = move(r0, to_host=true)");
  device("r4 = move(r3, to_host=true)");
  EXPECT_EQ(device.tensor(4).same_tensor, 3);
  EXPECT_EQ(device.tensor(3).same_tensor, 3);
}

TEST(Moves, WhatIsCopiedIsOfTheKindOfTheMode) {
  Told told(DeviceKind::Sim);
  told("InferenceMode(enabled=true) {");
  told("r3 = move(r1, to_host=true)");
  EXPECT_EQ(told.tensor(3).device, DeviceKind::Cpu);
  EXPECT_TRUE(told.tensor(3).is_inference) << "K4";
  EXPECT_FALSE(told.tensor(1).is_inference);
  EXPECT_EQ(told.tensor(1).device, DeviceKind::Sim);
  told("}");
  told("r4 = move(r3, to_host=false)");
  EXPECT_EQ(told.tensor(4).device, DeviceKind::Sim);
  EXPECT_FALSE(told.tensor(4).is_inference) << "K4: the way back";
  EXPECT_EQ(told.error("add_.Scalar(r3, other=1, alpha=1)"), ErrorClass::InferenceInPlace) << "M2 on the host, too";
}

TEST(Moves, ResultsAreWhereTheirOperandsAre) {
  Told told(DeviceKind::Sim);
  told("r3 = move(r4, to_host=true)");
  told("r5 = mul.Tensor(r3, r3)");
  EXPECT_EQ(told.tensor(5).device, DeviceKind::Cpu);
  told("r5 = t(r3)");
  EXPECT_EQ(told.tensor(5).device, DeviceKind::Cpu);
  EXPECT_EQ(told.tensor(5).storage, 3);
  told("r5 = ones(size=[2], dtype=float32)");
  EXPECT_EQ(told.tensor(5).device, DeviceKind::Sim);
  EXPECT_EQ(told.error("r5 = mul.Tensor(r4, r3)"), ErrorClass::Device);
  EXPECT_EQ(told.error("r5 = mm(r0, r3)"), ErrorClass::Device);
  told("r2 = leaf(size=[], dtype=float32, requires_grad=false, seed=1)");
  told("r2 = move(r2, to_host=true)");
  told("r5 = mul.Tensor(r4, r2)");  // a tensor without dimensions may be on the host
  EXPECT_EQ(told.tensor(5).device, DeviceKind::Sim);
  EXPECT_EQ(told.error("mul_.Tensor(r2, r4)"), ErrorClass::Device);
  told("copy_(r3, r4)");
  told("copy_(r4, r3)");
}

TEST(Moves, GradientsAreWhereTheirTensorsAre) {
  Told told(DeviceKind::Sim);
  told("r3 = leaf(size=[2], dtype=float32, requires_grad=true, seed=1)");
  told("r4 = move(r3, to_host=true)");
  EXPECT_TRUE(told.tensor(4).has_grad_fn);
  told("r5 = mul.Tensor(r4, r4)");
  told("retain_grad(r4)");
  told("backward(r5, seeding=1, retain_graph=false)");
  told("r5 = grad_of(r3)");
  EXPECT_EQ(told.tensor(5).device, DeviceKind::Sim);
  told("r5 = grad_of(r4)");
  EXPECT_EQ(told.tensor(5).device, DeviceKind::Cpu);
}

TEST(Moves, NothingIsRecordedInTheMode) {
  Told told(DeviceKind::Sim);
  told("r3 = leaf(size=[2], dtype=float32, requires_grad=true, seed=1)");
  told("InferenceMode(enabled=true) {");
  told("r4 = move(r3, to_host=true)");
  EXPECT_FALSE(told.tensor(4).has_grad_fn) << "S5";
  EXPECT_FALSE(told.tensor(4).requires_grad);
}

}  // namespace
}  // namespace modecheck::spec
