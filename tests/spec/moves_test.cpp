// Tests tensors that move from a device to the host and back (K4, P7).
#include "tests/spec/model_fixture.h"

namespace modecheck::spec {
namespace {

TEST(Moves, WhatIsThereAlreadyIsHandedBack) {
  ModelFixture fixture;
  fixture("r3 = move(r0, to_host=true)");
  EXPECT_EQ(fixture.tensor(3).same_tensor, 0);
  fixture("r3 = move(r0, to_host=false)");
  EXPECT_EQ(fixture.tensor(3).same_tensor, 0);
  ModelFixture device(DeviceKind::Sim);
  device("r3 = move(r0, to_host=false)");
  EXPECT_EQ(device.tensor(3).same_tensor, 0);
  device("r3 = move(r0, to_host=true)");
  device("r4 = move(r3, to_host=true)");
  EXPECT_EQ(device.tensor(4).same_tensor, 3);
  EXPECT_EQ(device.tensor(3).same_tensor, 3);
}

TEST(Moves, WhatIsCopiedIsOfTheKindOfTheMode) {
  ModelFixture fixture(DeviceKind::Sim);
  fixture("InferenceMode(enabled=true) {");
  fixture("r3 = move(r1, to_host=true)");
  EXPECT_EQ(fixture.tensor(3).device, DeviceKind::Cpu);
  EXPECT_TRUE(fixture.tensor(3).is_inference) << "K4";
  EXPECT_FALSE(fixture.tensor(1).is_inference);
  EXPECT_EQ(fixture.tensor(1).device, DeviceKind::Sim);
  fixture("}");
  fixture("r4 = move(r3, to_host=false)");
  EXPECT_EQ(fixture.tensor(4).device, DeviceKind::Sim);
  EXPECT_FALSE(fixture.tensor(4).is_inference) << "K4: the way back";
  EXPECT_EQ(fixture.error("add_.Scalar(r3, other=1, alpha=1)"), ErrorClass::InferenceInPlace) << "M2 on the host, too";
}

TEST(Moves, ResultsAreWhereTheirOperandsAre) {
  ModelFixture fixture(DeviceKind::Sim);
  fixture("r3 = move(r4, to_host=true)");
  fixture("r5 = mul.Tensor(r3, r3)");
  EXPECT_EQ(fixture.tensor(5).device, DeviceKind::Cpu);
  fixture("r5 = t(r3)");
  EXPECT_EQ(fixture.tensor(5).device, DeviceKind::Cpu);
  EXPECT_EQ(fixture.tensor(5).storage, 3);
  fixture("r5 = ones(size=[2], dtype=float32)");
  EXPECT_EQ(fixture.tensor(5).device, DeviceKind::Sim);
  EXPECT_EQ(fixture.error("r5 = mul.Tensor(r4, r3)"), ErrorClass::Device);
  EXPECT_EQ(fixture.error("r5 = mm(r0, r3)"), ErrorClass::Device);
  fixture("r2 = leaf(size=[], dtype=float32, requires_grad=false, seed=1)");
  fixture("r2 = move(r2, to_host=true)");
  // r2 is a 0-dim tensor, which may stay on the host in an operator with device tensors
  fixture("r5 = mul.Tensor(r4, r2)");
  EXPECT_EQ(fixture.tensor(5).device, DeviceKind::Sim);
  EXPECT_EQ(fixture.error("mul_.Tensor(r2, r4)"), ErrorClass::Device);
  fixture("copy_(r3, r4)");
  fixture("copy_(r4, r3)");
}

TEST(Moves, GradientsAreWhereTheirTensorsAre) {
  ModelFixture fixture(DeviceKind::Sim);
  fixture("r3 = leaf(size=[2], dtype=float32, requires_grad=true, seed=1)");
  fixture("r4 = move(r3, to_host=true)");
  EXPECT_TRUE(fixture.tensor(4).has_grad_fn);
  fixture("r5 = mul.Tensor(r4, r4)");
  fixture("retain_grad(r4)");
  fixture("backward(r5, seeding=1, retain_graph=false)");
  fixture("r5 = grad_of(r3)");
  EXPECT_EQ(fixture.tensor(5).device, DeviceKind::Sim);
  fixture("r5 = grad_of(r4)");
  EXPECT_EQ(fixture.tensor(5).device, DeviceKind::Cpu);
}

TEST(Moves, NothingIsRecordedInTheMode) {
  ModelFixture fixture(DeviceKind::Sim);
  fixture("r3 = leaf(size=[2], dtype=float32, requires_grad=true, seed=1)");
  fixture("InferenceMode(enabled=true) {");
  fixture("r4 = move(r3, to_host=true)");
  EXPECT_FALSE(fixture.tensor(4).has_grad_fn) << "S5";
  EXPECT_FALSE(fixture.tensor(4).requires_grad);
}

}  // namespace
}  // namespace modecheck::spec
