#include "properties/generate/shape.h"

#include <algorithm>

namespace modecheck::properties {
namespace {

// Returns a word in which a byte is 0xff if the byte's top bit is set in `tops`, and 0 otherwise.
constexpr std::uint64_t spread(std::uint64_t tops) { return (tops >> 7) * 0xff; }

}  // namespace

void Shape::insert(int dim, int value) {
  const int from_last = rank - dim;
  const std::uint64_t low = (std::uint64_t{1} << (8 * from_last)) - 1;
  sizes = (sizes & low) | (sizes & ~low) << 8;
  ++rank;
  set_last(from_last, value);
}

void Shape::erase(int dim) {
  const int from_last = rank - 1 - dim;
  const std::uint64_t low = (std::uint64_t{1} << (8 * from_last)) - 1;
  sizes = (sizes & low) | (sizes >> 8 & ~low);
  sizes = (sizes & ~(std::uint64_t{0xff} << 56)) | std::uint64_t{1} << 56;
  --rank;
}

Shape broadcast(const Shape& a, const Shape& b) {
  const std::uint64_t b_counts = spread(nonzero_bytes(b.sizes ^ Shape::kOnes));
  return {(a.sizes & ~b_counts) | (b.sizes & b_counts), std::max(a.rank, b.rank)};
}

Shape batches_of(Shape shape) {
  shape.set_last(0, 1);
  shape.set_last(1, 1);
  return shape;
}

int wrap_dim(int dim, int rank) {
  const int span = std::max(rank, 1);
  if (dim < -span || dim >= span) return -1;
  return dim < 0 ? dim + span : dim;
}

}  // namespace modecheck::properties
