// A tensor loaded from a file is of the kind of the mode in which it is loaded (K1).
#include "tests/spec/told.h"

namespace modecheck::spec {
namespace {

TEST(SaveLoad, K1TheModeSaysOfWhichKindItIs) {
  Told told;
  told("r3 = save_load(r0)");
  EXPECT_FALSE(told.tensor(3).is_inference);
  EXPECT_EQ(told.tensor(3).same_tensor, 3);
  EXPECT_EQ(told.tensor(3).storage, 3);
  told("InferenceMode(enabled=true) {");
  told("r4 = save_load(r0)");
  EXPECT_TRUE(told.tensor(4).is_inference);
  told("r5 = mul.Tensor(r1, r1)");
  told("}");
  told("r5 = save_load(r5)");
  EXPECT_FALSE(told.tensor(5).is_inference);
  EXPECT_EQ(told.tensor(5).version, 0);
}

TEST(SaveLoad, ItIsALeafThatRequiresGradIfTheSavedOneDid) {
  Told told;
  told("r3 = mul.Tensor(r0, r1)");
  told("r4 = save_load(r3)");
  EXPECT_TRUE(told.tensor(4).requires_grad);
  EXPECT_TRUE(told.tensor(4).is_leaf);
  EXPECT_FALSE(told.tensor(4).has_grad_fn);
  told("r4 = save_load(r5)");
  EXPECT_FALSE(told.tensor(4).requires_grad);
  told("InferenceMode(enabled=true) {");
  told("r4 = save_load(r0)");
  EXPECT_TRUE(told.tensor(4).requires_grad);
}

TEST(SaveLoad, TheWholeStorageIsSaved) {
  Told told;
  told("r3 = t(r1)");
  told("r3 = select.int(r3, dim=0, index=1)");
  const TensorObservation saved = told.tensor(3);
  told("r4 = save_load(r3)");
  EXPECT_EQ(told.tensor(4).storage_bytes, saved.storage_bytes);
  EXPECT_EQ(told.tensor(4).storage_offset, saved.storage_offset);
  EXPECT_EQ(told.tensor(4).strides, saved.strides);
  EXPECT_FALSE(told.tensor(4).is_view);
}

TEST(SaveLoad, ItStaysWhereItWas) {
  Told told(DeviceKind::Sim);
  told("r3 = save_load(r1)");
  EXPECT_EQ(told.tensor(3).device, DeviceKind::Sim);
  told("r4 = move(r1, to_host=true)");
  told("r4 = save_load(r4)");
  EXPECT_EQ(told.tensor(4).device, DeviceKind::Cpu);
}

}  // namespace
}  // namespace modecheck::spec
