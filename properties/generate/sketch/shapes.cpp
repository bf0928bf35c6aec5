#include "properties/generate/sketch/shapes.h"

#include <algorithm>
#include <array>

#include "spec/program/operator_id.h"
#include "spec/rules/promotion.h"

namespace modecheck::properties {
namespace {

using spec::DType;
using spec::Record;

}  // namespace

namespace {

// 0xff for each byte whose top bit is set in `tops`.
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

bool are_measured(const SketchTensor& a, const SketchTensor& b) {
  return a.shape.rank >= 2 && b.shape.rank >= 2 && a.dtype == b.dtype && a.shape.last(0) == b.shape.last(0) &&
         broadcastable(batches_of(a.shape), batches_of(b.shape));
}

bool product_of(CallShape call_shape, const SketchTensor& a, const SketchTensor& b, Shape& out) {
  const bool of_vector = call_shape == CallShape::AddMv;
  if (a.dtype != b.dtype || a.shape.rank != (of_vector ? 2 : 3) || b.shape.rank != (of_vector ? 1 : 3)) return false;
  if (a.shape.last(0) != b.shape.last(of_vector ? 0 : 1)) return false;
  if (!of_vector && a.shape.size(0) != b.shape.size(0)) return false;
  out = a.shape;
  if (of_vector) {
    out.erase(1);
  } else {
    out.set_last(0, b.shape.last(0));
    if (call_shape == CallShape::AddBmm) out.erase(0);
  }
  return true;
}

bool takes_index(CallShape call_shape, const SketchTensor& self, int dim, const SketchTensor& index) {
  const int along = wrap_dim(dim, self.shape.rank);
  if (along < 0 || self.shape.rank == 0 || index.dtype != DType::Int64) return false;
  if (call_shape == CallShape::IndexInto) return index.shape.rank <= 1;
  if (index.shape.rank != self.shape.rank) return false;
  for (int i = 0; i < self.shape.rank; ++i)
    if (i != along && index.shape.size(i) > self.shape.size(i)) return false;
  return true;
}

bool indexed_shape(const Shape& self, const std::array<const SketchTensor*, spec::kMaxTensorList>& indices, int length,
                   Shape& out) {
  Shape places;
  int dim = 0;
  int runs = 0;
  int at = 0;  // of the places among the whole dimensions
  bool adjacent = false;
  Shape whole;
  for (int k = 0; k < length; ++k) {
    const SketchTensor* const index = indices[static_cast<std::size_t>(k)];
    if (dim >= self.rank) return false;
    if (index == nullptr) {
      whole.insert(whole.rank, self.size(dim++));
      adjacent = false;
      continue;
    }
    if (runs == 0) at = whole.rank;
    if (!adjacent) ++runs;
    adjacent = true;
    if (index->dtype == DType::Bool) {
      if (index->shape.rank == 0 || dim + index->shape.rank > self.rank) return false;
      for (int i = 0; i < index->shape.rank; ++i)
        if (index->shape.size(i) != self.size(dim + i)) return false;
      Shape list;
      list.insert(0, std::min(index->shape.numel(), 127));
      if (!broadcastable(places, list)) return false;
      places = broadcast(places, list);
      dim += index->shape.rank;
    } else {
      if (index->dtype != DType::Int64 || !broadcastable(places, index->shape)) return false;
      if (self.size(dim) == 0 && index->shape.numel() != 0) return false;
      places = broadcast(places, index->shape);
      ++dim;
    }
  }
  if (runs == 0) return false;
  for (; dim < self.rank; ++dim) whole.insert(whole.rank, self.size(dim));
  if (whole.rank + places.rank > spec::kMaxRank) return false;
  out = whole;
  if (runs > 1) at = 0;
  for (int i = 0; i < places.rank; ++i) out.insert(at + i, places.size(i));
  return true;
}

bool is_grid_of(const SketchTensor& image, const SketchTensor& grid) {
  return image.shape.rank == 4 && grid.shape.rank == 4 && grid.shape.last(0) == 2 &&
         grid.shape.size(0) == image.shape.size(0) && grid.dtype == image.dtype;
}

bool takes_source(CallShape call_shape, const SketchTensor& self, int dim, const SketchTensor& index,
                  const SketchTensor& source) {
  if (source.dtype != self.dtype) return false;
  if (call_shape == CallShape::ScatterInto || call_shape == CallShape::ScatterReduce)
    return source.shape == index.shape;
  Shape expected = self.shape;
  expected.set(wrap_dim(dim, self.shape.rank), index.shape.numel());
  return source.shape == expected;
}

DType promote(const SketchTensor& a, const SketchTensor& b) {
  if ((a.shape.rank == 0) != (b.shape.rank == 0)) {
    const SketchTensor& ranked = a.shape.rank == 0 ? b : a;
    const SketchTensor& scalar = a.shape.rank == 0 ? a : b;
    return spec::category_of(ranked.dtype) >= spec::category_of(scalar.dtype) ? ranked.dtype : scalar.dtype;
  }
  return spec::promote(a.dtype, b.dtype);
}

bool is_index(DType dtype) { return dtype == DType::Int64 || dtype == DType::Int32; }

bool fits(const Shape& shape, DType dtype) {
  return shape.rank <= spec::kMaxRank && shape.numel() * spec::item_size(dtype) <= spec::kMaxStorageBytes;
}

bool read_shape(const Record& record, int at, Shape& out) {
  const int length = std::max<int>(0, record.immediates[static_cast<std::size_t>(at)]);
  out = Shape{};
  out.rank = static_cast<std::uint8_t>(length);
  for (int i = 0; i < length; ++i) {
    const int size = record.immediates[static_cast<std::size_t>(at + 1 + i)];
    if (size < 0) return false;
    out.set(i, size);
  }
  return true;
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
