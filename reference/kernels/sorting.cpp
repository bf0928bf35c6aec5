// Reference kernels that choose elements along a dimension by their order, such as sort, topk and median. Of equal
// elements, max and min choose the first, and a stable sort keeps their order. For all other operators the choice among
// equal elements is unspecified, and so is its derivative. NaN sorts above all numbers; max and min return it.

#include <algorithm>
#include <cmath>
#include <numeric>

#include "reference/kernels/kernel_row.h"

namespace modecheck::reference {
namespace {

using spec::DType;
using spec::Geometry;

// Views a tensor as rows along one dimension: a row has the elements that differ only in this index. A tensor without
// dimensions is one row of one element.
class Rows {
 public:
  Rows(KernelCall& call, std::int64_t dim) : call_(call) {
    const Geometry& in = call.in(0);
    if (in.rank > 0) {
      const std::size_t along = wrap_dimension(dim, in.rank);
      dims_ = 1u << along;
      length_ = static_cast<std::size_t>(in.sizes[along]);
    }
    x_ = &call.load(0, with_last(in, dims_), in.dtype);
  }

  std::size_t length() const { return length_; }
  bool exact() const { return x_->tolerance == 0; }
  bool is_nan(std::size_t i) const { return floating() && std::isnan(x_->real[i]); }
  bool less(std::size_t i, std::size_t j) const {
    if (!floating()) return x_->integer[i] < x_->integer[j];
    return x_->real[i] < x_->real[j] || (is_nan(j) && !is_nan(i));
  }
  bool may_be_equal(std::size_t i, std::size_t j) const {
    if (exact()) return !less(i, j) && !less(j, i);
    return !floating() || !(std::abs(x_->real[i] - x_->real[j]) > 2 * x_->tolerance);
  }
  // Returns whether element `i` certainly differs from every other element in [first, end).
  bool is_alone(std::size_t i, std::size_t first, std::size_t end) const {
    for (std::size_t j = first; j < end; ++j)
      if (j != i && may_be_equal(i, j)) return false;
    return is_bound(x_->tolerance);
  }
  bool is_alone(std::size_t i, std::size_t first) const { return is_alone(i, first, first + length_); }

  // Stores the operator's two results: values and indices. `choose(first, chosen, certain)` chooses `kept` elements of
  // the row that begins at `first`. For each it says whether the choice is certain. `ordered` says that the order of
  // the chosen elements is specified, too.
  template <typename Choose>
  void give(std::size_t kept, const Choose& choose, bool ordered = true) {
    std::array<std::size_t, kMaxElements> chosen;
    std::array<bool, kMaxElements> certain;
    const auto count = static_cast<std::size_t>(call_.out().numel());
    bool all_certain = is_bound(x_->tolerance);
    for (std::size_t at = 0; at < count; at += kept) {
      choose(at / kept * length_, &chosen[at], &certain[at]);
      for (std::size_t i = at; i < at + kept; ++i) {
        certain[i] = certain[i] && ordered;
        all_certain = all_certain && certain[i];
      }
    }
    give_values(chosen, certain, count, kept, ordered);
    call_.next_result();
    Result& places = call_.start(DType::Int64, count);
    for (std::size_t i = 0; i < count; ++i)
      places.integer[i] = static_cast<std::int64_t>(chosen[i] - i / kept * length_);
    places.tolerance = all_certain ? 0 : kUnbounded;
    call_.store(as_rows(call_.out()));
  }

 private:
  bool floating() const { return spec::is_floating(call_.in(0).dtype); }
  Geometry as_rows(const Geometry& out) const { return out.rank == call_.in(0).rank ? with_last(out, dims_) : out; }

  void give_values(const std::array<std::size_t, kMaxElements>& chosen, const std::array<bool, kMaxElements>& certain,
                   std::size_t count, std::size_t kept, bool ordered) {
    Result& result = call_.start(call_.dtype(), count);
    call_.inherit(*x_);
    if (!ordered) result.tolerance = kUnbounded;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t from = chosen[i];
      result.take(i, *x_, from);
      if (floating() && result.real[i] == 0 && !certain[i])
        result.exact = false;  // libraries differ in the sign of a zero result
      const std::size_t first = i / kept * length_;
      call_.record([&] {
        for (std::size_t j = first; j < first + length_; ++j)
          call_.flow(*x_, j, j == from ? 1.0 : 0.0,
                     certain[i] || (ordered && j != from && !may_be_equal(j, from)) ? 0 : kUnbounded);
      });
    }
    call_.store(as_rows(call_.out()));
  }

  KernelCall& call_;
  unsigned dims_ = 0;
  std::size_t length_ = 1;
  const Operand* x_ = nullptr;
};

// Writes the indices of a row's elements to `order`, sorted by `before`. Equal elements keep their order.
template <typename Before>
void order_row(std::size_t first, std::size_t length, std::size_t* order, const Before& before) {
  std::iota(order, order + length, first);
  std::stable_sort(order, order + length, before);
}

// Chooses the maximum, or with `least` the minimum, of each row. Of equal elements the first is chosen. If the row has
// a NaN, its first NaN is chosen.
void extreme_along(KernelCall& call, bool least) {
  Rows rows(call, call.arguments().integer(1));
  rows.give(1, [&](std::size_t first, std::size_t* chosen, bool* certain) {
    std::size_t best = first;
    for (std::size_t i = first + 1; i < first + rows.length() && !rows.is_nan(best); ++i)
      if (rows.is_nan(i) || (least ? rows.less(i, best) : rows.less(best, i))) best = i;
    *chosen = best;
    *certain = rows.exact() || rows.is_alone(best, first);
  });
}

// Computes cummax, or with `least` cummin. For each element it chooses the extreme of this element and all earlier
// elements in its row. Of equal elements any may be chosen.
void cumulative_extreme(KernelCall& call, bool least) {
  Rows rows(call, call.arguments().integer(1));
  rows.give(std::max<std::size_t>(rows.length(), 1), [&](std::size_t first, std::size_t* chosen, bool* certain) {
    std::size_t best = first;
    for (std::size_t i = first; i < first + rows.length(); ++i) {
      if (!rows.is_nan(best) && (rows.is_nan(i) || (least ? rows.less(i, best) : rows.less(best, i)))) best = i;
      chosen[i - first] = best;
      certain[i - first] = rows.is_alone(best, first, i + 1);
    }
  });
}

// Sorts each row. If `stable` is set, equal elements keep their order; otherwise their order is unspecified.
void sort_rows(KernelCall& call, std::int64_t dim, bool descending, bool stable) {
  Rows rows(call, dim);
  rows.give(std::max<std::size_t>(rows.length(), 1), [&](std::size_t first, std::size_t* chosen, bool* certain) {
    order_row(first, rows.length(), chosen,
              [&](std::size_t i, std::size_t j) { return descending ? rows.less(j, i) : rows.less(i, j); });
    for (std::size_t i = 0; i < rows.length(); ++i)
      certain[i] = (stable && rows.exact()) || rows.is_alone(chosen[i], first);
  });
}

// Chooses the element of each row that has `before` elements before it in ascending order. If `nan_first` is set and
// the row has a NaN, chooses its first NaN.
void give_ranked(Rows& rows, std::size_t before, bool nan_first) {
  std::array<std::size_t, kMaxElements> order;
  rows.give(1, [&](std::size_t first, std::size_t* chosen, bool* certain) {
    order_row(first, rows.length(), order.data(), [&](std::size_t i, std::size_t j) { return rows.less(i, j); });
    *chosen = order[before];
    for (std::size_t i = 0; nan_first && i < rows.length(); ++i) {
      if (!rows.is_nan(order[i])) continue;
      *chosen = order[i];
      break;
    }
    *certain = rows.is_alone(*chosen, first);
  });
}

}  // namespace

MODECHECK_KERNEL_OF((cummax), SecondDerivatives::No, cumulative_extreme(call, false))
MODECHECK_KERNEL_OF((cummin), SecondDerivatives::No, cumulative_extreme(call, true))
MODECHECK_KERNEL_OF((max_dim), SecondDerivatives::No, extreme_along(call, false))
MODECHECK_KERNEL_OF((min_dim), SecondDerivatives::No, extreme_along(call, true))
MODECHECK_KERNEL_OF((sort_stable), SecondDerivatives::No,
                    sort_rows(call, call.arguments().integer(2), call.arguments().boolean(3), /*stable=*/true))
MODECHECK_KERNEL_OF((sort), SecondDerivatives::No,
                    sort_rows(call, call.arguments().integer(1), call.arguments().boolean(2), /*stable=*/false))

static void topk(KernelCall& call) {
  const auto k = static_cast<std::size_t>(call.in(0).rank == 0 ? 1 : call.arguments().integer(1));
  Rows rows(call, call.arguments().integer(2));
  const bool largest = call.arguments().boolean(3);
  const bool sorted = call.arguments().boolean(4);
  std::array<std::size_t, kMaxElements> order;
  rows.give(
      std::max<std::size_t>(k, 1),
      [&](std::size_t first, std::size_t* chosen, bool* certain) {
        order_row(first, rows.length(), order.data(),
                  [&](std::size_t i, std::size_t j) { return largest ? rows.less(j, i) : rows.less(i, j); });
        for (std::size_t i = 0; i < k; ++i) {
          chosen[i] = order[i];
          certain[i] = rows.is_alone(chosen[i], first);
        }
      },
      sorted || k <= 1);
}
MODECHECK_KERNEL(topk, SecondDerivatives::No, topk)

static void kthvalue(KernelCall& call) {
  Rows rows(call, call.arguments().integer(2));
  give_ranked(rows, static_cast<std::size_t>(call.arguments().integer(1)) - 1, /*nan_first=*/false);
}
MODECHECK_KERNEL(kthvalue, SecondDerivatives::No, kthvalue)

static void median_along(KernelCall& call) {
  Rows rows(call, call.arguments().integer(1));
  give_ranked(rows, (rows.length() - 1) / 2, /*nan_first=*/true);
}
MODECHECK_KERNEL(median_along, SecondDerivatives::No, median_dim)

namespace {

// Computes searchsorted: for each value, the index at which inserting it keeps the sequence sorted. The index is before
// equal elements, or with `behind` after them. For an unsorted sequence and for NaN the result is unknown.
void give_places(KernelCall& call, DType dtype, int sequences_at, const Operand& values, const Geometry& wanted,
                 int sorter_at, bool behind) {
  const Operand& sequences = call.load(sequences_at, dtype);
  const Operand* const sorter = sorter_at < 0 ? nullptr : &call.load(sorter_at, DType::Int64);
  Result& result = call.start(call.out().dtype, values.count);
  const bool floating = spec::is_floating(dtype);
  const double near = 2 * (sequences.tolerance + values.tolerance);
  bool certain = is_bound(near) && (sorter == nullptr || is_bound(sorter->tolerance));
  const Geometry& rows = call.in(sequences_at);
  const std::size_t length = last_size(rows, 1);
  const std::size_t width = wanted.rank == 0 ? 1 : last_size(wanted, 1);
  for (std::size_t i = 0; i < values.count; ++i) {
    const std::size_t first = rows.rank == 1 ? 0 : i / width * length;
    const auto at = [&](std::size_t k) {
      return first + (sorter == nullptr ? k : static_cast<std::size_t>(sorter->integer[first + k]));
    };
    if (floating && std::isnan(values.real[i])) certain = false;
    std::int64_t place = 0;
    for (std::size_t k = 0; k < length; ++k) {
      const std::size_t here = at(k);
      const auto stands_before = [&](auto element, auto value) {
        return element < value || (behind && element == value);
      };
      place += floating ? stands_before(sequences.real[here], values.real[i])
                        : stands_before(sequences.integer[here], values.integer[i]);
      if (!floating) {
        if (k > 0 && sequences.integer[at(k - 1)] > sequences.integer[here]) certain = false;
        continue;
      }
      if (near != 0 && !(std::abs(sequences.real[here] - values.real[i]) > near)) certain = false;
      if (std::isnan(sequences.real[here])) certain = false;
      if (k > 0 && !(sequences.real[at(k - 1)] <= sequences.real[here])) certain = false;
      if (k > 0 && sequences.tolerance != 0 &&
          !(sequences.real[here] - sequences.real[at(k - 1)] > 2 * sequences.tolerance))
        certain = false;
    }
    result.integer[i] = place;
  }
  result.tolerance = certain ? 0 : kUnbounded;
  call.store();
}

void give_places(KernelCall& call, int sequences_at, int values_at, int sorter_at, bool behind) {
  const DType dtype = common_dtype(call.in(sequences_at), call.in(values_at));
  give_places(call, dtype, sequences_at, call.load(values_at, dtype), call.in(values_at), sorter_at, behind);
}

// Computes searchsorted for one number instead of a tensor of values.
void give_place(KernelCall& call, const spec::ScalarValue& number, int sorter_at, bool behind) {
  const DType dtype = common_dtype(call.in(0), number);
  Operand value;
  value.count = 1;
  value.real[0] = round_to(dtype, number.value);
  value.integer[0] = integer_value(number, dtype);
  give_places(call, dtype, 0, value, Geometry{}, sorter_at, behind);
}

bool finds_behind(const spec::Arguments& arguments) {
  return arguments.boolean(3) || arguments.optional_word(4) == "right";
}

}  // namespace

MODECHECK_KERNEL_OF((searchsorted_Tensor), SecondDerivatives::No,
                    give_places(call, 0, 1, call.arguments().present(5) ? 2 : -1, finds_behind(call.arguments())))

// Computes searchsorted.Scalar, which searches for one number.
static void place_in(KernelCall& call) {
  const spec::Arguments arguments = call.arguments();
  give_place(call, arguments.scalar(1), arguments.present(5) ? 1 : -1, finds_behind(arguments));
}
MODECHECK_KERNEL(place_in, SecondDerivatives::No, searchsorted_Scalar)

MODECHECK_KERNEL_OF((bucketize_Tensor), SecondDerivatives::No, give_places(call, 1, 0, -1, call.arguments().boolean(3)))
MODECHECK_KERNEL_OF((bucketize_Scalar), SecondDerivatives::No,
                    give_place(call, call.arguments().scalar(0), -1, call.arguments().boolean(3)))

static void unique(KernelCall& call) {
  const Operand& x = call.load(0);
  const bool floating = spec::is_floating(call.dtype());
  const auto less = [&](std::size_t i, std::size_t j) {
    return floating ? x.real[i] < x.real[j] : x.integer[i] < x.integer[j];
  };
  std::array<std::size_t, kMaxElements> order;
  order_row(0, x.count, order.data(), less);
  // `kind_of` says, for each element, the number of its value in the list of different values. `counts` says how often
  // each of these values occurs.
  std::array<std::int64_t, kMaxElements> kind_of;
  std::array<std::int64_t, kMaxElements> counts;
  std::size_t kinds = 0;
  Result& result = call.start(call.dtype());
  call.inherit(x);
  for (std::size_t i = 0; i < x.count; ++i) {
    const std::size_t here = order[i];
    if (i == 0 || less(order[i - 1], here)) {
      result.take(kinds, x, here);
      if (floating && x.real[here] == 0) result.exact = false;  // libraries differ in the sign of a zero result
      counts[kinds++] = 0;
    }
    ++counts[kinds - 1];
    kind_of[here] = static_cast<std::int64_t>(kinds) - 1;
  }
  call.store();
  for (const auto* const numbers : {&kind_of, &counts}) {
    call.next_result();
    Result& beside = call.start(DType::Int64);
    std::copy_n(numbers->begin(), beside.count, beside.integer.begin());
    call.store();
  }
}
MODECHECK_KERNEL(unique, SecondDerivatives::No, _unique2)

}  // namespace modecheck::reference
