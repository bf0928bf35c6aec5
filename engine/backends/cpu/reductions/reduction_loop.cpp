#include "engine/backends/cpu/reductions/reduction_loop.h"

#include <cstring>
#include <vector>

#include "engine/backends/cpu/reductions/cascade.h"
#include "engine/backends/functions/reducer.h"
#include "engine/backends/iterate/parallel.h"

namespace modecheck::engine::backends {
namespace {

// A large reduction with fewer than kTasks units (see run_units) is cut into about kTasks pieces, so that all threads
// have work.
constexpr std::int64_t kTasks = 64;
// The number of levels of partial totals in column_totals. A total of one level covers sixteen times as many rows as a
// total of the level before.
constexpr int kLevels = 5;
constexpr std::int64_t kEvery = 16;  // how many rows, or totals of a level, are merged into one total of the next level

}  // namespace

void ReductionLoop::Axes::merge() {
  int last = 0;
  for (int d = 1; d < count; ++d) {
    if (axis[last].step == axis[d].step * axis[d].size) {
      axis[last] = {axis[last].size * axis[d].size, axis[d].step};
    } else {
      axis[++last] = axis[d];
    }
  }
  if (count > 0) count = last + 1;
}

ReductionLoop::ReductionLoop(const Reduction& reduction, const at::Tensor& self) {
  for (int d = 0; d < static_cast<int>(self.dim()); ++d) {
    const auto at = static_cast<std::size_t>(d);
    const Axis axis{self.sizes()[at], self.strides()[at]};
    if (axis.size == 1) continue;
    Axes& own = reduction.reduces(d) ? reduced_ : kept_;
    own.axis[own.count++] = axis;
    (reduction.reduces(d) ? group_ : results_) *= axis.size;
  }
  std::stable_sort(reduced_.axis, reduced_.axis + reduced_.count,
                   [](const Axis& a, const Axis& b) { return a.step > b.step; });
  reduced_.merge();
  // The results are in row-major order and have no gaps, so only the strides of `self` decide which kept dimensions can
  // be merged.
  kept_.merge();
  if (reduced_.count == 0) reduced_.axis[reduced_.count++] = {1, 0};
  std::int64_t to = 1;
  for (int d = kept_.count - 1; d >= 0; --d) {
    kept_to_[d] = to;
    to *= kept_.axis[d].size;
  }
  int fastest = 0;
  for (int d = 1; d < kept_.count; ++d)
    if (kept_.axis[d].step <= kept_.axis[fastest].step) fastest = d;
  const Axis inner = reduced_.axis[reduced_.count - 1];
  columns_ = kept_.count > 0 && (inner.size == 1 || kept_.axis[fastest].step < inner.step);
  if (!columns_) return;
  column_ = kept_.axis[fastest];
  column_to_ = kept_to_[fastest];
  --kept_.count;
  for (int d = fastest; d < kept_.count; ++d) {
    kept_.axis[d] = kept_.axis[d + 1];
    kept_to_[d] = kept_to_[d + 1];
  }
}

ReductionLoop::ReductionLoop(const ReductionShape& shape)
    : column_(shape.column),
      column_to_(shape.column_to),
      columns_(shape.columns),
      results_(shape.results),
      group_(shape.group) {
  kept_.count = shape.kept_count;
  reduced_.count = shape.reduced_count;
  std::copy_n(shape.kept, shape.kept_count, kept_.axis);
  std::copy_n(shape.kept_to, shape.kept_count, kept_to_);
  std::copy_n(shape.reduced, shape.reduced_count, reduced_.axis);
}

ReductionShape ReductionLoop::shape() const {
  ReductionShape out;
  out.kept_count = kept_.count;
  out.reduced_count = reduced_.count;
  out.columns = columns_;
  out.column = column_;
  out.column_to = column_to_;
  out.results = results_;
  out.group = group_;
  std::copy_n(kept_.axis, kept_.count, out.kept);
  std::copy_n(kept_to_, kept_.count, out.kept_to);
  std::copy_n(reduced_.axis, reduced_.count, out.reduced);
  return out;
}

// Calls visit(offset) for every combination of indices of the dimensions in `axes`, except the last `inner` ones.
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

void ReductionLoop::Work::write(std::int64_t index, std::int64_t apart, const char* totals, std::int64_t n) const {
  if (into == nullptr) return form.write(writer, index, apart, totals, n);
  const std::int64_t bytes = form.total_bytes;
  for (std::int64_t j = 0; j < n; ++j)
    std::memcpy(into + (index + j * apart) * bytes, totals + j * bytes, static_cast<std::size_t>(bytes));
}

void ReductionLoop::span_total(const char* from, const Axes& reduced, const Work& work, char* total) {
  const std::int64_t bytes = work.form.element_bytes;
  const Axis last = reduced.axis[reduced.count - 1];
  if (reduced.count == 1 && last.size <= kSpan)
    return work.form.span(work.reducer, from, last.step * bytes, last.size, total);
  Cascade cascade(work.form, work.reducer);
  walk(reduced, 1, [&](std::int64_t offset) {
    const char* at = from + offset * bytes;
    for (std::int64_t done = 0; done < last.size; done += kSpan) {
      work.form.span(work.reducer, at + done * last.step * bytes, last.step * bytes, std::min(kSpan, last.size - done),
                     total);
      cascade.add(total);
    }
  });
  cascade.total(total);
}

// Computes the totals of `width` neighbouring columns. Rows are added eight at a time. If precision matters, every
// sixteen rows are summed separately, then every sixteen of these sums, and so on.
void ReductionLoop::column_totals(const char* from, std::int64_t width, const Axes& reduced, const Work& work,
                                  char* totals) const {
  const ReductionForm& form = work.form;
  const std::int64_t bytes = form.element_bytes;
  const std::int64_t step = column_.step * bytes;
  const int levels = form.cascades ? kLevels : 1;
  // The buffer holds partial totals by level. Level 0 accumulates rows, and level k accumulates the totals of level k -
  // 1.
  alignas(64) char room[kLevels * 128 * ReductionForm::max_total_bytes];
  static_assert(sizeof room >= 512 * ReductionForm::max_total_bytes);
  const auto partial = [&](int level) { return room + level * block_size(form) * form.total_bytes; };
  int used = 1;
  std::int64_t rows = 0;
  form.start(work.reducer, partial(0), width);
  const auto flush = [&] {
    for (int k = 1; k < levels; ++k) {
      if (k == used) {
        form.start(work.reducer, partial(k), width);
        ++used;
      }
      form.merge(work.reducer, partial(k), partial(k - 1), width);
      form.start(work.reducer, partial(k - 1), width);
      if ((rows / kEvery >> 4 * (k - 1)) % kEvery != 0) break;
    }
  };
  const Axis last = reduced.axis[reduced.count - 1];
  walk(reduced, 1, [&](std::int64_t offset) {
    const char* row = from + offset * bytes;
    const std::int64_t apart = last.step * bytes;
    std::int64_t left = last.size;
    while (left > 0) {
      constexpr std::int64_t many = ReductionForm::many_rows;
      const bool is_many = left >= many && rows % many == 0;
      (is_many ? form.add_rows : form.add_row)(work.reducer, partial(0), width, row, step, apart);
      const std::int64_t added = is_many ? many : 1;
      row += added * apart;
      left -= added;
      rows += added;
      if (rows % kEvery == 0) flush();
    }
  });
  std::memcpy(totals, partial(0), static_cast<std::size_t>(width * form.total_bytes));
  for (int k = 1; k < used; ++k) form.merge(work.reducer, totals, partial(k), width);
}

void ReductionLoop::run_units(const char* from, const Axes& reduced, const Work& work, std::int64_t begin,
                              std::int64_t end) const {
  const std::int64_t bytes = work.form.element_bytes;
  const std::int64_t per_row = blocks(work.form);
  alignas(64) char totals[512 * ReductionForm::max_total_bytes];
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
      const std::int64_t first = block * block_size(work.form);
      const std::int64_t width = std::min(block_size(work.form), column_.size - first);
      column_totals(from + (offset + first * column_.step) * bytes, width, reduced, work, totals);
      work.write(to + first * column_to_, column_to_, totals, width);
      if (++block < per_row) continue;
      block = 0;
    } else {
      span_total(from + offset * bytes, reduced, work, totals);
      work.write(to, 0, totals, 1);
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

void ReductionLoop::run(const char* from, const Work& work) const {
  if (group_ == 0) {
    alignas(16) char nothing[ReductionForm::max_total_bytes];
    work.form.start(work.reducer, nothing, 1);
    for (std::int64_t i = 0; i < results_; ++i) work.write(i, 0, nothing, 1);
    return;
  }
  const std::int64_t elements = results_ * group_;
  if (elements == 0) return;
  const std::int64_t units = results_ / column_.size * blocks(work.form);
  if (elements < 2 * parallel_grain) return run_units(from, reduced_, work, 0, units);
  // If there are few results of many elements, the longest reduced dimension is cut into pieces, which threads reduce
  // in parallel. The totals of the pieces are merged at the end.
  int longest = 0;
  for (int d = 1; d < reduced_.count; ++d)
    if (reduced_.axis[d].size > reduced_.axis[longest].size) longest = d;
  const std::int64_t parts =
      std::min({reduced_.axis[longest].size, elements / parallel_grain, (kTasks + units - 1) / units});
  if (units < kTasks && parts >= 2) return run_in_parts(from, work, units, longest, parts);
  const std::int64_t grain = std::max<std::int64_t>(1, parallel_grain * units / elements);
  parallel_for(
      units, grain, [&](std::int64_t begin, std::int64_t end) { run_units(from, reduced_, work, begin, end); },
      columns_ ? 1 : 16);
}

void ReductionLoop::run_in_parts(const char* from, const Work& work, std::int64_t units, int longest,
                                 std::int64_t parts) const {
  const Axis cut = reduced_.axis[longest];
  const std::int64_t length = (cut.size + parts - 1) / parts;
  const std::int64_t bytes = work.form.total_bytes;
  // Totals may be stored in a vector of bytes, because its memory is aligned for every type of total.
  std::vector<char> totals(static_cast<std::size_t>(results_ * parts * bytes));
  parallel_for(
      parts, 1,
      [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t part = begin; part < end; ++part) {
          const std::int64_t first = part * length;
          if (first >= cut.size) return;
          Axes reduced = reduced_;
          reduced.axis[longest].size = std::min(length, cut.size - first);
          Work of_part = work;
          of_part.into = totals.data() + part * results_ * bytes;
          run_units(from + first * cut.step * work.form.element_bytes, reduced, of_part, 0, units);
        }
      },
      1);
  alignas(16) char total[ReductionForm::max_total_bytes];
  for (std::int64_t i = 0; i < results_; ++i) {
    Cascade cascade(work.form, work.reducer);
    for (std::int64_t part = 0; part < parts && part * length < cut.size; ++part)
      cascade.add(totals.data() + (part * results_ + i) * bytes);
    cascade.total(total);
    work.write(i, 0, total, 1);
  }
}

}  // namespace modecheck::engine::backends
