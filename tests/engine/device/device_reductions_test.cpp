// Runs the GPU's reduction algorithm on the host. Tests which elements each thread gets, and that only the tensor's
// shape decides the order in which partial results are combined.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "engine/backends/cpu/reductions/reduce.h"
#include "engine/backends/cpu/reductions/reduction_loop.h"
#include "engine/backends/cuda/launch/reduction_launch.h"
#include "engine/backends/functions/moments.h"
#include "engine/backends/functions/reducers.h"
#include "tests/engine/device/on_device.h"

namespace modecheck::engine {
namespace {

using namespace on_device;  // NOLINT: the tests of devices share these helpers

// Reduces `self` along `dim`, or over all dimensions, in the way that a GPU does.
template <typename R, typename Write>
at::Tensor reduced_like_a_gpu(const at::Tensor& self, c10::optional<std::int64_t> dim, c10::ScalarType type) {
  const backends::Reduction reduction("sum", self, dim.has_value() ? c10::IntArrayRef(&*dim, 1) : c10::IntArrayRef(),
                                      false);
  const at::Tensor out = at::zeros(reduction.sizes(), type);
  const auto shape = backends::ReductionLoop(reduction, self).shape();
  const std::int64_t parts = cuda::reduction_parts(shape);
  std::vector<typename R::Total> partial(static_cast<std::size_t>(shape.results * parts));
  Write write{};
  write.to = reinterpret_cast<decltype(write.to)>(out.data_ptr());
  const cuda::ReductionArguments<R, Write> arguments{shape, static_cast<const char*>(self.data_ptr()), R(), write,
                                                     parts, parts > 1 ? partial.data() : nullptr};
  EXPECT_EQ((cuda::reduce_like_a_gpu<R, Write>(&arguments)), nullptr);
  return out;
}

TEST(ReductionOfAGpu, IsThatOfTheCpuButForRounding) {
  using R = backends::SumOf<double>;
  using Write = backends::StoreTotal<double>;
  for (const at::Tensor& a : {at::arange(60006, c10::kDouble).sin().reshape({3, 20002}),
                              at::arange(60006, c10::kDouble).sin().reshape({20002, 3}),
                              at::arange(20006, c10::kDouble).sin().slice(0, 1, 20004).reshape({1, 20003})})
    for (const std::int64_t dim : {0, 1})
      EXPECT_LT((reduced_like_a_gpu<R, Write>(a, dim, c10::kDouble) - a.sum(dim)).abs().max().item<double>(), 1e-9);
}

// Expects that each element counts exactly once. The sizes leave different numbers of elements over after the last full
// pack and the last full part of a row.
template <typename T>
void expect_each_element_once(c10::ScalarType type) {
  using Sum = backends::SumOf<T>;
  using Place = backends::PlaceOfExtreme<backends::Extreme::Greatest, T>;
  const at::Tensor all = mixed({2, 70000}, type);
  for (const std::int64_t size : {1, 2, 15, 16, 17, 255, 4096, 4097, 16384, 16391, 70000 - 16})
    for (const std::int64_t first : {0, 1, 5}) {
      const at::Tensor rows = all.slice(1, first, first + size);
      for (const at::Tensor& a : {rows, rows[1]}) {
        const std::int64_t dim = a.dim() - 1;
        const at::Tensor sums = reduced_like_a_gpu<Sum, backends::StoreTotal<T>>(a, dim, type);
        EXPECT_TRUE(sums.equal(a.sum(dim, false, type))) << type << ' ' << size << " from " << first;
        if (type == c10::kBool) continue;
        const at::Tensor places = reduced_like_a_gpu<Place, backends::StorePlace>(a, dim, c10::kLong);
        EXPECT_TRUE(places.equal(a.argmax(dim))) << type << ' ' << size << " from " << first;
      }
    }
}

TEST(ReductionOfAGpu, HasEachElementOnce) {
  expect_each_element_once<bool>(c10::kBool);
  expect_each_element_once<std::uint8_t>(c10::kByte);
  expect_each_element_once<std::int16_t>(c10::kShort);
  expect_each_element_once<std::int32_t>(c10::kInt);
  expect_each_element_once<std::int64_t>(c10::kLong);
}

// The address of the first element decides how a GPU loads elements, but not the order of additions. Another order
// would change sums of doubles.
TEST(ReductionOfAGpu, DependsOnTheShapeAlone) {
  using R = backends::SumOf<double>;
  using Spread = backends::Spread<double>;
  const at::Tensor values = at::arange(70001, c10::kDouble).sin();
  const at::Tensor room = at::zeros({70008}, c10::kDouble);
  for (const std::int64_t size : {70001, 3000}) {
    std::vector<at::Tensor> results;
    for (const std::int64_t first : {0, 1, 2, 3}) {
      const at::Tensor there = room.slice(0, first, first + size);
      there.copy_(values.slice(0, 0, size));
      results.push_back(
          at::stack({reduced_like_a_gpu<R, backends::StoreTotal<double>>(there, c10::nullopt, c10::kDouble),
                     reduced_like_a_gpu<Spread, backends::StoreSpread<double>>(there, c10::nullopt, c10::kDouble)},
                    0));
      EXPECT_TRUE(results.back().equal(results.front())) << size << " from " << first;
    }
  }
}

TEST(ReductionOfAGpu, CutsWhatLiesSideBySideWherePacksBegin) {
  backends::ReductionShape shape;
  shape.reduced_count = 1;
  for (const std::int64_t group : {1, 2048, 300001, 1 << 28})
    for (const std::int64_t step : {1, 3}) {
      shape.group = group;
      shape.reduced[0] = {group, step};
      EXPECT_EQ(cuda::group_is_dense(shape), step == 1);
      const std::int64_t parts = cuda::reduction_parts(shape);
      std::int64_t next = 0;
      for (std::int64_t part = 0; part < parts; ++part) {
        const cuda::ReductionPart here = cuda::part_of_group(shape, parts, part);
        EXPECT_EQ(here.begin, next);
        EXPECT_GE(here.end, here.begin);
        if (step == 1 && here.begin != group) {
          EXPECT_EQ(here.begin % cuda::widest_pack, 0);
        }
        next = here.end;
      }
      EXPECT_EQ(next, group);
    }
  shape.columns = true;
  EXPECT_FALSE(cuda::group_is_dense(shape));
}

}  // namespace
}  // namespace modecheck::engine
