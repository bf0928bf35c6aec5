// Runs one small case of each kernel whose threads share memory. scripts/gpu checks these cases with racecheck of
// compute-sanitizer, which would take minutes for long rows.
#include <gtest/gtest.h>

#include "tests/engine/device/on_device.h"

namespace modecheck::engine {
namespace {

using namespace on_device;  // NOLINT: the tests of devices share these helpers

class DeviceRaces : public DeviceTest {};

// In these reductions one block of threads computes each result.
TEST_F(DeviceRaces, Reductions) {
  const at::Tensor numbers = mixed({3, 700}, c10::kDouble);
  const at::Tensor there = numbers.to(kGpu);
  expect_close(there.sum(1), numbers.sum(1));
  expect_close(there.var(1), numbers.var(1));
  expect_close(there.logsumexp(1), numbers.logsumexp(1));
  expect_same(there.amax({1}), numbers.amax({1}));
  expect_same(there.argmin(1), numbers.argmin(1));
  expect_same(there.gt(0).any(1), numbers.gt(0).any(1));
}

// These reductions have few results with many elements each. Several blocks of threads reduce parts, and other blocks
// merge the parts.
TEST_F(DeviceRaces, PartsOfSums) {
  for (const c10::ScalarType type : {c10::kDouble, c10::kLong}) {
    const at::Tensor numbers = mixed({2, 20001}, type);
    const at::Tensor there = numbers.to(kGpu);
    expect_close(there.sum(1), numbers.sum(1));
    expect_close(there.sum(), numbers.sum());
    expect_same(there.argmax(), numbers.argmax());
  }
}

// This matrix product is too small for cuBLASLt, and its sizes are not multiples of the tile that a block of threads
// computes.
TEST_F(DeviceRaces, MatrixProducts) {
  for (const c10::ScalarType type : {c10::kFloat, c10::kDouble, c10::kInt}) {
    const at::Tensor left = mixed({2, 18, 33}, type);
    const at::Tensor right = mixed({2, 33, 17}, type);
    expect_close(at::bmm(left.to(kGpu), right.to(kGpu)), at::bmm(left, right));
    expect_close(at::mm(left[0].to(kGpu), right[1].to(kGpu)), at::mm(left[0], right[1]));
  }
}

// Many blocks of threads share the longer line of this scan; one block processes the shorter line.
TEST_F(DeviceRaces, LongScans) {
  for (const std::int64_t length : {20000, 5000}) {
    const at::Tensor line = mixed({length}, c10::kDouble).div(500);
    const at::Tensor there = line.to(kGpu);
    expect_close(there.cumsum(0), line.cumsum(0));
    expect_close(there.cumprod(0), line.cumprod(0));
    expect_close(at::logcumsumexp(there, 0), at::logcumsumexp(line, 0));
    expect_same(std::get<0>(there.cummax(0)), std::get<0>(line.cummax(0)));
    expect_same(std::get<1>(there.cummin(0)), std::get<1>(line.cummin(0)));
  }
}

// One thread alone cannot process these lines, so several threads of a block share a line. The length decides how many
// threads do so. The longest line does not fit the registers of the threads.
TEST_F(DeviceRaces, SharedOutLines) {
  for (const c10::ScalarType type : {c10::kFloat, c10::kDouble})
    for (const std::int64_t length : {40, 1025, 4500, 17000}) {
      const at::Tensor rows = mixed({2, length}, type).div(100);
      const at::Tensor there = rows.to(kGpu);
      expect_close(there.softmax(1), rows.softmax(1));
      expect_close(there.log_softmax(1), rows.log_softmax(1));
    }
}

TEST_F(DeviceRaces, NormalizedGroups) {
  for (const std::int64_t size : {99, 100, 4100, 20000}) {
    const at::Tensor rows = mixed({2, size}, c10::kFloat).div(100);
    expect_close(at::layer_norm(rows.to(kGpu), {size}), at::layer_norm(rows, {size}));
  }
  // An input without groups needs no kernel. A GPU would reject a launch of zero blocks.
  expect_same(at::layer_norm(at::empty({0, 128}).to(kGpu), {128}), at::empty({0, 128}));
}

TEST_F(DeviceRaces, ChosenPlaces) {
  const at::Tensor mask = mixed({9001}, c10::kLong).remainder(3).eq(0);
  expect_same(at::nonzero(mask.to(kGpu)), at::nonzero(mask));
}

TEST_F(DeviceRaces, FactorisedMatrices) {
  const at::Tensor a = mixed({2, 40, 40}, c10::kDouble).div(500).add(at::eye(40, c10::kDouble));
  expect_close(std::get<0>(at::linalg_inv_ex(a.to(kGpu))), std::get<0>(at::linalg_inv_ex(a)));
}

TEST_F(DeviceRaces, TransformedLines) {
  const at::Tensor lines = mixed({2, 1024}, c10::kDouble).div(500);
  const at::Tensor numbers = at::complex(lines, lines);
  EXPECT_TRUE(at::allclose(at::_fft_c2c(numbers.to(kGpu), {1}, 1, true).cpu(), at::_fft_c2c(numbers, {1}, 1, true)));
}

// CUB sorts these rows with kernels that use shared memory. One block of threads sorts each short row.
TEST_F(DeviceRaces, SortedRows) {
  for (const c10::ScalarType type : {c10::kFloat, c10::kDouble})
    for (const std::int64_t size : {100, 600, 2100, 4500}) {
      const at::Tensor row = mixed({2, size}, type);
      const auto [values, places] = row.to(kGpu).sort(/*stable=*/true, 1, /*descending=*/true);
      const auto [wanted, wanted_places] = row.sort(/*stable=*/true, 1, /*descending=*/true);
      expect_same(values, wanted);
      expect_same(places, wanted_places);
      expect_same(std::get<0>(row.to(kGpu).median(1)), std::get<0>(row.median(1)));
    }
}

}  // namespace
}  // namespace modecheck::engine
