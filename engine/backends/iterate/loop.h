// Strided loops over up to four operands.
//
// Dimensions are walked in the order that the Plan found (innermost first), and neighbours that lie one after the other
// in every operand are merged, so that most tensors are one row.
#pragma once

#include <algorithm>

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
  // unless the plan is in order. Does nothing if there are no elements. The walk is compiled once, for all rows there
  // are: a row is called by its address.
  template <typename Row>
  void run(Row row) {
    run_inner([](void* erased, char* const* pointers,
                 const Inner& inner) { (*static_cast<Row*>(erased))(pointers, inner.along, inner.size); },
              &row, 1);
  }

  // Many rows of few elements: a call for each costs more than its elements.
  bool has_short_rows();
  // The two innermost dimensions: `along` a row and `down` from row to row, strides of every operand in bytes.
  struct Inner {
    std::int64_t along[Plan::max_operands];
    std::int64_t size;
    std::int64_t down[Plan::max_operands];
    std::int64_t rows;
  };
  // The same as `run` with plane(pointers, inner) for all rows along the second dimension. Needs two dimensions.
  template <typename Plane>
  void run_planes(Plane plane) {
    run_inner([](void* erased, char* const* pointers,
                 const Inner& inner) { (*static_cast<Plane*>(erased))(pointers, inner); },
              &plane, 2);
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
  using InnerCall = void (*)(void* row, char* const* pointers, const Inner& inner);
  // What is called, and how many dimensions it does itself.
  struct Call {
    InnerCall function;
    void* row;
    int depth;
    void operator()(char* const* pointers, const Inner& inner) const { function(row, pointers, inner); }
  };

  void run_inner(InnerCall function, void* row, int depth);
  // `outer_size`: how much of the outermost dimension is walked.
  void run_part(const Call& call, char* const* data, std::int64_t outer_size) const;
  void walk(const Call& call, char* const* data, std::int64_t row_size, std::int64_t outer_size) const;
  // Whether an operand's neighbours lie along the second dimension, as a transposed matrix's do. A whole row would then
  // need a line of the cache for each of its elements, and that line again for the next row, when it is gone: so the
  // rows are cut into strips, and a strip of all rows is walked before the next one is.
  bool is_turned() const;
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
