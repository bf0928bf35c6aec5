// The loop of the reductions: every group of elements becomes one.
//
// The dimensions that stay and those that go are merged where they lie one after the other. If the fastest of them all
// goes, each result is one span of memory after another ("spans"); if it stays, results are worked out side by side,
// a block of them at a time ("columns").
//
// What is added to what depends on the shape and the strides alone, never on how many threads there are, so that a
// result is the same everywhere.
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
  // Of `self`, whose results lie in row-major order.
  ReductionLoop(const Reduction& reduction, const at::Tensor& self);
  // Of what another loop said.
  explicit ReductionLoop(const ReductionShape& shape);
  ReductionShape shape() const;

  // Writes every result, from several threads at once if there is much to do. `from` is the first element of `self`.
  template <typename R, typename Write>
  void run(const char* from, const R& reducer, const Write& write) const {
    run(from, {reduction_form<R, Write>, &reducer, &write});
  }

 private:
  using Axis = ReductionShape::Axis;
  struct Axes {
    int count = 0;
    Axis axis[max_dims];  // the slowest first; only `count` are initialised
    Axes() = default;
    Axes(const Axes& other) { *this = other; }
    Axes& operator=(const Axes& other) {
      count = other.count;
      std::copy(other.axis, other.axis + count, axis);
      return *this;
    }
    void merge();
  };

  // What is done with the elements.
  struct Work {
    const ReductionForm& form;
    const void* reducer;
    const void* writer;
    char* into = nullptr;  // where totals are kept instead, if they are parts of results

    void write(std::int64_t index, std::int64_t apart, const char* totals, std::int64_t n) const;
  };

  void run(const char* from, const Work& work) const;
  // How many results are worked out side by side: their totals stay in the first-level cache.
  static std::int64_t block_size(const ReductionForm& form) { return form.cascades ? 128 : 512; }
  std::int64_t blocks(const ReductionForm& form) const {
    return columns_ ? (column_.size + block_size(form) - 1) / block_size(form) : 1;
  }
  template <typename Visit>
  static void walk(const Axes& axes, int inner, const Visit& visit);
  static void span_total(const char* from, const Axes& reduced, const Work& work, char* total);
  void column_totals(const char* from, std::int64_t width, const Axes& reduced, const Work& work, char* totals) const;
  // Works out units begin..end over the given part of the reduced dimensions. A unit is a result, or a block of
  // columns.
  void run_units(const char* from, const Axes& reduced, const Work& work, std::int64_t begin, std::int64_t end) const;
  void run_in_parts(const char* from, const Work& work, std::int64_t units, int longest, std::int64_t parts) const;

  Axes kept_;     // of columns without the dimension that they stand side by side in
  Axes reduced_;  // at least one
  Axis column_{1, 0};
  std::int64_t column_to_ = 0;  // how far the results of neighbouring columns are apart
  std::int64_t kept_to_[max_dims];
  bool columns_ = false;
  std::int64_t results_ = 1;
  std::int64_t group_ = 1;
};

}  // namespace modecheck::engine::backends
