// Defines ReductionLoop, which computes one result from every group of elements, for all reduction operators.
//
// Dimensions that are adjacent in memory are merged if all of them are reduced, or none is. If the fastest dimension is
// reduced, each result reads spans of memory. If the fastest dimension is kept, a block of neighbouring results is
// computed at once ("columns").
//
// The order of additions depends on the shape and the strides alone, and never on the number of threads, so that
// results are reproducible.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/backends/cpu/reductions/reduce.h"
#include "engine/backends/cpu/reductions/reduction_form.h"
#include "engine/backends/iterate/dims.h"
#include "engine/backends/iterate/reduction_shape.h"

namespace modecheck::engine::backends {

class ReductionLoop {
 public:
  // Plans the reduction of `self`. The results are in row-major order.
  ReductionLoop(const Reduction& reduction, const at::Tensor& self);
  // Makes a loop with the dimensions that shape() of another loop has returned.
  explicit ReductionLoop(const ReductionShape& shape);
  ReductionShape shape() const;

  // Reduces and writes every result, on several threads at once if there is much to do. `from` is the first element of
  // the reduced tensor.
  template <typename R, typename Write>
  void run(const char* from, const R& reducer, const Write& write) const {
    run(from, {reduction_form<R, Write>, &reducer, &write});
  }

 private:
  using Axis = ReductionShape::Axis;
  struct Axes {
    int count = 0;
    Axis axis[max_dims];  // the dimensions, the slowest first; only `count` of them are initialised
    Axes() = default;
    Axes(const Axes& other) { *this = other; }
    Axes& operator=(const Axes& other) {
      count = other.count;
      std::copy(other.axis, other.axis + count, axis);
      return *this;
    }
    void merge();
  };

  // The work of a ReductionLoop on the elements that it visits: the ReductionForm with the functions to call, the
  // reducer and the writer.
  struct Work {
    const ReductionForm& form;
    const void* reducer;
    const void* writer;
    char* into = nullptr;  // if not null, receives the totals of one part of each result, and no result is written

    void write(std::int64_t index, std::int64_t apart, const char* totals, std::int64_t n) const;
  };

  void run(const char* from, const Work& work) const;
  // Returns the number of results that are computed at once, so that their totals fit into the first-level cache.
  static std::int64_t block_size(const ReductionForm& form) { return form.cascades ? 128 : 512; }
  std::int64_t blocks(const ReductionForm& form) const {
    return columns_ ? (column_.size + block_size(form) - 1) / block_size(form) : 1;
  }
  template <typename Visit>
  static void walk(const Axes& axes, int inner, const Visit& visit);
  static void span_total(const char* from, const Axes& reduced, const Work& work, char* total);
  void column_totals(const char* from, std::int64_t width, const Axes& reduced, const Work& work, char* totals) const;
  // Reduces units begin..end over the given part of the reduced dimensions. A unit is one result. If a kept dimension
  // is the fastest in memory, a unit is one block of neighbouring results ("columns").
  void run_units(const char* from, const Axes& reduced, const Work& work, std::int64_t begin, std::int64_t end) const;
  void run_in_parts(const char* from, const Work& work, std::int64_t units, int longest, std::int64_t parts) const;

  Axes kept_;     // the dimensions that are kept, except `column_` if there are columns
  Axes reduced_;  // the reduced dimensions, at least one
  Axis column_{1, 0};
  std::int64_t column_to_ = 0;  // the stride in the output between the results of neighbouring columns
  std::int64_t kept_to_[max_dims];
  bool columns_ = false;
  std::int64_t results_ = 1;
  std::int64_t group_ = 1;
};

}  // namespace modecheck::engine::backends
