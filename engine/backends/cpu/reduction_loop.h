// The loop of the reductions: every group of elements becomes one.
//
// The dimensions that stay and those that go are merged where they lie one after the other. If the fastest of them all
// goes, each result is one span of memory after another ("spans"); if it stays, results are worked out side by side,
// a block of them at a time ("columns"). Both are written so that the compiler vectorises them.
//
// What is added to what depends on the shape and the strides alone, never on how many threads there are, so that a
// result is the same everywhere.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/backends/cpu/cascade.h"
#include "engine/backends/cpu/reduce.h"
#include "engine/backends/functions/reducer.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/parallel.h"
#include "engine/backends/iterate/reduction_shape.h"

namespace modecheck::engine::backends {

class ReductionLoop {
 public:
  // Of `self`, whose results lie in row-major order.
  ReductionLoop(const Reduction& reduction, const at::Tensor& self);
  // Of what another loop said.
  explicit ReductionLoop(const ReductionShape& shape);
  ReductionShape shape() const;

  // Calls write(index, total) for every result, from several threads at once if there is much to do. `from` is the
  // first element of `self`.
  template <typename R, typename Write>
  void run(const char* from, const R& reducer, const Write& write) const;

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

  static constexpr std::int64_t kTasks = 64;  // what a reduction of few results is cut into

  // How many results are worked out side by side: their totals stay in the first-level cache.
  template <typename R>
  static constexpr std::int64_t kBlock = R::cascades ? 128 : 512;
  template <typename R>
  std::int64_t blocks() const {
    return columns_ ? (column_.size + kBlock<R> - 1) / kBlock<R> : 1;
  }

  // Calls visit(offset) for every place of all axes but the last `inner`.
  template <typename Visit>
  static void walk(const Axes& axes, int inner, const Visit& visit);

  template <typename R>
  static typename R::Total span_total(const char* from, const Axes& reduced, const R& reducer);
  template <typename R>
  [[gnu::noinline]] void column_totals(const char* from, std::int64_t width, const Axes& reduced, const R& reducer,
                                       typename R::Total* totals) const;

  // Works out units begin..end over the given part of the reduced dimensions. A unit is a result, or a block of
  // columns.
  template <typename R, typename Write>
  [[gnu::noinline]] void run_units(const char* from, const Axes& reduced, const R& reducer, std::int64_t begin,
                                   std::int64_t end, const Write& write) const;

  Axes kept_;     // of columns without the dimension that they stand side by side in
  Axes reduced_;  // at least one
  Axis column_{1, 0};
  std::int64_t column_to_ = 0;  // how far the results of neighbouring columns are apart
  std::int64_t kept_to_[max_dims];
  bool columns_ = false;
  std::int64_t results_ = 1;
  std::int64_t group_ = 1;
};

template <typename Visit>
void ReductionLoop::walk(const Axes& axes, int inner, const Visit& visit) {
  const int outer = axes.count - inner;
  if (outer <= 0) return visit(std::int64_t{0});
  std::int64_t position[max_dims];
  std::fill(position, position + outer, 0);
  std::int64_t offset = 0;
  while (true) {
    visit(offset);
    int d = outer - 1;
    for (; d >= 0; --d) {
      offset += axes.axis[d].step;
      if (++position[d] < axes.axis[d].size) break;
      offset -= axes.axis[d].step * position[d];
      position[d] = 0;
    }
    if (d < 0) return;
  }
}

template <typename R>
typename R::Total ReductionLoop::span_total(const char* from, const Axes& reduced, const R& reducer) {
  using T = typename R::Element;
  constexpr std::int64_t bytes = sizeof(Stored<T>);
  const Axis last = reduced.axis[reduced.count - 1];
  if (reduced.count == 1 && last.size <= kSpan) return reducer.span(from, last.step * bytes, last.size);
  Cascade<R> cascade(reducer);
  walk(reduced, 1, [&](std::int64_t offset) {
    const char* at = from + offset * bytes;
    for (std::int64_t done = 0; done < last.size; done += kSpan)
      cascade.add(reducer.span(at + done * last.step * bytes, last.step * bytes, std::min(kSpan, last.size - done)));
  });
  return cascade.total();
}

// Rows are added eight at a time; where it matters, sums of sixteen rows are summed apart, and so on upwards.
template <typename R>
void ReductionLoop::column_totals(const char* from, std::int64_t width, const Axes& reduced, const R& reducer,
                                  typename R::Total* totals) const {
  using T = typename R::Element;
  using Total = typename R::Total;
  constexpr std::int64_t bytes = sizeof(Stored<T>);
  constexpr int levels = R::cascades ? 5 : 1;
  constexpr std::int64_t every = 16;
  const std::int64_t step = column_.step * bytes;
  // Level 0 is added to by rows, level k by what level k - 1 has come to.
  Total partial[levels][kBlock<R>];
  int used = 1;
  std::int64_t rows = 0;
  std::fill_n(partial[0], width, reducer.start());
  const auto flush = [&] {
    if constexpr (levels > 1) {
      for (int k = 1; k < levels; ++k) {
        if (k == used) {
          std::fill_n(partial[k], width, reducer.start());
          ++used;
        }
        for (std::int64_t j = 0; j < width; ++j) reducer.merge(partial[k][j], partial[k - 1][j]);
        std::fill_n(partial[k - 1], width, reducer.start());
        if ((rows / every >> 4 * (k - 1)) % every != 0) break;
      }
    }
  };
  const auto add_rows = [&]<int count>(std::integral_constant<int, count>, const char* row, std::int64_t apart) {
    Total* const into = partial[0];
    const auto add_all = [&](auto element_step) {
      for (std::int64_t j = 0; j < width; ++j) {
        Total total = into[j];
        for (int r = 0; r < count; ++r) reducer.add(total, load<T>(row + r * apart + j * element_step));
        into[j] = total;
      }
    };
    if (step == bytes)
      add_all(std::integral_constant<std::int64_t, bytes>());
    else
      add_all(step);
  };
  const Axis last = reduced.axis[reduced.count - 1];
  walk(reduced, 1, [&](std::int64_t offset) {
    const char* row = from + offset * bytes;
    const std::int64_t apart = last.step * bytes;
    std::int64_t left = last.size;
    while (left > 0) {
      if (left >= 8 && rows % 8 == 0) {
        add_rows(std::integral_constant<int, 8>(), row, apart);
        row += 8 * apart;
        left -= 8;
        rows += 8;
      } else {
        add_rows(std::integral_constant<int, 1>(), row, apart);
        row += apart;
        --left;
        ++rows;
      }
      if (levels > 1 && rows % every == 0) flush();
    }
  });
  std::copy_n(partial[0], width, totals);
  for (int k = 1; k < used; ++k)
    for (std::int64_t j = 0; j < width; ++j) reducer.merge(totals[j], partial[k][j]);
}

template <typename R, typename Write>
void ReductionLoop::run_units(const char* from, const Axes& reduced, const R& reducer, std::int64_t begin,
                              std::int64_t end, const Write& write) const {
  constexpr std::int64_t bytes = sizeof(Stored<typename R::Element>);
  const std::int64_t per_row = blocks<R>();
  std::int64_t position[max_dims];
  std::int64_t offset = 0;
  std::int64_t to = 0;
  std::int64_t rest = begin / per_row;
  std::int64_t block = begin % per_row;
  for (int d = kept_.count - 1; d >= 0; --d) {
    position[d] = rest % kept_.axis[d].size;
    rest /= kept_.axis[d].size;
    offset += position[d] * kept_.axis[d].step;
    to += position[d] * kept_to_[d];
  }
  for (std::int64_t unit = begin; unit < end; ++unit) {
    if (columns_) {
      typename R::Total totals[kBlock<R>];
      const std::int64_t first = block * kBlock<R>;
      const std::int64_t width = std::min(kBlock<R>, column_.size - first);
      column_totals(from + (offset + first * column_.step) * bytes, width, reduced, reducer, totals);
      for (std::int64_t j = 0; j < width; ++j) write(to + (first + j) * column_to_, totals[j]);
      if (++block < per_row) continue;
      block = 0;
    } else {
      write(to, span_total(from + offset * bytes, reduced, reducer));
    }
    for (int d = kept_.count - 1; d >= 0; --d) {
      offset += kept_.axis[d].step;
      to += kept_to_[d];
      if (++position[d] < kept_.axis[d].size) break;
      offset -= kept_.axis[d].step * position[d];
      to -= kept_to_[d] * position[d];
      position[d] = 0;
    }
  }
}

template <typename R, typename Write>
void ReductionLoop::run(const char* from, const R& reducer, const Write& write) const {
  constexpr std::int64_t bytes = sizeof(Stored<typename R::Element>);
  if (group_ == 0) {
    for (std::int64_t i = 0; i < results_; ++i) write(i, reducer.start());
    return;
  }
  const std::int64_t elements = results_ * group_;
  if (elements == 0) return;
  const std::int64_t units = results_ / column_.size * blocks<R>();
  if (elements < 2 * parallel_grain) return run_units(from, reduced_, reducer, 0, units, write);
  // Few results of much each: the longest of the dimensions that go is cut, and the totals of the parts are merged.
  int longest = 0;
  for (int d = 1; d < reduced_.count; ++d)
    if (reduced_.axis[d].size > reduced_.axis[longest].size) longest = d;
  const Axis cut = reduced_.axis[longest];
  const std::int64_t parts = std::min({cut.size, elements / parallel_grain, (kTasks + units - 1) / units});
  if (units >= kTasks || parts < 2) {
    const std::int64_t grain = std::max<std::int64_t>(1, parallel_grain * units / elements);
    return parallel_for(
        units, grain,
        [&](std::int64_t begin, std::int64_t end) { run_units(from, reduced_, reducer, begin, end, write); },
        columns_ ? 1 : 16);
  }
  const std::int64_t length = (cut.size + parts - 1) / parts;
  std::vector<typename R::Total> totals(static_cast<std::size_t>(results_ * parts), reducer.start());
  parallel_for(
      parts, 1,
      [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t part = begin; part < end; ++part) {
          const std::int64_t first = part * length;
          if (first >= cut.size) return;
          Axes reduced = reduced_;
          reduced.axis[longest].size = std::min(length, cut.size - first);
          typename R::Total* const into = totals.data() + part * results_;
          run_units(from + first * cut.step * bytes, reduced, reducer, 0, units,
                    [into](std::int64_t index, const typename R::Total& total) { into[index] = total; });
        }
      },
      1);
  for (std::int64_t i = 0; i < results_; ++i) {
    Cascade<R> cascade(reducer);
    for (std::int64_t part = 0; part < parts && part * length < cut.size; ++part)
      cascade.add(totals[static_cast<std::size_t>(part * results_ + i)]);
    write(i, cascade.total());
  }
}

}  // namespace modecheck::engine::backends
