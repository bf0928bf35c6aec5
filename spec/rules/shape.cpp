#include "spec/rules/shape.h"

#include <algorithm>
#include <bitset>

namespace modecheck::spec {

void Sizes::insert(int before, std::int64_t size) {
  for (int i = rank; i > before; --i) values[at(i)] = values[at(i - 1)];
  values[at(before)] = size;
  ++rank;
}

void Sizes::erase(int i) {
  for (; i + 1 < rank; ++i) values[at(i)] = values[at(i + 1)];
  --rank;
}

std::int64_t Sizes::numel() const {
  std::int64_t out = 1;
  for (int i = 0; i < rank; ++i) out *= values[at(i)];
  return out;
}

Sizes sizes_of(const Geometry& tensor) {
  Sizes out;
  out.rank = tensor.rank;
  for (int i = 0; i < tensor.rank; ++i) out[i] = tensor.sizes[at(i)];
  return out;
}

bool same_sizes(const Geometry& a, const Geometry& b) {
  if (a.rank != b.rank) return false;
  for (int i = 0; i < a.rank; ++i)
    if (a.sizes[at(i)] != b.sizes[at(i)]) return false;
  return true;
}

namespace {

void set_sizes(Geometry& tensor, const Sizes& sizes) {
  tensor.rank = static_cast<std::uint8_t>(sizes.rank);
  tensor.sizes = {};
  tensor.strides = {};
  for (int i = 0; i < sizes.rank; ++i) tensor.sizes[at(i)] = static_cast<std::int32_t>(sizes[i]);
}

// The order of the dimensions in a channels-last tensor, from the smallest stride to the largest.
struct ChannelsLastOrder {
  explicit ChannelsLastOrder(int rank) : length(rank) {
    order[0] = 1;
    for (int i = 1; i < rank - 1; ++i) order[at(i)] = rank - i;
    order[at(rank - 1)] = 0;
  }
  std::array<int, kMaxRank> order{};
  int length;
};

}  // namespace

void set_contiguous(Geometry& tensor, const Sizes& sizes) {
  set_sizes(tensor, sizes);
  std::int32_t stride = 1;
  for (int i = sizes.rank - 1; i >= 0; --i) {
    tensor.strides[at(i)] = stride;
    stride *= std::max(tensor.sizes[at(i)], 1);
  }
}

bool is_contiguous(const Geometry& tensor) {
  if (tensor.numel() == 0) return true;
  std::int64_t expected = 1;
  for (int i = tensor.rank - 1; i >= 0; --i) {
    if (tensor.sizes[at(i)] == 1) continue;
    if (tensor.strides[at(i)] != expected) return false;
    expected *= tensor.sizes[at(i)];
  }
  return true;
}

bool is_channels_last(const Geometry& tensor) {
  if (tensor.rank != 4 && tensor.rank != 5) return false;
  std::int64_t expected = 1;
  const ChannelsLastOrder order(tensor.rank);
  for (int i = 0; i < order.length; ++i) {
    const int dim = order.order[at(i)];
    if (tensor.sizes[at(dim)] == 1) continue;
    if (tensor.strides[at(dim)] != expected) return false;
    expected *= tensor.sizes[at(dim)];
  }
  return true;
}

bool suggests_channels_last(const Geometry& tensor) {
  if (tensor.rank != 4 && tensor.rank != 5) return false;
  // The strides must grow along the dimensions in channels-last order. If the strides fit both formats, as in a tensor
  // of sizes [N, 1, 1], the tensor counts as contiguous.
  if (tensor.strides[1] == 0) return false;
  std::int64_t smallest = 0;
  const ChannelsLastOrder order(tensor.rank);
  for (int i = 0; i < order.length; ++i) {
    const int dim = order.order[at(i)];
    if (tensor.sizes[at(dim)] == 0) return false;
    if (tensor.strides[at(dim)] < smallest) return false;
    if (dim == 0 && smallest == tensor.strides[1]) return false;
    smallest = tensor.strides[at(dim)];
    if (tensor.sizes[at(dim)] > 1) smallest *= tensor.sizes[at(dim)];
  }
  return true;
}

void set_channels_last(Geometry& tensor, const Sizes& sizes) {
  set_sizes(tensor, sizes);
  const ChannelsLastOrder order(sizes.rank);
  std::int32_t stride = 1;
  for (int i = 0; i < order.length; ++i) {
    const int dim = order.order[at(i)];
    tensor.strides[at(dim)] = stride;
    // in libtorch 1.13.1 a size of 0 makes later strides 0; row-major strides count it as 1
    stride *= tensor.sizes[at(dim)];
  }
}

bool is_non_overlapping_and_dense(const Geometry& tensor) {
  if (tensor.rank == 1) return tensor.sizes[0] < 2 || tensor.strides[0] == 1;
  if (is_contiguous(tensor)) return true;
  std::array<int, kMaxRank> order{0, 1, 2, 3, 4};
  // Orders the dimensions by stride, and puts sizes of 0 and 1 last. An insertion sort suffices for a few dimensions.
  const auto before = [&](int a, int b) {
    if (tensor.sizes[at(a)] < 2) return false;
    if (tensor.sizes[at(b)] < 2) return true;
    return tensor.strides[at(a)] < tensor.strides[at(b)];
  };
  for (int i = 1; i < tensor.rank; ++i)
    for (int j = i; j > 0 && before(order[at(j)], order[at(j - 1)]); --j) std::swap(order[at(j)], order[at(j - 1)]);
  std::int64_t expected = 1;
  for (int i = 0; i < tensor.rank; ++i) {
    const std::size_t dim = at(order[at(i)]);
    if (tensor.sizes[dim] < 2) return true;
    if (tensor.strides[dim] != expected) return false;
    expected *= tensor.sizes[dim];
  }
  return true;
}

bool has_internal_overlap(const Geometry& tensor) {
  if (is_non_overlapping_and_dense(tensor)) return false;
  for (int i = 0; i < tensor.rank; ++i)
    if (tensor.strides[at(i)] == 0 && tensor.sizes[at(i)] > 1) return true;
  return false;
}

bool may_overlap_itself(const Geometry& tensor) {
  if (tensor.numel() < 2) return false;
  std::array<std::size_t, kMaxRank> order{0, 1, 2, 3, 4};
  for (std::size_t i = 1; i < tensor.rank; ++i)
    for (std::size_t j = i; j > 0 && tensor.strides[order[j]] < tensor.strides[order[j - 1]]; --j)
      std::swap(order[j], order[j - 1]);
  std::int64_t reach = 0;  // distance in memory from the first to the last element, along the dimensions visited so far
  for (std::size_t i = 0; i < tensor.rank; ++i) {
    const std::size_t dim = order[i];
    if (tensor.sizes[dim] < 2) continue;
    if (tensor.strides[dim] <= reach) return true;
    reach += std::int64_t{tensor.sizes[dim] - 1} * tensor.strides[dim];
  }
  return false;
}

namespace {

using Elements = std::bitset<kMaxStorageBytes>;

void name_elements(const Geometry& tensor, int dim, std::int64_t place, Elements& out) {
  if (dim == tensor.rank) {
    out.set(static_cast<std::size_t>(place));
    return;
  }
  for (std::int64_t i = 0; i < tensor.sizes[at(dim)]; ++i)
    name_elements(tensor, dim + 1, place + i * tensor.strides[at(dim)], out);
}

}  // namespace

bool names_all_of(const Geometry& tensor, const Geometry& other) {
  Elements named;
  Elements wanted;
  name_elements(tensor, 0, tensor.offset, named);
  name_elements(other, 0, other.offset, wanted);
  return (wanted & ~named).none();
}

bool may_overlap(const Geometry& a, const Geometry& b) {
  if (a.storage != b.storage || a.numel() == 0 || b.numel() == 0) return false;
  const std::int64_t a_begin = std::int64_t{a.offset} * item_size(a.dtype);
  const std::int64_t b_begin = std::int64_t{b.offset} * item_size(b.dtype);
  return a_begin < bytes_needed(b) && b_begin < bytes_needed(a);
}

bool same_layout(const Geometry& a, const Geometry& b) {
  return a.dtype == b.dtype && a.offset == b.offset && same_sizes(a, b) &&
         std::equal(a.strides.begin(), a.strides.begin() + a.rank, b.strides.begin());
}

Overlap overlap_of(const Geometry& a, const Geometry& b) {
  if (a.numel() == 0 || b.numel() == 0) return Overlap::None;
  if (!is_non_overlapping_and_dense(a) || !is_non_overlapping_and_dense(b)) return Overlap::TooHard;
  if (a.storage != b.storage) return Overlap::None;
  const std::int64_t a_begin = std::int64_t{a.offset} * item_size(a.dtype);
  const std::int64_t b_begin = std::int64_t{b.offset} * item_size(b.dtype);
  const std::int64_t a_end = a_begin + a.numel() * item_size(a.dtype);
  const std::int64_t b_end = b_begin + b.numel() * item_size(b.dtype);
  if (a_begin == b_begin && a_end == b_end) {
    return a.rank == b.rank && std::equal(a.strides.begin(), a.strides.begin() + a.rank, b.strides.begin())
               ? Overlap::Full
               : Overlap::Partial;
  }
  return a_begin < b_end && b_begin < a_end ? Overlap::Partial : Overlap::None;
}

std::int64_t bytes_needed(const Geometry& tensor) {
  std::int64_t last = tensor.offset;
  for (int i = 0; i < tensor.rank; ++i) {
    if (tensor.sizes[at(i)] == 0) return 0;
    last += std::int64_t{tensor.sizes[at(i)] - 1} * tensor.strides[at(i)];
  }
  return (last + 1) * item_size(tensor.dtype);
}

void set_preserved(Geometry& result, const Geometry& source) {
  if (is_non_overlapping_and_dense(source)) {
    result.rank = source.rank;
    result.sizes = source.sizes;
    result.strides = source.strides;
    return;
  }
  const int rank = source.rank;
  if (rank <= 1) {
    set_contiguous(result, sizes_of(source));
    return;
  }
  std::array<int, kMaxRank> order{};
  for (int i = 0; i < rank; ++i) order[at(i)] = rank - 1 - i;
  // Returns a number > 0 if dimension a comes after dimension b. A stride of 0 decides nothing.
  const auto compare = [&](int a, int b) {
    const std::int32_t stride_a = source.strides[at(a)];
    const std::int32_t stride_b = source.strides[at(b)];
    if (stride_a == 0 || stride_b == 0) return 0;
    if (stride_a != stride_b) return stride_a < stride_b ? -1 : 1;
    return source.sizes[at(a)] > source.sizes[at(b)] ? 1 : 0;
  };
  for (int i = 1; i < rank; ++i) {
    int moving = i;
    for (int j = i - 1; j >= 0; --j) {
      const int comparison = compare(order[at(j)], order[at(moving)]);
      if (comparison < 0) break;
      if (comparison == 0) continue;
      std::swap(order[at(j)], order[at(moving)]);
      moving = j;
    }
  }
  result.rank = source.rank;
  result.sizes = source.sizes;
  result.strides = {};
  std::int32_t stride = 1;
  for (int i = 0; i < rank; ++i) {
    const std::size_t dim = at(order[at(i)]);
    result.strides[dim] = stride;
    if (source.sizes[dim] > 1) stride *= source.sizes[dim];
  }
}

bool broadcast(Sizes& accumulated, const Sizes& other) {
  Sizes out;
  out.rank = std::max(accumulated.rank, other.rank);
  for (int i = 0; i < out.rank; ++i) {
    const int from_a = accumulated.rank - 1 - i;
    const int from_b = other.rank - 1 - i;
    const std::int64_t a = from_a >= 0 ? accumulated[from_a] : 1;
    const std::int64_t b = from_b >= 0 ? other[from_b] : 1;
    if (a != b && a != 1 && b != 1) return false;
    out[out.rank - 1 - i] = a == 1 ? b : a;
  }
  accumulated = out;
  return true;
}

bool is_expandable_to(const Sizes& from, const Sizes& target) {
  if (from.rank > target.rank) return false;
  for (int i = 0; i < from.rank; ++i) {
    const std::int64_t size = from[from.rank - 1 - i];
    if (size != target[target.rank - 1 - i] && size != 1) return false;
  }
  return true;
}

}  // namespace modecheck::spec
