// Tests copies between tensors that share memory, memory formats, and sizes that exceed memory.
#include "tests/engine/device/on_device.h"

namespace modecheck::engine {
namespace {

using namespace on_device;  // NOLINT: the tests of devices share these helpers

class OneDevice : public DeviceTest {};

// Returns a tensor of the numbers 0, 1, 2 and so on.
Tensor zero_up_to(std::int64_t count) { return at::arange(0.0, static_cast<double>(count)); }

}  // namespace

TEST(Copies, ReadAllBeforeTheyWrite) {
  const Tensor base = zero_up_to(7);
  // The overlap check looks only at dense tensors, and neither tensor of this copy is dense.
  base.as_strided({3}, {2}, 2).copy_(base.as_strided({3}, {2}, 0));
  EXPECT_EQ(values(base), std::vector<double>({0, 1, 0, 3, 2, 5, 4}));
}

TEST(Copies, IntoElementsThatShareAPlaceLeaveTheLast) {
  const Tensor base = at::zeros(5);
  // The rows of the strided view are elements {0, 2}, {1, 3} and {2, 4} of the base. copy_ writes the last row last.
  base.as_strided({3, 2}, {1, 2}, 0).copy_(zero_up_to(6).add(1).view({3, 2}));
  EXPECT_EQ(values(base), std::vector<double>({1, 3, 5, 4, 6}));
}

// at::copy copies the whole storage of its first argument, and writes into that copy as copy_ does. The result has the
// strides and offset of the first argument (pytorch #82009 and #89461).
TEST(Copies, AreBesideWhatTheyLieLike) {
  const Tensor base = zero_up_to(7);
  const Tensor self = base.as_strided({3}, {2}, 1);
  const Tensor copy = at::copy(self, at::full({}, 9, at::kLong));
  EXPECT_EQ(copy.scalar_type(), self.scalar_type());
  EXPECT_EQ(copy.strides().vec(), std::vector<std::int64_t>({2}));
  EXPECT_EQ(copy.storage_offset(), 1);
  EXPECT_EQ(values(copy.as_strided({7}, {1}, 0)), std::vector<double>({0, 9, 2, 9, 4, 9, 6}));
  EXPECT_EQ(values(base), values(zero_up_to(7)));
  EXPECT_FALSE(at::copy(self, self).is_alias_of(self));
  EXPECT_FALSE(copy.is_view());
  // Elements of an expanded tensor that share memory get separate memory in the copy.
  EXPECT_EQ(at::copy(number(1).expand({2, 3}), number(2)).strides().vec(), std::vector<std::int64_t>({3, 1}));
  EXPECT_EQ(at::copy(at::empty({0, 2}), number(2)).numel(), 0);
  EXPECT_EQ(rejected([&] { at::copy(self, zero_up_to(2)); }), ErrorClass::Shape);
}

TEST(Copies, S3FlowToWhatIsCopied) {
  const Tensor self = leaf({2, 3});
  const Tensor source = leaf({3});
  at::copy(self, source).sum().backward();
  EXPECT_EQ(values(self.grad()), std::vector<double>(6, 0));
  EXPECT_EQ(values(source.grad()), std::vector<double>(3, 2));
  EXPECT_TRUE(at::copy(self, normal({3})).requires_grad());
}

TEST(MemoryFormats, OfClonesAreThoseAskedFor) {
  const Tensor images = normal({2, 3, 4, 5});
  EXPECT_EQ(images.clone(at::MemoryFormat::ChannelsLast).strides().vec(), std::vector<std::int64_t>({60, 1, 15, 3}));
  EXPECT_EQ(images.clone(at::MemoryFormat::Contiguous).strides(), images.strides());
  EXPECT_EQ(images.clone(at::MemoryFormat::Preserve).strides(), images.strides());
  const Tensor volumes = normal({2, 3, 2, 4, 5});
  EXPECT_EQ(volumes.clone(at::MemoryFormat::ChannelsLast3d).strides().vec(),
            std::vector<std::int64_t>({120, 1, 60, 15, 3}));
  EXPECT_EQ(at::empty({2, 3, 2, 4, 5}, {}, at::MemoryFormat::ChannelsLast3d).strides().vec(),
            std::vector<std::int64_t>({120, 1, 60, 15, 3}));
  EXPECT_EQ(rejected([&] { volumes.clone(at::MemoryFormat::ChannelsLast); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([&] { images.clone(at::MemoryFormat::ChannelsLast3d); }), ErrorClass::Argument);
}

TEST(Sizes, ThatNoMemoryHoldsAreRejected) {
  constexpr std::int64_t huge = std::int64_t{1} << 62;
  EXPECT_EQ(rejected([] { at::zeros({huge, 4}); }), ErrorClass::Shape);
  EXPECT_EQ(rejected([] { at::zeros({std::int64_t{1} << 58}, at::kByte); }), ErrorClass::Shape);
  // The product of the first two sizes overflows. The engine rejects the call, although the last size is zero.
  EXPECT_EQ(rejected([] { at::zeros({huge, 4, 0}); }), ErrorClass::Shape);
  EXPECT_EQ(rejected([] { normal().resize_({huge, 4, 0}); }), ErrorClass::Shape);
  EXPECT_EQ(rejected([] { at::empty({huge, 4, 0}); }), ErrorClass::Shape);
  EXPECT_EQ(rejected([] { at::empty({huge}); }), ErrorClass::Shape);
  // Multiplying these sizes from the left reaches zero before it overflows, or the caller gives the strides. The empty
  // tensor is then accepted.
  EXPECT_EQ(at::empty({huge, 0, 4}).numel(), 0);
  EXPECT_EQ(at::empty_strided({huge, 4, 0}, {1, 1, 1}).numel(), 0);
}

TEST_F(OneDevice, IsTheFirst) {
  const auto on = [](int index) { return at::TensorOptions().device(c10::Device(c10::kCUDA, index)); };
  EXPECT_EQ(at::ones({2}, on(0)).device(), kGpu);
  EXPECT_EQ(rejected([&] { at::ones({2}, on(1)); }), ErrorClass::Unsupported);
  EXPECT_EQ(rejected([&] { at::ones({2}).to(c10::Device(c10::kCUDA, 1)); }), ErrorClass::Unsupported);
}

}  // namespace modecheck::engine
