// Tests that a tensor loaded from a file is an inference tensor if it is loaded inside InferenceMode, and otherwise a
// normal one (K1).
#include "tests/spec/model_fixture.h"

namespace modecheck::spec {
namespace {

TEST(SaveLoad, K1TheModeSaysOfWhichKindItIs) {
  ModelFixture fixture;
  fixture("r3 = save_load(r0)");
  EXPECT_FALSE(fixture.tensor(3).is_inference);
  EXPECT_EQ(fixture.tensor(3).same_tensor, 3);
  EXPECT_EQ(fixture.tensor(3).storage, 3);
  fixture("InferenceMode(enabled=true) {");
  fixture("r4 = save_load(r0)");
  EXPECT_TRUE(fixture.tensor(4).is_inference);
  fixture("r5 = mul.Tensor(r1, r1)");
  fixture("}");
  fixture("r5 = save_load(r5)");
  EXPECT_FALSE(fixture.tensor(5).is_inference);
  EXPECT_EQ(fixture.tensor(5).version, 0);
}

TEST(SaveLoad, ItIsALeafThatRequiresGradIfTheSavedOneDid) {
  ModelFixture fixture;
  fixture("r3 = mul.Tensor(r0, r1)");
  fixture("r4 = save_load(r3)");
  EXPECT_TRUE(fixture.tensor(4).requires_grad);
  EXPECT_TRUE(fixture.tensor(4).is_leaf);
  EXPECT_FALSE(fixture.tensor(4).has_grad_fn);
  fixture("r4 = save_load(r5)");
  EXPECT_FALSE(fixture.tensor(4).requires_grad);
  fixture("InferenceMode(enabled=true) {");
  fixture("r4 = save_load(r0)");
  EXPECT_TRUE(fixture.tensor(4).requires_grad);
}

TEST(SaveLoad, TheWholeStorageIsSaved) {
  ModelFixture fixture;
  fixture("r3 = t(r1)");
  fixture("r3 = select.int(r3, dim=0, index=1)");
  const TensorObservation saved = fixture.tensor(3);
  fixture("r4 = save_load(r3)");
  EXPECT_EQ(fixture.tensor(4).storage_bytes, saved.storage_bytes);
  EXPECT_EQ(fixture.tensor(4).storage_offset, saved.storage_offset);
  EXPECT_EQ(fixture.tensor(4).strides, saved.strides);
  EXPECT_FALSE(fixture.tensor(4).is_view);
}

// The view is of integers and requires grad, because set_data changed the dtype of its base.
TEST(SaveLoad, E1AViewOfIntegersThatRequiresGradIsRejectedAndStays) {
  ModelFixture fixture;
  fixture("r0 = t(r5)");
  fixture("set_data(r5, r1)");
  fixture("add_.Tensor(r5, r1)");
  EXPECT_TRUE(fixture.tensor(0).requires_grad);
  EXPECT_EQ(fixture.error("r0 = save_load(r0)"), ErrorClass::RequiresGradDtype);
  fixture("r1 = assign(r2)");
  EXPECT_TRUE(fixture.tensor(0).is_view);
  EXPECT_TRUE(fixture.tensor(0).requires_grad);
}

TEST(SaveLoad, ItStaysWhereItWas) {
  ModelFixture fixture(DeviceKind::Sim);
  fixture("r3 = save_load(r1)");
  EXPECT_EQ(fixture.tensor(3).device, DeviceKind::Sim);
  fixture("r4 = move(r1, to_host=true)");
  fixture("r4 = save_load(r4)");
  EXPECT_EQ(fixture.tensor(4).device, DeviceKind::Cpu);
}

}  // namespace
}  // namespace modecheck::spec
