#include "engine/backends/iterate/loop.h"

#include <cstdlib>

#include "engine/backends/iterate/parallel.h"

namespace modecheck::engine::backends {
namespace {

// The number of elements of each row in a strip, for loops that cut their rows into strips (see Loop::is_turned).
constexpr std::int64_t strip = 32;
constexpr std::int64_t cache_line = 64;  // the size of a cache line in bytes

// Loop::has_short_rows() returns true if there are at least `many_rows` rows of fewer than `short_row` elements.
constexpr std::int64_t short_row = 32;
constexpr std::int64_t many_rows = 16;

}  // namespace

Loop::Loop(const Plan& plan) : rank_(plan.shape().size()), plan_(&plan) {
  for (int i = 0; i < rank_; ++i) {
    sizes_[i] = plan.shape()[plan.walk(i)];
    elements_ *= sizes_[i];
  }
}

void Loop::bind(void* data, DimSpan sizes, DimSpan strides, int element_bytes) {
  data_[count_] = static_cast<char*>(data);
  std::int64_t* const own = strides_[count_];
  const int missing = rank_ - static_cast<int>(sizes.size());
  for (int i = 0; i < rank_; ++i) {
    const int d = plan_->walk(i) - missing;
    const auto at = static_cast<std::size_t>(d);
    own[i] = d < 0 || sizes[at] == 1 ? 0 : strides[at] * element_bytes;
  }
  ++count_;
}

bool Loop::has_short_rows() {
  coalesce();
  return rank_ > 1 && sizes_[0] < short_row && sizes_[1] >= many_rows && !plan_->in_order();
}

void Loop::run_inner(InnerCall function, void* row, int depth) {
  if (elements_ == 0) return;
  coalesce();
  const Call call{function, row, depth};
  if (elements_ < 2 * parallel_grain || plan_->in_order()) [[likely]]
    return run_part(call, data_, rank_ > 0 ? sizes_[rank_ - 1] : 1);
  // Split the outermost dimension over threads, unless the output has stride zero along it, as in fill_ of an expanded
  // tensor. In that case several threads would write the same elements.
  const int outer = rank_ - 1;
  if (strides_[0][outer] == 0) return run_part(call, data_, sizes_[outer]);
  const std::int64_t grain = std::max<std::int64_t>(1, parallel_grain / (elements_ / sizes_[outer]));
  parallel_for(sizes_[outer], grain, [&](std::int64_t begin, std::int64_t end) {
    char* data[Plan::max_operands];
    for (int i = 0; i < count_; ++i) data[i] = data_[i] + begin * strides_[i][outer];
    run_part(call, data, end - begin);
  });
}

bool Loop::is_turned() const {
  if (rank_ < 2 || plan_->in_order() || sizes_[0] <= strip || sizes_[1] == 1 || strides_[0][0] == 0 ||
      strides_[0][1] == 0)
    return false;
  for (int i = 0; i < count_; ++i) {
    const std::int64_t along = std::abs(strides_[i][0]);
    const std::int64_t down = std::abs(strides_[i][1]);
    if (down != 0 && down < along && along >= cache_line) return true;
  }
  return false;
}

void Loop::run_part(const Call& call, char* const* data, std::int64_t outer_size) const {
  const std::int64_t row_size = rank_ > 1 ? sizes_[0] : outer_size;
  if (!is_turned()) [[likely]]
    return walk(call, data, row_size, outer_size);
  for (std::int64_t begin = 0; begin < row_size; begin += strip) {
    char* here[Plan::max_operands];
    for (int i = 0; i < count_; ++i) here[i] = data[i] + begin * strides_[i][0];
    walk(call, here, std::min(strip, row_size - begin), outer_size);
  }
}

void Loop::walk(const Call& call, char* const* data, std::int64_t row_size, std::int64_t outer_size) const {
  const auto size_of = [&](int d) { return d == rank_ - 1 ? outer_size : sizes_[d]; };
  std::int64_t position[max_dims];
  for (int d = 1; d < rank_; ++d) position[d] = 0;
  char* pointers[Plan::max_operands];
  for (int i = 0; i < count_; ++i) pointers[i] = data[i];
  Inner inner;
  inner.size = row_size;
  for (int i = 0; i < count_; ++i) inner.along[i] = rank_ > 0 ? strides_[i][0] : 0;
  if (call.depth > 1) {
    inner.rows = size_of(1);
    for (int i = 0; i < count_; ++i) inner.down[i] = strides_[i][1];
  }
  while (true) {
    call(pointers, inner);
    int d = call.depth;
    for (; d < rank_; ++d) {
      const std::int64_t size = size_of(d);
      ++position[d];
      for (int i = 0; i < count_; ++i) pointers[i] += strides_[i][d];
      if (position[d] < size) break;
      for (int i = 0; i < count_; ++i) pointers[i] -= strides_[i][d] * size;
      position[d] = 0;
    }
    if (d >= rank_) return;
  }
}

void Loop::coalesce() {
  if (rank_ < 2) return;
  int last = 0;
  for (int d = 1; d < rank_; ++d) {
    bool joins = sizes_[last] == 1 || sizes_[d] == 1;
    if (!joins) {
      joins = true;
      for (int i = 0; i < count_ && joins; ++i) joins = strides_[i][last] * sizes_[last] == strides_[i][d];
    }
    if (joins) {
      if (sizes_[last] == 1)
        for (int i = 0; i < count_; ++i) strides_[i][last] = strides_[i][d];
      sizes_[last] *= sizes_[d];
      continue;
    }
    ++last;
    sizes_[last] = sizes_[d];
    for (int i = 0; i < count_; ++i) strides_[i][last] = strides_[i][d];
  }
  rank_ = last + 1;
}

}  // namespace modecheck::engine::backends
