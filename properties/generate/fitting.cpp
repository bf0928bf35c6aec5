#include "properties/generate/fitting.h"

#include <algorithm>

namespace modecheck::properties {

using spec::DType;

bool are_measured(const Candidate& a, const Candidate& b) {
  return a.shape.rank >= 2 && b.shape.rank >= 2 && a.dtype == b.dtype && a.shape.last(0) == b.shape.last(0) &&
         broadcastable(batches_of(a.shape), batches_of(b.shape));
}

bool multiply(const Candidate& a, const Candidate& b) {
  const int rank = b.shape.rank;
  if (a.shape.rank == 0 || rank == 0 || a.dtype != b.dtype) return false;
  if (b.shape.last(rank == 1 ? 0 : 1) != a.shape.last(0)) return false;
  return a.shape.rank < 3 || rank < 3 || broadcastable(batches_of(a.shape), batches_of(b.shape));
}

bool product_of(CallShape call_shape, const Candidate& a, const Candidate& b, Shape& out) {
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

bool takes_index(CallShape call_shape, const Candidate& self, int dim, const Candidate& index) {
  const int along = wrap_dim(dim, self.shape.rank);
  if (along < 0 || self.shape.rank == 0 || index.dtype != DType::Int64) return false;
  if (call_shape == CallShape::IndexInto) return index.shape.rank <= 1;
  if (index.shape.rank != self.shape.rank) return false;
  for (int i = 0; i < self.shape.rank; ++i)
    if (i != along && index.shape.size(i) > self.shape.size(i)) return false;
  return true;
}

bool indexed_shape(const Shape& self, const std::array<const Candidate*, spec::kMaxTensorList>& indices, int length,
                   Shape& out) {
  Shape places;
  int dim = 0;
  int runs = 0;
  int at = 0;  // the dimension of the result at which the indexed dimensions are inserted
  bool adjacent = false;
  Shape whole;
  for (int k = 0; k < length; ++k) {
    const Candidate* const index = indices[static_cast<std::size_t>(k)];
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

bool is_grid_of(const Candidate& image, const Candidate& grid) {
  return image.shape.rank == 4 && grid.shape.rank == 4 && grid.shape.last(0) == 2 &&
         grid.shape.size(0) == image.shape.size(0) && grid.dtype == image.dtype;
}

bool takes_source(CallShape call_shape, const Candidate& self, int dim, const Candidate& index,
                  const Candidate& source) {
  if (source.dtype != self.dtype) return false;
  if (call_shape == CallShape::ScatterInto || call_shape == CallShape::ScatterReduce)
    return source.shape == index.shape;
  Shape expected = self.shape;
  expected.set(wrap_dim(dim, self.shape.rank), index.shape.numel());
  return source.shape == expected;
}

bool names_classes(const Shape& prediction, const Candidate& target) {
  if (target.dtype != DType::Int64 || prediction.rank == 0 || target.shape.rank != prediction.rank - 1) return false;
  return prediction.rank == 1 || (prediction.rank == 2 && target.shape.size(0) == prediction.size(0));
}

}  // namespace modecheck::properties
