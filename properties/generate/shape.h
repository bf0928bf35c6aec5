// Shape stores the sizes of a tensor in one word, so that the generator compares them quickly.
#pragma once

#include <cstdint>

namespace modecheck::properties {

// Each size is a byte, with the last dimension in the lowest byte. Bytes above the rank are 1, so that broadcasting is
// arithmetic on words.
struct Shape {
  static constexpr std::uint64_t kOnes = 0x0101010101010101u;
  static constexpr std::uint64_t kTops = 0x8080808080808080u;

  std::uint64_t sizes = kOnes;
  std::uint8_t rank = 0;

  // Returns a size counted from the end: `from_last` 0 is the last dimension.
  int last(int from_last) const { return static_cast<int>(sizes >> (8 * from_last) & 0xff); }
  int size(int dim) const { return last(rank - 1 - dim); }
  void set(int dim, int value) { set_last(rank - 1 - dim, value); }
  void set_last(int from_last, int value) {
    const int at = 8 * from_last;
    sizes = (sizes & ~(std::uint64_t{0xff} << at)) | static_cast<std::uint64_t>(value) << at;
  }
  int numel() const {
    int out = 1;
    for (int i = 0; i < rank; ++i) out *= last(i);
    return out;
  }
  // `insert` adds a dimension before `dim`; `erase` removes dimension `dim`.
  void insert(int dim, int value);
  void erase(int dim);

  friend bool operator==(const Shape& a, const Shape& b) { return a.sizes == b.sizes && a.rank == b.rank; }
};

// Returns a word in which a byte is 0x80 where the byte of `x` is not zero. Every byte of `x` must be below 0x80, so no
// size may exceed 127.
constexpr std::uint64_t nonzero_bytes(std::uint64_t x) { return (x + 0x7f7f7f7f7f7f7f7fu) & Shape::kTops; }

inline bool broadcastable(const Shape& a, const Shape& b) {
  return (nonzero_bytes(a.sizes ^ b.sizes) & nonzero_bytes(a.sizes ^ Shape::kOnes) &
          nonzero_bytes(b.sizes ^ Shape::kOnes)) == 0;
}
Shape broadcast(const Shape& a, const Shape& b);
// Whether `from` broadcasts to exactly `to`, as in Tensor.expand.
inline bool expands_to(const Shape& from, const Shape& to) {
  return from.rank <= to.rank && (nonzero_bytes(from.sizes ^ to.sizes) & nonzero_bytes(from.sizes ^ Shape::kOnes)) == 0;
}

// Sets the last two sizes to 1, so that the batch dimensions of matrices can be compared alone.
Shape batches_of(Shape shape);
// Converts a negative dimension to a dimension counted from the front. Returns -1 if the dimension is out of range. A
// tensor of rank 0 counts as a tensor with one dimension.
int wrap_dim(int dim, int rank);

}  // namespace modecheck::properties
