// Tests errors of kernels on the device. The next call that waits for the device reports the operator, sizes and
// dtypes, and later calls work normally.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "engine/backends/cuda/device_code/row_sort.h"
#include "engine/backends/cuda/launch/launch_pointwise.h"
#include "engine/backends/cuda/launch/range_launch.h"
#include "engine/backends/cuda/runtime/launch_ledger.h"
#include "engine/backends/cuda/runtime/operands.h"
#include "engine/dispatch/device_kernel.h"
#include "tests/engine/device/on_device.h"

namespace modecheck::engine {
namespace {

using namespace on_device;  // NOLINT: the tests of devices share these helpers
using cuda::Access;
using cuda::LaunchLedger;
using cuda::Operands;

// These tests need the simulated device. On a GPU a failing kernel would make the device unusable for the whole
// process.
class DeviceErrors : public DeviceTest {
 protected:
  void SetUp() override {
    if (simulated() == nullptr) GTEST_SKIP() << "a GPU does not recover from an error of a kernel";
    DeviceTest::SetUp();
  }
  void TearDown() override {
    if (simulated() != nullptr) DeviceTest::TearDown();
  }
};

const char* fail_always(const void* /*arguments*/) { return "a number is too large"; }

void expect_in(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text << "\ndoes not hold\n" << part;
}

// Starts a kernel that fails, under the name of add. It has the argument type SortRows, because libmodecheck_gpu finds
// a kernel by the type of its arguments.
void plant_failing_range(const at::Tensor& out, const at::Tensor& a, const at::Tensor& b) {
  cuda::RangeLaunch launch("add");
  launch.writes(out).reads(a).reads(b);
  launch.run(cuda::SortRows<std::uint64_t>{}, &fail_always);
}

TEST_F(DeviceErrors, NameOperatorSizesAndDtypes) {
  const at::Tensor a = at::ones({2, 3}).to(kGpu);
  const at::Tensor b = at::ones({3}, c10::kInt).to(kGpu);
  const at::Tensor out = at::zeros({2, 3}, at::TensorOptions().device(kGpu));
  runtime().synchronize_device();
  const std::string wanted = "add: a number is too large [reads [2, 3] Float and [3] Int; writes [2, 3] Float]";
  const std::vector<std::function<void()>> ways_to_wait{
      [] { runtime().synchronize(cuda::default_stream); }, [] { runtime().synchronize_device(); },
      [] { runtime().synchronize_event(runtime().record(cuda::default_stream)); }, [&] { static_cast<void>(a.cpu()); },
      [&] { static_cast<void>(out.sum().item()); }};
  for (const auto& wait : ways_to_wait) {
    plant_failing_range(out, a, b);
    expect_in(error_of(wait), wanted);
    // The device reports an error once, and later calls are not affected.
    EXPECT_EQ(error_of(wait), "none");
    EXPECT_TRUE((a + b).cpu().equal(at::full({2, 3}, 2.0)));
    EXPECT_TRUE(out.cpu().equal(at::zeros({2, 3})));
  }
  // If several kernels fail, the device reports the first error and drops the others.
  plant_failing_range(out, a, b);
  const at::Tensor later = a.mul(5);
  plant_failing_range(later, b, b);
  expect_in(error_of(ways_to_wait[0]), wanted);
  EXPECT_TRUE(later.cpu().equal(at::full({2, 3}, 5.0)));
}

TEST_F(DeviceErrors, OfElementByElementOperatorsToo) {
  const at::Tensor a = at::ones({4, 1, 2}, c10::kDouble).to(kGpu);
  const at::Tensor out = at::zeros({4, 1, 2}, at::TensorOptions(c10::kDouble).device(kGpu));
  cuda::PointwiseLaunch launch("exp", out);
  launch.read(a);
  // This is the kernel's form for a GPU, which a simulated device never starts.
  const cuda::Launch::OnDevice kernel = [](const void* /*arguments*/, void* /*stream*/) {};
  launch.part(cuda::PointwiseArguments{}, &fail_always, kernel);
  expect_in(error_of([&] { static_cast<void>(out.cpu()); }),
            "exp: a number is too large [reads [4, 1, 2] Double; writes [4, 1, 2] Double]");
  EXPECT_TRUE(a.exp().cpu().allclose(at::ones({4, 1, 2}, c10::kDouble).exp()));
}

// If an operator launches several kernels and one fails, the error names the operator and its arguments.
TEST_F(DeviceErrors, OfAKernelAmongOthersNameTheOperator) {
  const auto plant = [](torch::jit::Stack& stack) {
    const at::Tensor inner = at::zeros({5, 5}, at::TensorOptions(c10::kDouble).device(kGpu));
    plant_failing_range(inner, inner, inner);
    stack.clear();
  };
  const BoxedKernel kernel{"index_add_", plant, /*writes=*/1};
  torch::jit::Stack stack{at::ones({2, 3}).to(kGpu), 0, at::zeros({1}, c10::kLong).to(kGpu)};
  run_on_device(kernel, stack);
  const at::Tensor a = at::ones({2}).to(kGpu);
  plant_failing_range(a, a, a);
  expect_in(error_of([] { runtime().synchronize_device(); }),
            "index_add_: a number is too large [reads [1] Long; writes [2, 3] Float]");
  plant_failing_range(a, a, a);
  expect_in(error_of([] { runtime().synchronize_device(); }), "add: a number is too large [reads [2] Float");
}

TEST_F(DeviceErrors, OfWorkOfTheHostToo) {
  if (!runtime().has_host_work()) GTEST_SKIP() << "there is none";
  Operands operands;
  operands.add({7}, c10::kLong, Access::Reads);
  runtime().launch({"unique", [] { return "it is not sorted"; }, nullptr, 0, &operands}, cuda::default_stream);
  expect_in(error_of([] { runtime().synchronize_device(); }), "unique: it is not sorted [reads [7] Long]");
}

TEST_F(DeviceErrors, OfAGraphTooEachTimeItRuns) {
  const at::Tensor a = at::ones({2}).to(kGpu);
  const at::Tensor out = at::zeros({2}, at::TensorOptions().device(kGpu));
  const cuda::Stream stream = runtime().create_stream();
  runtime().synchronize_device();
  cuda::set_current_stream(stream);
  runtime().begin_capture(stream);
  plant_failing_range(out, a, a);
  const cuda::Graph graph = runtime().end_capture();
  EXPECT_EQ(error_of([] { runtime().synchronize_device(); }), "none");
  for (int i = 0; i < 2; ++i) {
    runtime().replay(graph, stream);
    expect_in(error_of([] { runtime().synchronize_device(); }),
              "add: a number is too large [reads [2] Float and [2] Float; writes [2] Float]");
  }
  runtime().drop(graph);
  EXPECT_TRUE((a + a).cpu().equal(at::full({2}, 2.0)));
}

TEST(OperandsOfKernels, AreSaidWhenSomethingIsMisused) {
  cuda::SimulatedRuntime runtime(1);
  const cuda::Stream other = runtime.create_stream();
  void* const block = runtime.allocate(64, cuda::default_stream);
  const cuda::Touch touch{block, Access::Writes};
  Operands operands;
  operands.add({16}, c10::kFloat, Access::Writes);
  const cuda::Launch launch{
      "fill",   [](const void* /*none*/) { return static_cast<const char*>(nullptr); }, nullptr, nullptr, 0, &touch, 1,
      &operands};
  runtime.launch(launch, cuda::default_stream);
  runtime.launch(launch, other);
  ASSERT_EQ(runtime.misuses().size(), 1U);
  expect_in(runtime.misuses()[0],
            "fill on stream 1: does not wait for fill on stream 0, which writes what it uses [writes [16] Float]");
  runtime.forget_misuses();
  runtime.behave_like_a_gpu();
  runtime.launch(launch, other);
  ASSERT_EQ(runtime.misuses().size(), 1U);
  expect_in(runtime.misuses()[0], "fill on stream 1: libmodecheck_gpu has no kernel for it [writes [16] Float]");
  EXPECT_THROW(runtime.synchronize_device(), c10::Error);
}

TEST(OperandsOfKernels, AreShortAndCheapToCopy) {
  EXPECT_TRUE(std::is_trivially_copyable_v<Operands>);
  EXPECT_LE(sizeof(Operands), 320U);
  EXPECT_EQ(Operands().text(), "");
  Operands some;
  some.add({}, c10::kBool, Access::Reads);
  some.add({0, 5}, c10::kComplexFloat, Access::Reads);
  EXPECT_EQ(some.text(), " [reads [] Bool and [0, 5] ComplexFloat]");
  Operands many;
  for (int i = 0; i < Operands::max_tensors + 2; ++i)
    many.add({i, 2, 3, 4, 5, 6, 7}, c10::kHalf, i == 0 ? Access::Writes : Access::Reads);
  const std::string text = many.text();
  expect_in(text, "[reads [1, 2, 3, 4, 5, ... of 7 dimensions] Half and [2, ");
  expect_in(text, "; writes [0, 2, 3, 4, 5, ... of 7 dimensions] Half; and 2 more]");
}

Operands reading(std::int64_t size) {
  Operands out;
  out.add({size}, c10::kFloat, Access::Reads);
  return out;
}

// A GPU reports that a kernel failed, but not which kernel. The ledger, which records the launched kernels, therefore
// names all kernels that may be unfinished.
TEST(LaunchLedgerOfAGpu, NamesWhatIsNotKnownToBeDone) {
  LaunchLedger ledger;
  EXPECT_EQ(ledger.blamed("it failed"), "it failed");
  const Operands two = reading(2);
  const Operands three = reading(3);
  ledger.note("add", &two, 0);
  EXPECT_EQ(ledger.blamed("it failed"), "add: it failed [reads [2] Float]");
  ledger.note("mul", &three, 1);
  EXPECT_EQ(ledger.blamed("it failed"), "one of mul [reads [3] Float], add [reads [2] Float]: it failed");
  const std::uint64_t before = ledger.now();
  ledger.note("a graph", nullptr, 0);
  ledger.forget(0, before);
  EXPECT_EQ(ledger.blamed("it failed"), "one of a graph, mul [reads [3] Float]: it failed");
  ledger.take_back(ledger.note("sub", &two, 0));
  EXPECT_EQ(ledger.blamed("it failed"), "one of a graph, mul [reads [3] Float]: it failed");
  ledger.forget_all(ledger.now());
  EXPECT_EQ(ledger.blamed("it failed"), "it failed");
  // The error message lists only the most recent kernels.
  for (std::int64_t i = 0; i < 100; ++i) {
    const Operands operands = reading(i);
    ledger.note("neg", &operands, 0);
  }
  const std::string all = ledger.blamed("it failed");
  EXPECT_EQ(all.find("one of neg [reads [99] Float], neg [reads [98] Float], "), 0U) << all;
  expect_in(all, "neg [reads [92] Float]: it failed");
  ledger.take_back(3);
  EXPECT_EQ(ledger.blamed("it failed"), all) << "what is no longer there is not taken back";
}

}  // namespace
}  // namespace modecheck::engine
