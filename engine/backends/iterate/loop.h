// Strided loops over up to four operands.
//
// Dimensions are walked in the order that the Plan found (innermost first), and neighbours that lie one after the other
// in every operand are merged, so that most tensors are one row.
#pragma once

#include <algorithm>

#include "engine/backends/iterate/parallel.h"
#include "engine/backends/iterate/plan.h"
#include "engine/backends/iterate/strided.h"

namespace modecheck::engine::backends {

class Loop {
 public:
  explicit Loop(const Plan& plan);

  // Gives the next operand its memory: the first element, its own sizes (which broadcast to the plan's shape) and
  // strides in elements, and the size of an element.
  void bind(void* data, DimSpan sizes, DimSpan strides, int element_bytes);

  // Calls row(pointers, byte_strides, count) for every innermost row; large loops do so from several threads at once,
  // unless the plan is in order. Does nothing if there are no elements.
  template <typename Row>
  void run(Row&& row) {
    if (elements_ == 0) return;
    coalesce();
    if (elements_ < 2 * parallel_grain || plan_->in_order()) [[likely]]
      return run_part(row, data_, rank_ > 0 ? sizes_[rank_ - 1] : 1);
    // The outermost dimension is shared out, unless an output has but one element along it (fill_ of an expanded
    // tensor).
    const int outer = rank_ - 1;
    if (strides_[0][outer] == 0) return run_part(row, data_, sizes_[outer]);
    const std::int64_t grain = std::max<std::int64_t>(1, parallel_grain / (elements_ / sizes_[outer]));
    parallel_for(sizes_[outer], grain, [&](std::int64_t begin, std::int64_t end) {
      char* data[Plan::max_operands];
      for (int i = 0; i < count_; ++i) data[i] = data_[i] + begin * strides_[i][outer];
      run_part(row, data, end - begin);
    });
  }

  // Calls block(strided) for all elements, in as few parts as have not more dimensions than a Strided holds.
  template <typename Block>
  void each_strided(Block&& block) {
    if (elements_ == 0) return;
    coalesce();
    Strided part;
    part.rank = std::min(rank_, Strided::max_rank);
    part.count = 1;
    for (int d = 0; d < part.rank; ++d) {
      part.sizes[d] = sizes_[d];
      part.count *= sizes_[d];
      for (int i = 0; i < count_; ++i) part.steps[i][d] = strides_[i][d];
    }
    const std::int64_t parts = elements_ / part.count;
    for (std::int64_t index = 0; index < parts; ++index) {
      std::int64_t rest = index;
      for (int i = 0; i < count_; ++i) part.data[i] = data_[i];
      for (int d = part.rank; d < rank_; ++d) {
        for (int i = 0; i < count_; ++i) part.data[i] += rest % sizes_[d] * strides_[i][d];
        rest /= sizes_[d];
      }
      block(static_cast<const Strided&>(part));
    }
  }

 private:
  // `outer_size`: how much of the outermost dimension is walked.
  template <typename Row>
  void run_part(Row& row, char* const* data, std::int64_t outer_size) const {
    std::int64_t position[max_dims];
    for (int d = 1; d < rank_; ++d) position[d] = 0;
    char* pointers[Plan::max_operands];
    for (int i = 0; i < count_; ++i) pointers[i] = data[i];
    std::int64_t inner[Plan::max_operands] = {};
    for (int i = 0; i < count_; ++i) inner[i] = rank_ > 0 ? strides_[i][0] : 0;
    const std::int64_t row_size = rank_ > 1 ? sizes_[0] : outer_size;
    while (true) {
      row(static_cast<char* const*>(pointers), static_cast<const std::int64_t*>(inner), row_size);
      int d = 1;
      for (; d < rank_; ++d) {
        const std::int64_t size = d == rank_ - 1 ? outer_size : sizes_[d];
        ++position[d];
        for (int i = 0; i < count_; ++i) pointers[i] += strides_[i][d];
        if (position[d] < size) break;
        for (int i = 0; i < count_; ++i) pointers[i] -= strides_[i][d] * size;
        position[d] = 0;
      }
      if (d >= rank_) return;
    }
  }
  void coalesce();

  int rank_ = 0;
  int count_ = 0;
  std::int64_t elements_ = 1;
  const Plan* plan_;
  std::int64_t sizes_[max_dims];
  char* data_[Plan::max_operands];
  std::int64_t strides_[Plan::max_operands][max_dims];  // in bytes
};

}  // namespace modecheck::engine::backends
