// Predicates about a tensor's memory layout (contiguity, density, overlap), as libtorch computes them.
#pragma once

#include <array>
#include <cstdint>

#include "spec/interface/effect.h"

namespace modecheck::spec {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Sizes during the computation of a result: operators may reach ranks that no tensor of a program has.
struct Sizes {
  static constexpr int capacity = 2 * kMaxRank;
  std::array<std::int64_t, capacity> values{};
  int rank = 0;

  std::int64_t& operator[](int i) { return values[at(i)]; }
  std::int64_t operator[](int i) const { return values[at(i)]; }
  void push(std::int64_t size) { values[at(rank++)] = size; }
  void insert(int before, std::int64_t size);
  void erase(int i);
  std::int64_t numel() const;
  friend bool operator==(const Sizes& a, const Sizes& b) {
    if (a.rank != b.rank) return false;
    for (int i = 0; i < a.rank; ++i)
      if (a[i] != b[i]) return false;
    return true;
  }
  friend bool operator!=(const Sizes& a, const Sizes& b) { return !(a == b); }
};

Sizes sizes_of(const Geometry& tensor);
bool same_sizes(const Geometry& a, const Geometry& b);

// Sets sizes and row-major strides (a size of 0 counts as 1). The rank must be at most kMaxRank.
void set_contiguous(Geometry& tensor, const Sizes& sizes);

bool is_contiguous(const Geometry& tensor);

// Whether the strides are those of NHWC (rank 4) or NDHWC (rank 5), sizes of one included.
bool is_channels_last(const Geometry& tensor);
// Whether libtorch would *suggest* that format for results made from the tensor.
bool suggests_channels_last(const Geometry& tensor);
void set_channels_last(Geometry& tensor, const Sizes& sizes);

// Whether some order of the dimensions is contiguous: no gaps, no element twice.
bool is_non_overlapping_and_dense(const Geometry& tensor);

// Whether an element has two indices, by libtorch's check: a stride of 0.
bool has_internal_overlap(const Geometry& tensor);

// Whether an element may have two indices, as far as sizes and strides tell.
bool may_overlap_itself(const Geometry& tensor);
// Whether every element of `other` is also one of the tensor's. Both must have the same storage and dtype.
bool names_all_of(const Geometry& tensor, const Geometry& other);
// Whether both have the same storage and their byte ranges meet.
bool may_overlap(const Geometry& a, const Geometry& b);
bool same_layout(const Geometry& a, const Geometry& b);

enum class Overlap : std::uint8_t { None, Full, Partial, TooHard };
// The overlap of two different tensors; only dense tensors are examined.
Overlap overlap_of(const Geometry& a, const Geometry& b);

// The bytes that a storage needs to hold the tensor's elements; 0 if there are none.
std::int64_t bytes_needed(const Geometry& tensor);

// The layout of `clone` under preserve_format: dense strides are kept, others made dense in the same order.
void set_preserved(Geometry& result, const Geometry& source);

// Broadcasting: false if the sizes do not fit.
bool broadcast(Sizes& accumulated, const Sizes& other);
// Whether a tensor of these sizes can be expanded to `target`.
bool is_expandable_to(const Sizes& from, const Sizes& target);

}  // namespace modecheck::spec
