// Memory layouts of tensors: contiguity, density, overlap and broadcasting, as libtorch computes them.
#pragma once

#include <array>
#include <cstdint>

#include "spec/interface/effect.h"

namespace modecheck::spec {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

// Sizes during the computation of a result. Operators may use more dimensions than any tensor of a program has.
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

// Gives `tensor` the sizes `sizes` and row-major strides, for which a size of 0 counts as 1. There are at most kMaxRank
// dimensions.
void set_contiguous(Geometry& tensor, const Sizes& sizes);

bool is_contiguous(const Geometry& tensor);

// Returns true if the strides are those of NHWC (4 dimensions) or NDHWC (5 dimensions). Strides of dimensions of size 1
// do not count.
bool is_channels_last(const Geometry& tensor);
// Returns true if libtorch would *suggest* channels last as the format of results made from the tensor.
bool suggests_channels_last(const Geometry& tensor);
void set_channels_last(Geometry& tensor, const Sizes& sizes);

// Returns true if the tensor is contiguous for some order of its dimensions. Then there are no gaps, and no element
// occurs twice.
bool is_non_overlapping_and_dense(const Geometry& tensor);

// Returns true if libtorch's check finds that two indices name one element: a dimension has the stride 0.
bool has_internal_overlap(const Geometry& tensor);

// Returns false if sizes and strides show that no two indices name the same element, and true if two indices may do so.
bool may_overlap_itself(const Geometry& tensor);
// Returns true if every element of `other` is also an element of `tensor`. Both must have the same storage and dtype.
bool names_all_of(const Geometry& tensor, const Geometry& other);
// Returns true if both tensors have the same storage and their byte ranges in it overlap.
bool may_overlap(const Geometry& a, const Geometry& b);
bool same_layout(const Geometry& a, const Geometry& b);

enum class Overlap : std::uint8_t { None, Full, Partial, TooHard };
// Returns how two different tensors overlap. It examines dense tensors only.
Overlap overlap_of(const Geometry& a, const Geometry& b);

// Returns the bytes that a storage needs to hold the tensor's elements; 0 if there are no elements.
std::int64_t bytes_needed(const Geometry& tensor);

// Gives `result` the layout of a clone of `source` under preserve_format. Dense strides are kept; other strides are
// made dense in the same order.
void set_preserved(Geometry& result, const Geometry& source);

// Broadcasts `accumulated` with `other`. Returns false if the sizes do not fit.
bool broadcast(Sizes& accumulated, const Sizes& other);
// Returns true if a tensor of the sizes `from` can be expanded to `target`.
bool is_expandable_to(const Sizes& from, const Sizes& target);

}  // namespace modecheck::spec
