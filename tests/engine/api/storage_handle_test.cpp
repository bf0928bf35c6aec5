// Tests set_ with a Storage as its argument. Rule K3 holds there too: a storage keeps its kind, normal or inference.
#include "tests/engine/support.h"

namespace modecheck::engine {

TEST(StorageHandle, K3AStorageKeepsItsKind) {
  const Tensor plain = normal();
  const Tensor inside = inference();
  EXPECT_EQ(rejected([&] { normal().set_(inside.storage()); }), ErrorClass::KindChange);
  const c10::InferenceMode mode;
  EXPECT_EQ(rejected([&] { at::ones({2}).set_(plain.storage()); }), ErrorClass::KindChange);
  EXPECT_EQ(rejected([&] { at::ones({2}).set_(plain.storage(), 0, {1}); }), ErrorClass::KindChange);
  const Tensor other = at::ones({1});
  other.set_(inside.storage());
  EXPECT_TRUE(other.is_alias_of(inside));
  EXPECT_TRUE(other.is_inference());
  EXPECT_EQ(other.sizes(), c10::IntArrayRef({6}));
  other.set_();
  EXPECT_EQ(other.numel(), 0);
  EXPECT_TRUE(other.is_inference());
}

TEST(StorageHandle, WhatDoesNotFitIsRejected) {
  const Tensor tensor = normal();
  EXPECT_EQ(rejected([&] { tensor.set_(tensor.storage(), 0, {7}); }), ErrorClass::StorageBounds);
  EXPECT_EQ(rejected([&] { tensor.set_(tensor.storage(), -1, {1}); }), ErrorClass::StorageBounds);
  EXPECT_EQ(rejected([&] { tensor.set_(tensor.storage(), 0, {2}, {1, 1}); }), ErrorClass::Strides);
  EXPECT_EQ(rejected([&] { tensor.take(at::ones({1})); }), ErrorClass::Dtype);
  EXPECT_EQ(tensor.sizes(), c10::IntArrayRef({2, 3}));
}

}  // namespace modecheck::engine
