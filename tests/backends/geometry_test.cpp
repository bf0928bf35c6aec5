// Tests rule by rule how the engine's kernels choose strides, find overlaps and order the dimensions of a loop.
#include "engine/backends/iterate/geometry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "engine/backends/iterate/broadcast.h"
#include "engine/backends/iterate/layout.h"
#include "engine/backends/iterate/loop.h"
#include "engine/backends/iterate/overlap.h"
#include "engine/backends/iterate/plan.h"
#include "engine/backends/iterate/promotion.h"
#include "engine/backends/iterate/storage_size.h"
#include "engine/backends/iterate/view_strides.h"

namespace modecheck::engine::backends {
namespace {

using List = std::vector<std::int64_t>;

List list(const Dims& dims) { return {dims.begin(), dims.end()}; }

TEST(Broadcast, AlignsAtTheLastDimension) {
  Dims shape(List{3, 1});
  BroadcastMismatch mismatch;
  ASSERT_TRUE(broadcast_into(shape, List{2, 1, 4}, mismatch));
  EXPECT_EQ(list(shape), (List{2, 3, 4}));
}

TEST(Broadcast, NamesTheInnermostMismatch) {
  Dims shape(List{2, 3});
  BroadcastMismatch mismatch;
  ASSERT_FALSE(broadcast_into(shape, List{3, 2}, mismatch));
  EXPECT_EQ(mismatch.size_a, 3);
  EXPECT_EQ(mismatch.size_b, 2);
  EXPECT_EQ(mismatch.dimension, 1);
}

TEST(Broadcast, OneStretchesToZero) {
  Dims shape(List{1});
  BroadcastMismatch mismatch;
  ASSERT_TRUE(broadcast_into(shape, List{0}, mismatch));
  EXPECT_EQ(list(shape), List{0});
}

TEST(Layout, ADimensionOfSizeOneMayHaveAnyStride) {
  EXPECT_TRUE(is_contiguous(List{2, 1, 3}, List{3, 77, 1}));
  EXPECT_TRUE(is_non_overlapping_and_dense(List{2, 1, 3}, List{1, 77, 2}));
  EXPECT_FALSE(is_non_overlapping_and_dense(List{2, 3}, List{4, 1}));
}

TEST(Layout, NoElementsAreContiguousWhateverTheStrides) {
  EXPECT_TRUE(is_contiguous(List{2, 0}, List{0, 9}));
  EXPECT_TRUE(is_non_overlapping_and_dense(List{2, 0}, List{0, 9}));
}

TEST(Layout, CopiesKeepTheOrderOfTheDimensionsAndCloseTheGaps) {
  Dims strides;
  // A transposed tensor with gaps gets dense strides in the same order.
  preserved_strides(List{2, 3}, List{1, 4}, strides);
  EXPECT_EQ(list(strides), (List{1, 2}));
  preserved_strides(List{2, 3}, List{0, 1}, strides);  // an expanded tensor gets row-major strides
  EXPECT_EQ(list(strides), (List{3, 1}));
  preserved_strides(List{2, 3}, List{1, 2}, strides);  // a dense tensor keeps its strides
  EXPECT_EQ(list(strides), (List{1, 2}));
}

TEST(Overlap, AnExpandedTensorOverlapsItself) {
  EXPECT_TRUE(overlaps_itself(List{3}, List{0}));
  EXPECT_FALSE(overlaps_itself(List{1}, List{0}));
  // A tensor with these strides overlaps itself, but the engine would need too long to find out. overlaps_itself and
  // is_surely_injective therefore both return false.
  EXPECT_FALSE(overlaps_itself(List{3, 3}, List{1, 1}));
  EXPECT_FALSE(is_surely_injective(List{3, 3}, List{1, 1}));
  EXPECT_TRUE(is_surely_injective(List{3, 3}, List{1, 4}));
}

TEST(Overlap, DenseTensorsOverlapWhereTheirBytesDo) {
  const int storage = 0;
  const List sizes{4};
  const List strides{1};
  const List two{2, 2};
  const List rows{2, 1};
  const List columns{1, 2};
  const auto region = [&](const List& s, const List& t, std::int64_t first) {
    return Region{s, t, &storage, first * 4, 4};
  };
  EXPECT_EQ(overlap_between(region(sizes, strides, 0), region(sizes, strides, 0)), Overlap::Full);
  EXPECT_EQ(overlap_between(region(sizes, strides, 0), region(sizes, strides, 3)), Overlap::Partial);
  EXPECT_EQ(overlap_between(region(sizes, strides, 0), region(sizes, strides, 4)), Overlap::None);
  EXPECT_EQ(overlap_between(region(two, rows, 0), region(two, columns, 0)), Overlap::Partial);
  const List gaps{3};
  EXPECT_EQ(overlap_between(region(two, rows, 0), region(sizes, gaps, 0)), Overlap::TooHard);
}

TEST(View, SplitsAndMergesOnlyWhatIsAdjacent) {
  Dims strides;
  ASSERT_TRUE(view_strides(List{4, 3}, List{3, 1}, List{2, 2, 3}, strides));
  EXPECT_EQ(list(strides), (List{6, 3, 1}));
  ASSERT_TRUE(view_strides(List{3, 2}, List{4, 2}, List{6}, strides));
  EXPECT_EQ(list(strides), List{2});
  EXPECT_FALSE(view_strides(List{3, 2}, List{4, 1}, List{6}, strides));
  EXPECT_FALSE(view_strides(List{2, 3}, List{1, 2}, List{6}, strides));
}

TEST(View, InfersOneSize) {
  Dims sizes;
  std::int64_t culprit = 0;
  ASSERT_EQ(infer_sizes(List{2, -1}, 6, sizes, culprit), InferredSizes::Ok);
  EXPECT_EQ(list(sizes), (List{2, 3}));
  EXPECT_EQ(infer_sizes(List{-1, -1}, 6, sizes, culprit), InferredSizes::TwoUnknown);
  EXPECT_EQ(infer_sizes(List{4, -1}, 6, sizes, culprit), InferredSizes::Invalid);
  EXPECT_EQ(infer_sizes(List{0, -1}, 0, sizes, culprit), InferredSizes::Ambiguous);
  EXPECT_EQ(infer_sizes(List{-2, 3}, 6, sizes, culprit), InferredSizes::Negative);
  EXPECT_EQ(culprit, -2);
}

TEST(View, OfAnotherDtypeNeedsWholeElements) {
  Dims sizes;
  Dims strides;
  std::int64_t offset = 0;
  int culprit = 0;
  ASSERT_EQ(dtype_view(List{3, 4}, List{4, 1}, 2, 4, 8, sizes, strides, offset, culprit), DtypeView::Ok);
  EXPECT_EQ(list(sizes), (List{3, 2}));
  EXPECT_EQ(list(strides), (List{2, 1}));
  EXPECT_EQ(offset, 1);
  EXPECT_EQ(dtype_view(List{3, 4}, List{4, 1}, 1, 4, 8, sizes, strides, offset, culprit),
            DtypeView::OffsetNotDivisible);
  EXPECT_EQ(dtype_view(List{3, 4}, List{5, 1}, 0, 4, 8, sizes, strides, offset, culprit),
            DtypeView::StrideNotDivisible);
  EXPECT_EQ(dtype_view(List{3, 3}, List{4, 1}, 0, 4, 8, sizes, strides, offset, culprit), DtypeView::SizeNotDivisible);
  EXPECT_EQ(dtype_view(List{3, 4}, List{1, 3}, 0, 4, 1, sizes, strides, offset, culprit), DtypeView::LastStrideNotOne);
  EXPECT_EQ(dtype_view(List{}, List{}, 0, 4, 1, sizes, strides, offset, culprit), DtypeView::ScalarToSmaller);
}

TEST(GeometryOfViews, TheDiagonalMayBeAnyNumber) {
  Geometry whole(List{2, 3}, List{3, 1}, 0);
  whole.diagonal(std::numeric_limits<std::int64_t>::min(), 0, 1);
  EXPECT_EQ(list(whole.sizes), List{0});
  Geometry above(List{2, 3}, List{3, 1}, 0);
  above.diagonal(1, 0, 1);
  EXPECT_EQ(list(above.sizes), List{2});
  EXPECT_EQ(list(above.strides), List{4});
  EXPECT_EQ(above.offset, 1);
}

TEST(StorageSize, IsReachedByTheLastElement) {
  EXPECT_EQ(reached_bytes(List{2, 3}, List{3, 1}, 1, 4).bytes, 28u);
  EXPECT_EQ(reached_bytes(List{2, 0}, List{3, 1}, 100, 4).bytes, 0u);
  EXPECT_TRUE(reached_bytes(List{2}, List{std::numeric_limits<std::int64_t>::max()}, 1, 8).overflow);
}

List fresh(const std::vector<std::pair<List, List>>& inputs) {
  Plan plan;
  plan.add_fresh_output();
  for (const auto& [sizes, strides] : inputs) plan.add_input(sizes, strides);
  BroadcastMismatch mismatch;
  EXPECT_TRUE(plan.broadcast(mismatch));
  plan.order_dimensions();
  Dims strides;
  plan.fresh_strides(strides);
  return list(strides);
}

TEST(Plan, AFreshResultFollowsItsInputs) {
  EXPECT_EQ(fresh({{{2, 3}, {3, 1}}, {{2, 3}, {3, 1}}}), (List{3, 1}));
  // If both inputs have the same layout, the result has that layout, too.
  EXPECT_EQ(fresh({{{2, 3}, {1, 2}}, {{2, 3}, {1, 2}}}), (List{1, 2}));
  // If the layouts of the inputs differ, the result has the layout of the first input.
  EXPECT_EQ(fresh({{{2, 3}, {1, 2}}, {{2, 3}, {3, 1}}}), (List{1, 2}));
  EXPECT_EQ(fresh({{{2, 3}, {3, 1}}, {{2, 3}, {1, 2}}}), (List{3, 1}));
  // the strides of broadcast dimensions do not affect the layout
  EXPECT_EQ(fresh({{{3}, {1}}, {{2, 3}, {1, 2}}}), (List{1, 2}));
  EXPECT_EQ(fresh({{{1, 3}, {1, 1}}, {{}, {}}}), (List{1, 1}));  // if strides are equal, the larger size is outermost
}

TEST(Plan, ASizeOfZeroMakesTheOuterStridesZero) { EXPECT_EQ(fresh({{{2, 0, 3}, {1, 3, 2}}, {{}, {}}}).size(), 3u); }

TEST(Loop, MergesWhatLiesTogether) {
  Plan plan;
  const List sizes{2, 3};
  const List strides{3, 1};
  plan.add_output(sizes, strides);
  plan.add_input(sizes, strides);
  plan.order_for(sizes);
  float out[6] = {};
  float in[6] = {1, 2, 3, 4, 5, 6};
  Loop loop(plan);
  loop.bind(out, sizes, strides, 4);
  loop.bind(in, sizes, strides, 4);
  int rows = 0;
  loop.run([&](char* const*, const std::int64_t*, std::int64_t n) {
    ++rows;
    EXPECT_EQ(n, 6);
  });
  EXPECT_EQ(rows, 1);
}

TEST(Loop, WalksATransposedMatrixInStrips) {
  constexpr std::int64_t rows = 20;
  constexpr std::int64_t columns = 70;
  const List sizes{2, rows, columns};
  const List to{rows * columns, columns, 1};
  const List from{rows * columns, 1, rows};
  Plan plan;
  plan.add_output(sizes, to);
  plan.add_input(sizes, from);
  plan.order_for(sizes);
  std::vector<float> in(2 * rows * columns);
  std::iota(in.begin(), in.end(), 1.0f);
  std::vector<float> out(in.size());
  Loop loop(plan);
  loop.bind(out.data(), sizes, to, 4);
  loop.bind(in.data(), sizes, from, 4);
  // In the input, neighbours of an output row are more than a cache line apart. The loop must therefore run over short
  // pieces of the rows, so `longest` must be 32.
  std::int64_t longest = 0;
  const auto copy = [&](char* const* at, const std::int64_t* step, std::int64_t n) {
    longest = std::max(longest, n);
    for (std::int64_t i = 0; i < n; ++i) {
      float& written = *reinterpret_cast<float*>(at[0] + i * step[0]);
      EXPECT_EQ(written, 0);
      written = *reinterpret_cast<const float*>(at[1] + i * step[1]);
    }
  };
  loop.run(copy);
  EXPECT_EQ(longest, 32);
  for (std::int64_t b = 0; b < 2; ++b)
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t j = 0; j < columns; ++j)
        EXPECT_EQ(out[static_cast<std::size_t>(b * to[0] + i * to[1] + j)],
                  in[static_cast<std::size_t>(b * from[0] + i + j * rows)]);
}

TEST(Promotion, AHigherCategoryDecidesUnlessALowerOneIsOfAHigherKind) {
  const auto result = [](auto&&... add) {
    Promotion promotion;
    (add(promotion), ...);
    return promotion.result();
  };
  const auto tensor = [](c10::ScalarType type) { return [type](Promotion& p) { p.add_tensor(type, true); }; };
  const auto scalar = [](c10::ScalarType type) { return [type](Promotion& p) { p.add_tensor(type, false); }; };
  const auto number = [](const c10::Scalar& value) { return [value](Promotion& p) { p.add_number(value); }; };
  EXPECT_EQ(result(tensor(c10::kFloat), tensor(c10::kDouble)), c10::kDouble);
  EXPECT_EQ(result(tensor(c10::kFloat), scalar(c10::kDouble)), c10::kFloat);
  EXPECT_EQ(result(tensor(c10::kLong), scalar(c10::kDouble)), c10::kDouble);
  EXPECT_EQ(result(tensor(c10::kLong), number(2.5)), c10::kFloat);
  EXPECT_EQ(result(tensor(c10::kBool), number(2)), c10::kLong);
  EXPECT_EQ(result(scalar(c10::kFloat), number(2.5)), c10::kFloat);
  EXPECT_EQ(result(tensor(c10::kDouble), scalar(c10::kLong), number(2.5)), c10::kDouble);
}

}  // namespace
}  // namespace modecheck::engine::backends
