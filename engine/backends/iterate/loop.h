// Runs a strided loop over up to four operands. The loop walks the dimensions in the order of its Plan, innermost
// first. It merges neighbouring dimensions that are adjacent in memory in every operand, so that most tensors are one
// row.
#pragma once

#include <algorithm>

#include "engine/backends/iterate/plan.h"
#include "engine/backends/iterate/strided.h"

namespace modecheck::engine::backends {

class Loop {
 public:
  explicit Loop(const Plan& plan);

  // Binds the memory of the next operand: its first element, its own sizes (which broadcast to the plan's shape), its
  // strides in elements, and the size of an element in bytes.
  void bind(void* data, DimSpan sizes, DimSpan strides, int element_bytes);

  // Calls row(pointers, byte_strides, count) for every innermost row, and does nothing if there are no elements. Large
  // loops call it from several threads at once, unless the plan fixes the order of writes (Plan::in_order). The
  // function `row` is called through a pointer, so that the code of the loop is compiled once for all functions.
  template <typename Row>
  void run(Row row) {
    run_inner([](void* erased, char* const* pointers,
                 const Inner& inner) { (*static_cast<Row*>(erased))(pointers, inner.along, inner.size); },
              &row, 1);
  }

  // Returns true if the loop has many rows of few elements. One function call for each row would then take more time
  // than the elements of the row.
  bool has_short_rows();
  // The two innermost dimensions of a loop. `along` and `down` are the strides in bytes of every operand: along a row,
  // and from row to row.
  struct Inner {
    std::int64_t along[Plan::max_operands];
    std::int64_t size;
    std::int64_t down[Plan::max_operands];
    std::int64_t rows;
  };
  // Visits the elements as `run` does, but calls plane(pointers, inner) once for all rows of the two innermost
  // dimensions. The loop needs at least two dimensions.
  template <typename Plane>
  void run_planes(Plane plane) {
    run_inner([](void* erased, char* const* pointers,
                 const Inner& inner) { (*static_cast<Plane*>(erased))(pointers, inner); },
              &plane, 2);
  }

  // Covers all elements of the loop by calls of block(strided). There is one call if the loop has at most as many
  // dimensions as Strided can hold, else several.
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
  // The function that the loop calls, and the number of inner dimensions over which that function loops itself.
  struct Call {
    InnerCall function;
    void* row;
    int depth;
    void operator()(char* const* pointers, const Inner& inner) const { function(row, pointers, inner); }
  };

  void run_inner(InnerCall function, void* row, int depth);
  // Runs the loop over `outer_size` indices of the outermost dimension. `data` points to the first elements.
  void run_part(const Call& call, char* const* data, std::int64_t outer_size) const;
  void walk(const Call& call, char* const* data, std::int64_t row_size, std::int64_t outer_size) const;
  // Returns true if an operand is dense along the second dimension, as a transposed matrix is. A whole row would then
  // load one cache line per element. The next row would load the same lines again after they were evicted. The loop
  // therefore cuts the rows into strips, and handles one strip of all rows before the next strip.
  bool is_turned() const;
  void coalesce();

  int rank_ = 0;
  int count_ = 0;
  std::int64_t elements_ = 1;
  const Plan* plan_;
  std::int64_t sizes_[max_dims];
  char* data_[Plan::max_operands];
  std::int64_t strides_[Plan::max_operands][max_dims];  // the strides of each operand, in bytes
};

}  // namespace modecheck::engine::backends
