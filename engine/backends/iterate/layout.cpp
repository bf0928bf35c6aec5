#include "engine/backends/iterate/layout.h"

#include "engine/core/tensor/wrapped_product.h"

namespace modecheck::engine::backends {
namespace {

int rank(DimSpan dims) { return static_cast<int>(dims.size()); }
std::int64_t at(DimSpan dims, int i) { return dims[static_cast<std::size_t>(i)]; }

// The i-th dimension of a channels-last tensor, counted from the fastest: channels, width, height, (depth,) batch.
int channels_last_dimension(int dimensions, int i) {
  if (i == 0) return 1;
  if (i == dimensions - 1) return 0;
  return dimensions - i;
}

}  // namespace

void contiguous_strides(DimSpan sizes, Dims& strides) {
  const int n = rank(sizes);
  strides.resize(n);
  std::int64_t next = 1;
  for (int i = n - 1; i >= 0; --i) {
    strides[i] = next;
    if (at(sizes, i) > 1) next = wrapped_product(next, at(sizes, i));
  }
}

bool is_contiguous(DimSpan sizes, DimSpan strides) {
  if (numel(sizes) == 0) return true;
  std::int64_t expected = 1;
  for (int i = rank(sizes) - 1; i >= 0; --i) {
    const std::int64_t size = at(sizes, i);
    if (size == 1) continue;
    if (at(strides, i) != expected) return false;
    expected *= size;
  }
  return true;
}

bool is_non_overlapping_and_dense(DimSpan sizes, DimSpan strides) {
  const int n = rank(sizes);
  if (numel(sizes) == 0) return true;
  if (n == 1) return at(sizes, 0) < 2 || at(strides, 0) == 1;
  // Sort the dimensions by stride, the smallest first. Dimensions of size zero or one come last, because their strides
  // do not matter.
  int order[max_dims];
  for (int i = 0; i < n; ++i) {
    int place = i;
    const auto before = [&](int a, int b) {
      if (at(sizes, a) < 2) return false;
      if (at(sizes, b) < 2) return true;
      return at(strides, a) < at(strides, b);
    };
    while (place > 0 && before(i, order[place - 1])) {
      order[place] = order[place - 1];
      --place;
    }
    order[place] = i;
  }
  std::int64_t expected = 1;
  for (int i = 0; i < n; ++i) {
    const std::int64_t size = at(sizes, order[i]);
    if (size < 2) return true;
    if (at(strides, order[i]) != expected) return false;
    expected *= size;
  }
  return true;
}

void channels_last_strides(DimSpan sizes, Dims& strides) {
  const int n = rank(sizes);
  strides.resize(n);
  std::int64_t next = 1;
  for (int i = 0; i < n; ++i) {
    const int d = channels_last_dimension(n, i);
    strides[d] = next;
    // a size of zero makes the strides of all outer dimensions zero, as in libtorch
    next = wrapped_product(next, at(sizes, d));
  }
}

bool is_channels_last_contiguous(DimSpan sizes, DimSpan strides) {
  const int n = rank(sizes);
  if (n != 4 && n != 5) return false;
  std::int64_t expected = 1;
  for (int i = 0; i < n; ++i) {
    const int d = channels_last_dimension(n, i);
    if (at(sizes, d) == 1) continue;
    if (at(strides, d) != expected) return false;
    expected *= at(sizes, d);
  }
  return true;
}

bool strides_suggest_channels_last(DimSpan sizes, DimSpan strides) {
  const int n = rank(sizes);
  if (n != 4 && n != 5) return false;
  if (at(strides, 1) == 0) return false;
  std::int64_t least = 0;
  for (int i = 0; i < n; ++i) {
    const int d = channels_last_dimension(n, i);
    if (at(sizes, d) == 0) return false;
    if (at(strides, d) < least) return false;
    // An image tensor with one image and one channel fits both memory formats, channels-last and contiguous. libtorch
    // then suggests contiguous.
    if (d == 0 && least == at(strides, 1)) return false;
    least = at(strides, d);
    if (at(sizes, d) > 1) least *= at(sizes, d);
  }
  return true;
}

void dense_strides_like(DimSpan sizes, DimSpan strides, Dims& out) {
  const int n = rank(sizes);
  // `order` lists the dimensions from the fastest to the slowest. An expanded dimension (stride zero) cannot be sorted
  // by its stride, so it keeps its position.
  int order[max_dims];
  for (int i = 0; i < n; ++i) order[i] = n - 1 - i;
  // Returns a negative number if dimension `a` is faster than `b`, a positive one if `a` is slower. Returns zero if
  // their strides do not decide.
  const auto compare = [&](int a, int b) {
    const std::int64_t stride_a = at(strides, a);
    const std::int64_t stride_b = at(strides, b);
    if (stride_a == 0 || stride_b == 0) return 0;
    if (stride_a < stride_b) return -1;
    if (stride_a > stride_b) return 1;
    return at(sizes, a) > at(sizes, b) ? 1 : 0;
  };
  for (int i = 1; i < n; ++i) {
    int moving = i;
    for (int j = i - 1; j >= 0; --j) {
      const int answer = compare(order[j], order[moving]);
      if (answer > 0) {
        const int swapped = order[j];
        order[j] = order[moving];
        order[moving] = swapped;
        moving = j;
      } else if (answer < 0) {
        break;
      }
    }
  }
  out.resize(n);
  std::int64_t next = 1;
  for (int i = 0; i < n; ++i) {
    out[order[i]] = next;
    if (at(sizes, order[i]) > 1) next *= at(sizes, order[i]);
  }
}

void preserved_strides(DimSpan sizes, DimSpan strides, Dims& out) {
  if (is_non_overlapping_and_dense(sizes, strides)) {
    out.assign(strides);
  } else {
    dense_strides_like(sizes, strides, out);
  }
}

}  // namespace modecheck::engine::backends
