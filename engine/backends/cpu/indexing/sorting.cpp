// Implements the kernels of sort, topk, kthvalue, max, min, median, _unique2, searchsorted and bucketize.
#include "spec/operators/sorting.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cuda/device_code/line_scan.h"
#include "engine/backends/cuda/device_code/row_sort.h"
#include "engine/backends/cuda/device_code/search_kernel.h"
#include "engine/backends/cuda/device_code/selection_kernels.h"
#include "engine/backends/cuda/launch/choosing.h"
#include "engine/backends/cuda/launch/moving.h"
#include "engine/backends/cuda/launch/range_launch.h"
#include "engine/backends/functions/is_nan.h"
#include "engine/backends/functions/searching.h"
#include "engine/backends/iterate/dims.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/layout.h"
#include "engine/backends/iterate/parallel.h"
#include "engine/backends/iterate/promotion.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/tensor/size_of_data.h"
#include "engine/core/types/default_dtype.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/creation.h"
#include "spec/operators/reduction.h"
#include "spec/operators/selection.h"

namespace modecheck::engine {
namespace backends {
namespace {

// less() and greater() compare two elements in the order of sort, in which NaN is larger than every number.
template <typename T>
bool less(T a, T b) {
  return a < b || (is_nan(b) && !is_nan(a));
}
template <typename T>
bool greater(T a, T b) {
  return a > b || (is_nan(a) && !is_nan(b));
}

template <typename T>
struct Placed {
  Computed<T> value;
  std::int64_t place;
};

// Describes a tensor as [outer, size, inner], where `size` is the size of the dimension that is sorted. A 0-dim tensor
// has one element.
struct Along {
  std::int64_t dimension = 0;
  std::int64_t outer = 1;
  std::int64_t size = 1;
  std::int64_t inner = 1;

  Along(const char* name, const at::Tensor& self, std::int64_t dim) : dimension(wrap_dimension(name, dim, self.dim())) {
    for (std::int64_t d = 0; d < self.dim(); ++d) {
      const std::int64_t extent = self.sizes()[static_cast<std::size_t>(d)];
      (d < dimension ? outer : d == dimension ? size : inner) *= extent;
    }
  }

  // Returns the sizes of `self` with `count` elements along the sorted dimension.
  Dims resized(const at::Tensor& self, std::int64_t count) const {
    Dims out(self.sizes());
    if (!out.empty()) out[static_cast<int>(dimension)] = count;
    return out;
  }
  // Returns the sizes of the result of a reduction such as median: `self` with size one along the dimension, or without
  // the dimension.
  Dims reduced(const at::Tensor& self, bool keepdim) const {
    Dims out = resized(self, 1);
    if (!keepdim && !out.empty()) out.erase(static_cast<int>(dimension));
    return out;
  }
};

void check_ordered(const char* name, const at::Tensor& self) {
  MODECHECK_CHECK(!c10::isComplexType(self.scalar_type()), ErrorClass::Dtype, name, ": not implemented for ",
                  self.scalar_type(), ", which has no order; sort the absolute values");
}

// Raises if topk, kthvalue or median does not support the dtype. As in libtorch, these operators support fewer dtypes
// than sort. The dtype of a 0-dim tensor is checked only if `numbers_too` is set.
void check_selectable(const char* name, const at::Tensor& self, bool numbers_too = false) {
  const c10::ScalarType type = self.scalar_type();
  if (self.dim() == 0 && !numbers_too) return;
  check_ordered(name, self);
  MODECHECK_CHECK(type != c10::kBool && type != c10::kHalf, ErrorClass::Dtype, name, ": not implemented for ", type,
                  "; convert the tensor to Byte or Float");
}

using Results = std::tuple<at::Tensor, at::Tensor>;

Results fresh_results(const at::Tensor& self, const Dims& sizes) {
  return {empty(sizes, self.scalar_type(), self.device()), empty(sizes, c10::kLong, self.device())};
}

// Writes the result for a 0-dim tensor: its element, and index 0. All dtypes are allowed.
void copy_number(const at::Tensor& self, const Results& out) {
  if (!has_bytes(self)) return;
  copy_elements(std::get<0>(out), self);
  fill_elements(std::get<1>(out), 0);
}

// Copies the row-major tensor `rows` to the strides that a dense copy of `self` has.
at::Tensor laid_out_like(const at::Tensor& self, const at::Tensor& rows) {
  Dims strides;
  preserved_strides(self.sizes(), self.strides(), strides);
  if (rows.strides().equals(strides)) return rows;
  const at::Tensor out = empty_strided(self.sizes(), strides, rows.scalar_type(), self.device());
  if (has_bytes(out)) copy_elements(out, rows);
  return out;
}

// Tells the device kernel in which order to sort each row, and from which rank on to write elements. This rank is
// `first`, or the rank of the median if `start` is AtMedian.
struct Wanted {
  cuda::RowOrder order;
  std::int64_t first = 0;
  cuda::RowStart start = cuda::RowStart::AtRank;
};
struct BestSoFar {
  bool least;
};

void launch_selection(const cuda::Rows& rows, c10::ScalarType type, const cuda::RangeLaunch& launch,
                      const Wanted& wanted) {
  visit_real_dtype(type, [&](auto tag) {
    launch.run(cuda::RankKernel<decltype(tag)>{rows, wanted.order, wanted.start, wanted.first},
               rows.outer * rows.size * rows.inner);
  });
}
// Sorts rows that are too long for RankKernel. The rows are sorted by integer keys of 32 bits, or of 64 if the dtype or
// the number of elements needs more.
template <typename Key>
void launch_sort_by(const cuda::OrderedRows<Key>& what, const at::Tensor& source, const Results& results) {
  const cuda::Rows& rows = what.rows;
  if (rows.size <= cuda::longest_row_of_a_block) {
    cuda::RangeLaunch sort("sort");
    sort.writes(std::get<0>(results)).writes(std::get<1>(results)).reads(source);
    return sort.run(cuda::ShortRows<Key>{what}, &cuda::sort_short_rows_on_host<Key>);
  }
  using Place = cuda::Place<Key>;
  const std::int64_t count = what.count() * rows.size;
  const auto room = [&] { return empty(count, sizeof(Key) == 4 ? c10::kInt : c10::kLong, source.device()); };
  const at::Tensor keys = room();
  const at::Tensor places = room();
  const at::Tensor sorted_keys = room();
  const at::Tensor sorted_places = room();
  const auto key = [](const at::Tensor& tensor) { return static_cast<Key*>(tensor.data_ptr()); };
  const auto place = [](const at::Tensor& tensor) { return static_cast<Place*>(tensor.data_ptr()); };
  cuda::RangeLaunch order("sort");
  order.writes(keys).writes(places).reads(source);
  order.run(cuda::OrderKeyKernel<Key>{what, key(keys), place(places)}, count);
  cuda::RangeLaunch sort("sort");
  sort.writes(sorted_keys).writes(sorted_places).reads(keys).reads(places);
  sort.run(
      cuda::SortRows<Key>{key(keys), place(places), key(sorted_keys), place(sorted_places), what.count(), rows.size},
      &cuda::sort_rows_on_host<Key>);
  cuda::RangeLaunch pick("sort");
  pick.writes(std::get<0>(results)).writes(std::get<1>(results)).reads(source).reads(sorted_keys);
  pick.reads(sorted_places);
  pick.run(cuda::PickSortedKernel<Key>{what, key(sorted_keys), place(sorted_places)}, what.count() * rows.kept);
}
void launch_sort(const cuda::Rows& rows, const at::Tensor& source, const Results& results, const Wanted& wanted) {
  const auto by = [&]<typename Key>(Key /*key*/) {
    launch_sort_by(cuda::OrderedRows<Key>{rows, source.scalar_type(), wanted.order, wanted.start, wanted.first}, source,
                   results);
  };
  if (source.itemsize() <= sizeof(std::uint32_t) && rows.size <= cuda::longest_row_of_short_keys)
    by(std::uint32_t());
  else
    by(std::uint64_t());
}
void launch_selection(const cuda::Rows& rows, c10::ScalarType type, const cuda::RangeLaunch& launch,
                      const BestSoFar& best) {
  visit_real_dtype(type, [&](auto tag) {
    using T = decltype(tag);
    if (rows.inner == 1 && rows.size > cuda::longest_line_of_a_thread)
      launch.run(cuda::LongLines<cuda::BestSoFarScan<T>>{{rows.outer, {{rows, best.least}}}},
                 &cuda::long_lines_on_host<cuda::BestSoFarScan<T>>);
    else
      launch.run(cuda::BestSoFarKernel<T>{rows, best.least}, rows.outer * rows.inner);
  });
}

// On the CPU, calls `select(row)` for each row along the dimension. `select` must move the `kept` elements of the
// result to the front of the row. On the CUDA device, launches a kernel instead; `there` tells that kernel which
// elements to write.
template <typename There, typename Select>
void select_along(const at::Tensor& self, const Along& along, std::int64_t kept, const Results& results,
                  const There& there, Select&& select) {
  const at::Tensor& values = std::get<0>(results);
  const at::Tensor& places = std::get<1>(results);
  if (!has_bytes(self) || values.numel() == 0) return;
  const at::Tensor source = dense(self);
  if (self.in_cuda_memory()) {
    const cuda::Rows rows{static_cast<const char*>(source.data_ptr()),
                          static_cast<char*>(values.data_ptr()),
                          static_cast<std::int64_t*>(places.data_ptr()),
                          along.outer,
                          along.size,
                          along.inner,
                          kept};
    if constexpr (std::is_same_v<There, Wanted>)
      if (along.size > cuda::longest_ranked_row) return launch_sort(rows, source, results, there);
    cuda::RangeLaunch launch("sort");
    launch.writes(values).writes(places).reads(source);
    return launch_selection(rows, self.scalar_type(), launch, there);
  }
  visit_real_dtype(self.scalar_type(), [&](auto type) {
    using T = decltype(type);
    const char* const from = static_cast<const char*>(source.data_ptr());
    char* const to = static_cast<char*>(values.data_ptr());
    auto* const where = static_cast<std::int64_t*>(places.data_ptr());
    const std::int64_t grain = std::max<std::int64_t>(1, parallel_grain / (8 * along.size));
    parallel_for(along.outer * along.inner, grain, [&](std::int64_t begin, std::int64_t end) {
      std::vector<Placed<T>> row(static_cast<std::size_t>(along.size));
      for (std::int64_t r = begin; r < end; ++r) {
        const std::int64_t outer = r / along.inner;
        const std::int64_t inner = r % along.inner;
        for (std::int64_t i = 0; i < along.size; ++i) {
          const std::int64_t at = (outer * along.size + i) * along.inner + inner;
          row[static_cast<std::size_t>(i)] = {
              convert<Computed<T>>(load<T>(from + at * static_cast<std::int64_t>(sizeof(Stored<T>)))), i};
        }
        select(row);
        for (std::int64_t i = 0; i < kept; ++i) {
          const std::int64_t at = (outer * kept + i) * along.inner + inner;
          const Placed<T>& chosen = row[static_cast<std::size_t>(i)];
          store<T>(to + at * static_cast<std::int64_t>(sizeof(Stored<T>)), convert<T>(chosen.value));
          where[at] = chosen.place;
        }
      }
    });
  });
}

constexpr auto ascending = [](const auto& a, const auto& b) { return less(a.value, b.value); };
constexpr auto descending_order = [](const auto& a, const auto& b) { return greater(a.value, b.value); };

// topk: moves the k wanted elements to the front of the row. Uses the algorithms of libtorch, because these decide
// which of several equal elements are kept, and in which order.
template <typename Row, typename Before>
void take_first(Row& row, std::int64_t k, bool sorted, Before before) {
  const auto end_of_kept = row.begin() + k;
  if (k * 64 <= static_cast<std::int64_t>(row.size())) {
    std::partial_sort(row.begin(), end_of_kept, row.end(), before);
    return;
  }
  std::nth_element(row.begin(), end_of_kept - 1, row.end(), before);
  if (sorted) std::sort(row.begin(), end_of_kept - 1, before);
}

template <typename Better>
Results best_along(const char* name, const at::Tensor& self, std::int64_t dim, bool keepdim, cuda::RowOrder order,
                   Better&& better) {
  check_ordered(name, self);
  const Along along(name, self, dim);
  MODECHECK_CHECK(along.size > 0, ErrorClass::Index, name, ": Expected reduction dim ", dim,
                  " to have non-zero size, but the sizes are ", self.sizes());
  Results out = fresh_results(self, along.reduced(self, keepdim));
  select_along(self, along, 1, out, Wanted{order}, [&](auto& row) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < row.size() && !is_nan(row[best].value); ++i)
      if (better(row[i].value, row[best].value)) best = i;
    row[0] = row[best];
  });
  return out;
}

// cummax and cummin: for each element of a row, finds the maximum or minimum of this element and the elements before
// it. Among equal elements, the last one gives the index.
template <typename Worse>
Results best_so_far(const char* name, const at::Tensor& self, std::int64_t dim, bool least, Worse worse) {
  const Along along(name, self, dim);
  Results out = fresh_results(self, Dims(self.sizes()));
  if (self.numel() == 0) return out;
  if (self.dim() == 0) {
    copy_number(self, out);
    return out;
  }
  check_ordered(name, self);
  MODECHECK_CHECK(self.scalar_type() != c10::kHalf, ErrorClass::Dtype, name,
                  ": not implemented for Half; convert the tensor to Float");
  select_along(self, along, along.size, out, BestSoFar{least}, [worse](auto& row) {
    for (std::size_t i = 1; i < row.size(); ++i) {
      const auto& before = row[i - 1].value;
      const auto& value = row[i].value;
      if (!is_nan(value) && (is_nan(before) || worse(value, before))) row[i] = row[i - 1];
    }
  });
  return out;
}

constexpr Wanted kMedian{cuda::RowOrder::Ascending, 0, cuda::RowStart::AtMedian};

// median: moves the first NaN of the row to the front. Without NaN, moves the middle element to the front, or the
// smaller of the two middle elements.
template <typename Row>
void put_median_first(Row& row) {
  const auto nan = std::find_if(row.begin(), row.end(), [](const auto& placed) { return is_nan(placed.value); });
  if (nan != row.end()) {
    row.front() = *nan;
    return;
  }
  const auto middle = row.begin() + (static_cast<std::ptrdiff_t>(row.size()) - 1) / 2;
  std::nth_element(row.begin(), middle, row.end(), ascending);
  row.front() = *middle;
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
std::tuple<at::Tensor, at::Tensor> Kernel<operators::sort_stable>::call(const at::Tensor& self,
                                                                        c10::optional<bool> /*stable*/,
                                                                        std::int64_t dim, bool descending) {
  const Along along("sort", self, dim);
  if (self.dim() > 0) check_ordered("sort", self);
  Results sorted = fresh_results(self, Dims(self.sizes()));
  if (self.dim() == 0) {
    copy_number(self, sorted);
    return sorted;
  }
  const Wanted wanted{descending ? cuda::RowOrder::Descending : cuda::RowOrder::Ascending};
  select_along(self, along, along.size, sorted, wanted, [descending](auto& row) {
    if (descending)
      std::stable_sort(row.begin(), row.end(), descending_order);
    else
      std::stable_sort(row.begin(), row.end(), ascending);
  });
  return {laid_out_like(self, std::get<0>(sorted)), laid_out_like(self, std::get<1>(sorted))};
}

template <>
std::tuple<at::Tensor, at::Tensor> Kernel<operators::sort>::call(const at::Tensor& self, std::int64_t dim,
                                                                 bool descending) {
  return Kernel<operators::sort_stable>::call(self, false, dim, descending);
}

template <>
std::tuple<at::Tensor, at::Tensor> Kernel<operators::topk>::call(const at::Tensor& self, std::int64_t k,
                                                                 std::int64_t dim, bool largest, bool sorted) {
  const Along along("topk", self, dim);
  MODECHECK_CHECK(k >= 0 && k <= along.size, ErrorClass::Argument, "topk: selected index k out of range: ", k, " of ",
                  along.size, " elements");
  check_selectable("topk", self);
  Results out = fresh_results(self, along.resized(self, k));
  if (self.dim() == 0) {
    copy_number(self, out);
    return out;
  }
  const Wanted wanted{largest ? cuda::RowOrder::Descending : cuda::RowOrder::Ascending};
  select_along(self, along, k, out, wanted, [=](auto& row) {
    if (largest)
      take_first(row, k, sorted, descending_order);
    else
      take_first(row, k, sorted, ascending);
  });
  return out;
}

template <>
std::tuple<at::Tensor, at::Tensor> Kernel<operators::kthvalue>::call(const at::Tensor& self, std::int64_t k,
                                                                     std::int64_t dim, bool keepdim) {
  const Along along("kthvalue", self, dim);
  MODECHECK_CHECK(along.size > 0, ErrorClass::Index, "kthvalue: Expected reduction dim ", dim,
                  " to have non-zero size, but the sizes are ", self.sizes());
  MODECHECK_CHECK(k >= 1 && k <= along.size, ErrorClass::Argument, "kthvalue: selected number k out of range: ", k,
                  " of ", along.size, " elements; the first is 1");
  check_selectable("kthvalue", self);
  Results out = fresh_results(self, along.reduced(self, keepdim));
  if (self.dim() == 0) {
    copy_number(self, out);
    return out;
  }
  select_along(self, along, 1, out, Wanted{cuda::RowOrder::Ascending, k - 1}, [k](auto& row) {
    std::nth_element(row.begin(), row.begin() + (k - 1), row.end(), ascending);
    row.front() = row[static_cast<std::size_t>(k - 1)];
  });
  return out;
}

template <>
std::tuple<at::Tensor, at::Tensor> Kernel<operators::max_dim>::call(const at::Tensor& self, std::int64_t dim,
                                                                    bool keepdim) {
  return best_along("max", self, dim, keepdim, cuda::RowOrder::Descending,
                    [](auto a, auto b) { return greater(a, b); });
}

template <>
std::tuple<at::Tensor, at::Tensor> Kernel<operators::min_dim>::call(const at::Tensor& self, std::int64_t dim,
                                                                    bool keepdim) {
  return best_along("min", self, dim, keepdim, cuda::RowOrder::NanThenAscending,
                    [](auto a, auto b) { return a < b || is_nan(a); });
}

template <>
std::tuple<at::Tensor, at::Tensor> Kernel<operators::cummax>::call(const at::Tensor& self, std::int64_t dim) {
  return best_so_far("cummax", self, dim, false, [](auto a, auto b) { return a < b; });
}

template <>
std::tuple<at::Tensor, at::Tensor> Kernel<operators::cummin>::call(const at::Tensor& self, std::int64_t dim) {
  return best_so_far("cummin", self, dim, true, [](auto a, auto b) { return a > b; });
}

template <>
std::tuple<at::Tensor, at::Tensor> Kernel<operators::median_dim>::call(const at::Tensor& self, std::int64_t dim,
                                                                       bool keepdim) {
  check_selectable("median", self, /*numbers_too=*/true);
  const Along along("median", self, dim);
  MODECHECK_CHECK(along.size > 0, ErrorClass::Index, "median: Expected reduction dim ", dim,
                  " to have non-zero size, but the sizes are ", self.sizes());
  Results out = fresh_results(self, along.reduced(self, keepdim));
  select_along(self, along, 1, out, kMedian, [](auto& row) { put_median_first(row); });
  return out;
}

template <>
at::Tensor Kernel<operators::median>::call(const at::Tensor& self) {
  if (self.numel() > 0)
    check_selectable("median", self, /*numbers_too=*/true);
  else
    check_ordered("median", self);
  at::Tensor flat = dense(self);
  flat = make_contiguous_alias(flat, flat.numel(), flat.storage_offset());
  Results out = fresh_results(self, Dims());
  if (flat.numel() > 0) {
    select_along(flat, Along("median", flat, 0), 1, out, kMedian, [](auto& row) { put_median_first(row); });
  } else if (has_bytes(self)) {
    // The median of no elements is NaN. For an integer dtype, NaN is converted to an integer.
    visit_real_dtype(self.scalar_type(), [&](auto type) {
      using T = decltype(type);
      fill_elements(std::get<0>(out), c10::Scalar(convert<T>(std::numeric_limits<double>::quiet_NaN())));
    });
  }
  return std::get<0>(out);
}

namespace backends {
namespace {

using Unique = std::tuple<at::Tensor, at::Tensor, at::Tensor>;

// _unique2 on the CUDA device: sorts the elements, then finds the first element of every run of equal ones.
// Synchronises with the stream to read the number of runs.
Unique unique_on_device(const char* name, const at::Tensor& self, bool return_inverse, bool return_counts) {
  at::Tensor flat = dense(self);
  flat = make_contiguous_alias(flat, flat.numel(), flat.storage_offset());
  const std::int64_t count = flat.numel();
  const Results in_order = Kernel<operators::sort_stable>::call(flat, true, 0, false);
  const at::Tensor& sorted = std::get<0>(in_order);
  const at::Tensor& order = std::get<1>(in_order);
  const at::Tensor starts = empty(count, c10::kByte, self.device());
  cuda::RangeLaunch find(name);
  find.writes(starts).reads(sorted);
  visit_real_dtype(self.scalar_type(), [&](auto type) {
    find.run(cuda::RunStartKernel<decltype(type)>{elements_of(sorted), static_cast<std::uint8_t*>(starts.data_ptr())},
             count);
  });
  const at::Tensor places = cuda::chosen_places(starts);
  const at::Tensor values = empty(places.numel(), self.scalar_type(), self.device());
  if (count != 0) cuda::take_elements(values, sorted, places);
  const at::Tensor inverse =
      empty(return_inverse ? self.sizes() : c10::IntArrayRef(std::int64_t{0}), c10::kLong, self.device());
  const at::Tensor counts = empty(return_counts ? places.numel() : 0, c10::kLong, self.device());
  cuda::RangeLaunch list(name);
  list.reads(places).reads(order);
  if (return_inverse) list.writes(inverse);
  if (return_counts) list.writes(counts);
  const auto numbers = [](const at::Tensor& tensor) {
    return tensor.numel() == 0 ? nullptr : static_cast<std::int64_t*>(tensor.data_ptr());
  };
  // `places` holds the position of the first element of each run of equal elements in the sorted order. One thread of
  // the device handles each run: it writes the run's number into `inverse` and the run's length into `counts`.
  list.run(
      cuda::ListRunKernel{numbers(places), numbers(order), places.numel(), count, numbers(inverse), numbers(counts)},
      places.numel());
  return {values, inverse, counts};
}

}  // namespace
}  // namespace backends

template <>
std::tuple<at::Tensor, at::Tensor, at::Tensor> Kernel<operators::_unique2>::call(const at::Tensor& self,
                                                                                 bool /*sorted*/, bool asks_for_places,
                                                                                 bool return_counts) {
  constexpr const char* name = "_unique2";
  check_ordered(name, self);
  MODECHECK_CHECK(self.scalar_type() != c10::kHalf, ErrorClass::Dtype, name, ": not implemented for Half");
  // If the caller requests counts, this kernel also returns the inverse indices, as libtorch does.
  const bool return_inverse = asks_for_places || return_counts;
  if (const auto count = size_of_data(name, self))
    return {empty(*count, self.scalar_type(), self.device()),
            empty(return_inverse ? self.sizes() : c10::IntArrayRef(std::int64_t{0}), c10::kLong, self.device()),
            empty(return_counts ? *count : 0, c10::kLong, self.device())};
  if (self.in_cuda_memory()) return unique_on_device(name, self, return_inverse, return_counts);
  const at::Tensor source = dense(self);
  const auto count = static_cast<std::size_t>(source.numel());
  at::Tensor inverse =
      empty(return_inverse ? self.sizes() : c10::IntArrayRef(std::int64_t{0}), c10::kLong, self.device());
  at::Tensor values;
  at::Tensor counts;
  visit_real_dtype(self.scalar_type(), [&](auto type) {
    using T = decltype(type);
    std::vector<Placed<T>> row(count);
    const char* const from = static_cast<const char*>(source.data_ptr());
    for (std::size_t i = 0; i < count; ++i)
      row[i] = {convert<Computed<T>>(load<T>(from + i * sizeof(Stored<T>))), static_cast<std::int64_t>(i)};
    std::stable_sort(row.begin(), row.end(), ascending);
    // Find the first element of every run of equal elements. Each NaN is a run of length one, because it equals no
    // element.
    std::vector<std::size_t> starts;
    for (std::size_t i = 0; i < count; ++i) {
      if (i == 0 || row[i].value != row[i - 1].value) starts.push_back(i);
      if (return_inverse) inverse.data_ptr<std::int64_t>()[row[i].place] = static_cast<std::int64_t>(starts.size()) - 1;
    }
    const auto kinds = static_cast<std::int64_t>(starts.size());
    values = empty(kinds, self.scalar_type(), self.device());
    counts = empty(return_counts ? kinds : 0, c10::kLong, self.device());
    char* const to = static_cast<char*>(values.data_ptr());
    for (std::size_t k = 0; k < starts.size(); ++k) {
      store<T>(to + k * sizeof(Stored<T>), convert<T>(row[starts[k]].value));
      const std::size_t end = k + 1 < starts.size() ? starts[k + 1] : count;
      if (return_counts) counts.data_ptr<std::int64_t>()[k] = static_cast<std::int64_t>(end - starts[k]);
    }
  });
  return {values, inverse, counts};
}

template <>
at::Tensor Kernel<operators::searchsorted_Tensor>::call(const at::Tensor& sorted_sequence, const at::Tensor& self,
                                                        bool out_int32, bool right,
                                                        c10::optional<std::string_view> side,
                                                        const c10::optional<at::Tensor>& sorter) {
  constexpr const char* name = "searchsorted";
  check_same_device(name, sorted_sequence, self);
  MODECHECK_CHECK(!side.has_value() || *side == "left" || *side == "right", ErrorClass::Argument, name,
                  ": side can only be 'left' or 'right', but got ", side.value_or(""));
  MODECHECK_CHECK(!side.has_value() || *side == "right" || !right, ErrorClass::Argument, name,
                  ": side and right can't be set to opposites, got side of left while right was True");
  MODECHECK_CHECK(sorted_sequence.dim() > 0, ErrorClass::Shape, name,
                  ": expected boundaries of at least one dimension, but got a number");
  MODECHECK_CHECK(self.dim() > 0 || sorted_sequence.dim() == 1, ErrorClass::Shape, name,
                  ": a number can be looked for in one sequence only, but the sequences' sizes are ",
                  sorted_sequence.sizes());
  const bool shared = sorted_sequence.dim() == 1;
  const std::size_t leading = shared ? 0 : sorted_sequence.sizes().size() - 1;
  MODECHECK_CHECK(shared || (self.dim() == sorted_sequence.dim() &&
                             self.sizes().slice(0, leading).equals(sorted_sequence.sizes().slice(0, leading))),
                  ErrorClass::Shape, name, ": sequences of sizes ", sorted_sequence.sizes(), " and values of sizes ",
                  self.sizes(), " must be the same but for the last dimension; or give one sequence");
  Promotion promotion;
  promotion.add_tensor(sorted_sequence.scalar_type(), sorted_sequence.dim() > 0);
  promotion.add_tensor(self.scalar_type(), self.dim() > 0);
  const c10::ScalarType type = promotion.result();
  // As in libtorch, searchsorted accepts every dtype if there are no values to look up.
  MODECHECK_CHECK((type != c10::kBool && !c10::isComplexType(type)) || self.numel() == 0, ErrorClass::Dtype, name,
                  ": not implemented for ", type, "; convert both to another dtype");
  const bool ordered = sorter.has_value() && sorter->defined();
  MODECHECK_CHECK(!ordered || sorter->sizes() == sorted_sequence.sizes(), ErrorClass::Shape, name,
                  ": expected a sorter of the sequence's sizes ", sorted_sequence.sizes(), ", but got ",
                  ordered ? sorter->sizes() : c10::IntArrayRef());
  MODECHECK_CHECK(!ordered || sorter->scalar_type() == c10::kLong, ErrorClass::Dtype, name,
                  ": expected a sorter of dtype Long, but got ", ordered ? sorter->scalar_type() : c10::kLong);
  const at::Tensor out = empty(self.sizes(), out_int32 ? c10::kInt : c10::kLong, self.device());
  if (!has_bytes(self) || self.numel() == 0) return out;
  const bool from_right = right || (side.has_value() && *side == "right");
  const at::Tensor sequences = dense(read_as(sorted_sequence, type));
  const at::Tensor wanted = dense(read_as(self, type));
  const at::Tensor order = ordered ? dense(*sorter) : at::Tensor();
  const std::int64_t length = sequences.sizes()[sequences.sizes().size() - 1];
  const at::Tensor doubtful = ordered ? cuda::doubtful_indices(order, 0, length) : at::Tensor();
  if (doubtful.defined())
    for (std::int64_t i = 0; i < order.numel(); ++i) {
      const std::int64_t place = static_cast<const std::int64_t*>(doubtful.data_ptr())[i];
      MODECHECK_CHECK(place >= 0 && place < length, ErrorClass::Index, name, ": sorter index out of range: ", place);
    }
  const std::int64_t width = self.dim() == 0 ? 1 : self.sizes()[self.sizes().size() - 1];
  visit_real_dtype(type, [&](auto element) {
    using T = decltype(element);
    if constexpr (!std::is_same_v<T, bool>) {
      const T* const rows = static_cast<const T*>(sequences.data_ptr());
      const T* const values = static_cast<const T*>(wanted.data_ptr());
      if (out.in_cuda_memory()) {
        cuda::RangeLaunch launch(name);
        launch.writes(out).reads(sequences).reads(wanted);
        if (ordered) launch.reads(order);
        return launch.run(
            cuda::SearchKernel<T>{rows, values, ordered ? static_cast<const std::int64_t*>(order.data_ptr()) : nullptr,
                                  static_cast<char*>(out.data_ptr()), length, width, shared, from_right, out_int32},
            wanted.numel());
      }
      for (std::int64_t i = 0; i < wanted.numel(); ++i) {
        const std::int64_t start = shared ? 0 : i / width * length;
        const std::int64_t place = place_in(rows + start, ordered ? order.data_ptr<std::int64_t>() + start : nullptr,
                                            length, convert<Computed<T>>(values[i]), from_right);
        if (out_int32)
          out.data_ptr<std::int32_t>()[i] = static_cast<std::int32_t>(place);
        else
          out.data_ptr<std::int64_t>()[i] = place;
      }
    }
  });
  return out;
}

template <>
at::Tensor Kernel<operators::bucketize_Tensor>::call(const at::Tensor& self, const at::Tensor& boundaries,
                                                     bool out_int32, bool right) {
  MODECHECK_CHECK(boundaries.dim() == 1, ErrorClass::Shape,
                  "bucketize: boundaries tensor must be 1 dimension, but got dim(", boundaries.dim(), ")");
  return Kernel<operators::searchsorted_Tensor>::call(boundaries, self, out_int32, right, c10::nullopt, c10::nullopt);
}

namespace backends {
namespace {

// Converts a number to a 0-dim tensor. Its dtype is bool, int64, the default dtype or the default complex dtype, as
// type promotion treats a number.
at::Tensor number_as_tensor(const c10::Scalar& number, const at::Tensor& beside) {
  const c10::ScalarType type = number.isBoolean()         ? c10::kBool
                               : number.isFloatingPoint() ? c10::get_default_dtype()
                               : number.isComplex()       ? c10::toComplexType(c10::get_default_dtype())
                                                          : c10::kLong;
  return Kernel<operators::full>::call({}, number, type, c10::nullopt, beside.device(), c10::nullopt);
}

}  // namespace
}  // namespace backends

template <>
at::Tensor Kernel<operators::searchsorted_Scalar>::call(const at::Tensor& sorted_sequence, const c10::Scalar& self,
                                                        bool out_int32, bool right,
                                                        c10::optional<std::string_view> side,
                                                        const c10::optional<at::Tensor>& sorter) {
  return Kernel<operators::searchsorted_Tensor>::call(sorted_sequence, number_as_tensor(self, sorted_sequence),
                                                      out_int32, right, side, sorter);
}

template <>
at::Tensor Kernel<operators::bucketize_Scalar>::call(const c10::Scalar& self, const at::Tensor& boundaries,
                                                     bool out_int32, bool right) {
  return Kernel<operators::bucketize_Tensor>::call(number_as_tensor(self, boundaries), boundaries, out_int32, right);
}

}  // namespace modecheck::engine
