// Views, and what changes a tensor itself: in-place views, resize_, set_, detach_.
#include <algorithm>

#include "properties/generate/sketch/shapes.h"
#include "properties/generate/sketch/sketch.h"
#include "spec/program/operator_id.h"
#include "spec/rules/promotion.h"

namespace modecheck::properties {
namespace {

using spec::DType;
using spec::Record;

}  // namespace

// Sizes of a view; false if the call is wrong. What the strides become is followed as far as contiguity.
static bool view_geometry(const Record& record, const OperationFacts& facts, SketchTensor& out, const Shape& other,
                          int storage_elements) {
  const auto immediate = [&](int i) -> int { return record.immediates[static_cast<std::size_t>(i)]; };
  Shape& shape = out.shape;
  const int rank = shape.rank;
  switch (facts.call_shape) {
    case CallShape::SameView:
    case CallShape::Detach:
      return true;
    case CallShape::ViewAs:
      if (other.numel() != shape.numel() || !out.contiguous) return false;
      shape = other;
      return true;
    case CallShape::Resize: {
      Shape wanted;
      wanted.rank = static_cast<std::uint8_t>(immediate(0));
      int known = 1;
      int inferred = -1;
      for (int i = 0; i < immediate(0); ++i) {
        const int size = immediate(1 + i);
        if (size < 0 && inferred >= 0) return false;
        if (size < 0)
          inferred = i;
        else
          known *= size;
        wanted.set(i, std::max(size, 0));
      }
      const int numel = shape.numel();
      if (inferred >= 0) {
        if (known == 0 || numel % known != 0) return false;
        wanted.set(inferred, std::min(numel / known, 127));
      } else if (known != numel) {
        return false;
      }
      shape = wanted;
      return out.contiguous;
    }
    case CallShape::Transpose: {
      const int a = wrap_dim(immediate(0), rank);
      const int b = wrap_dim(immediate(1), rank);
      if (a < 0 || b < 0) return false;
      if (a == b || rank < 2) return true;
      const int size = shape.size(a);
      shape.set(a, shape.size(b));
      shape.set(b, size);
      if (size > 1 && shape.size(a) > 1) out.contiguous = false;
      return true;
    }
    case CallShape::Permute: {
      if (immediate(0) != rank) return false;
      const Shape from = shape;
      unsigned seen = 0;
      for (int i = 0; i < rank; ++i) {
        const int dim = wrap_dim(immediate(1 + i), rank);
        if (dim < 0 || (seen >> dim & 1) != 0) return false;
        seen |= 1u << dim;
        shape.set(i, from.size(dim));
        if (dim != i) out.contiguous = false;
      }
      return true;
    }
    case CallShape::Matrix:
      if (rank > 2) return false;
      if (rank == 2) {
        const int size = shape.size(0);
        shape.set(0, shape.size(1));
        shape.set(1, size);
        if (size > 1 && shape.size(0) > 1) out.contiguous = false;
      }
      return true;
    case CallShape::Select: {
      const int dim = wrap_dim(immediate(0), rank);
      if (rank == 0 || dim < 0) return false;
      const int size = shape.size(dim);
      if (immediate(1) < -size || immediate(1) >= size) return false;
      if (dim != 0) out.contiguous = false;
      shape.erase(dim);
      return true;
    }
    case CallShape::Slice: {
      const int dim = wrap_dim(immediate(0), rank);
      if (rank == 0 || dim < 0 || immediate(5) <= 0) return false;
      const int size = shape.size(dim);
      const auto clamp = [size](int i) { return std::clamp(i < 0 ? i + size : i, 0, size); };
      const int begin = immediate(1) != 0 ? clamp(immediate(2)) : 0;
      const int end = std::max(begin, immediate(3) != 0 ? clamp(immediate(4)) : size);
      const int length = (end - begin + immediate(5) - 1) / immediate(5);
      if (length != size && (dim != 0 || immediate(5) > 1)) out.contiguous = false;
      shape.set(dim, length);
      return true;
    }
    case CallShape::Narrow: {
      const int dim = wrap_dim(immediate(0), rank);
      if (rank == 0 || dim < 0) return false;
      const int size = shape.size(dim);
      const int begin = immediate(1) < 0 ? immediate(1) + size : immediate(1);
      if (begin < 0 || begin > size || begin + immediate(2) > size) return false;
      if (immediate(2) != size && dim != 0) out.contiguous = false;
      shape.set(dim, immediate(2));
      return true;
    }
    case CallShape::Expand: {
      const Shape from = shape;
      const int length = immediate(0);
      if (length < rank) return false;
      shape.rank = static_cast<std::uint8_t>(length);
      for (int i = 0; i < length; ++i) {
        int size = immediate(1 + i);
        const int had = i < length - rank ? 0 : from.size(i - (length - rank));
        if (size < 0) {
          if (had == 0 && i < length - rank) return false;
          size = had;
        }
        const bool stays = i >= length - rank && had == size;
        if (!stays && !(i < length - rank || had == 1)) return false;
        if (!stays && size > 1) {
          out.overlapping = true;
          out.contiguous = false;
        }
        shape.set(i, size);
      }
      return true;
    }
    case CallShape::Squeeze:
      for (int dim = rank - 1; dim >= 0; --dim)
        if (shape.size(dim) == 1) shape.erase(dim);
      return true;
    case CallShape::SqueezeDim: {
      const int dim = wrap_dim(immediate(0), rank);
      if (dim < 0) return false;
      if (rank > 0 && shape.size(dim) == 1) shape.erase(dim);
      return true;
    }
    case CallShape::Unsqueeze: {
      const int dim = wrap_dim(immediate(0), rank + 1);
      if (dim < 0) return false;
      shape.insert(dim, 1);
      return true;
    }
    case CallShape::Diagonal: {
      const int a = wrap_dim(immediate(1), rank);
      const int b = wrap_dim(immediate(2), rank);
      if (rank < 2 || a < 0 || b < 0 || a == b) return false;
      const int offset = immediate(0);
      const int length = offset >= 0 ? std::min(shape.size(a), shape.size(b) - offset)
                                     : std::min(shape.size(a) + offset, shape.size(b));
      shape.erase(std::max(a, b));
      shape.erase(std::min(a, b));
      shape.insert(shape.rank, std::max(0, length));
      if (length > 1) out.contiguous = false;
      return true;
    }
    case CallShape::Unfold: {
      const int dim = wrap_dim(immediate(0), rank);
      const int size = immediate(1);
      const int step = immediate(2);
      const int length = rank == 0 ? 1 : dim < 0 ? -1 : shape.size(dim);
      if (dim < 0 || size < 0 || size > length || step <= 0) return false;
      if (rank > 0) shape.set(dim, (length - size) / step + 1);
      shape.insert(shape.rank, size);
      if (size > step && length > size) out.overlapping = true;
      out.contiguous = false;
      return true;
    }
    case CallShape::AsStrided: {
      if (immediate(0) != immediate(5) || !read_shape(record, 0, shape)) return false;
      int reach = immediate(10) != 0 ? immediate(11) : 0;
      int expected = 1;
      out.contiguous = true;
      out.overlapping = false;
      for (int i = immediate(0) - 1; i >= 0; --i) {
        const int size = immediate(1 + i);
        const int stride = immediate(6 + i);
        reach += std::max(0, size - 1) * stride;
        if (size > 1 && stride < expected) out.overlapping = true;
        if (size > 1 && stride != expected) out.contiguous = false;
        expected *= std::max(1, size);
      }
      return shape.numel() == 0 || reach < storage_elements;
    }
    default:
      return false;
  }
}

Foreseen Sketch::apply_view(const Record& record, const OperationFacts& facts) {
  const SketchTensor source = at(record.operands[0]);
  SketchTensor out = source;
  int results = 1;
  int second_size = 0;
  int list_dim = 0;
  const auto immediate = [&](int i) -> int { return record.immediates[static_cast<std::size_t>(i)]; };
  const bool list = facts.call_shape == CallShape::Split || facts.call_shape == CallShape::SplitWithSizes ||
                    facts.call_shape == CallShape::Chunk || facts.call_shape == CallShape::Unbind;
  bool copies = false;
  if (list) {
    const bool unbind = facts.call_shape == CallShape::Unbind;
    const bool with_sizes = facts.call_shape == CallShape::SplitWithSizes;
    const int dim = wrap_dim(immediate(unbind ? 0 : with_sizes ? 5 : 1), source.shape.rank);
    if (source.shape.rank == 0 || dim < 0) return Foreseen::Error;
    const int size = source.shape.size(dim);
    if (with_sizes) {
      int total = 0;
      for (int i = 0; i < immediate(0); ++i) {
        if (immediate(1 + i) < 0) return Foreseen::Error;
        total += immediate(1 + i);
      }
      if (total != size || immediate(0) == 0) return Foreseen::Error;
      results = std::min(immediate(0), spec::kMaxListResults);
      out.shape.set(dim, immediate(1));
      second_size = immediate(2);
      list_dim = dim;
    } else if (unbind) {
      if (size == 0) return Foreseen::Error;
      results = std::min(size, spec::kMaxListResults);
      out.shape.erase(dim);
    } else {
      int piece = immediate(0);
      if (facts.call_shape == CallShape::Chunk) {
        if (piece <= 0) return Foreseen::Error;
        piece = (size + piece - 1) / piece;
      }
      if (piece == 0 && size > 0) return Foreseen::Error;
      results = piece == 0 ? 1 : std::max(1, std::min((size + piece - 1) / piece, spec::kMaxListResults));
      out.shape.set(dim, std::min(piece, size));
      second_size = std::min(piece, size - piece);
      list_dim = dim;
    }
    if (dim != 0) out.contiguous = false;
  } else if (facts.call_shape == CallShape::ViewDtype) {
    const DType to = static_cast<DType>(immediate(0));
    const int from_size = spec::item_size(source.dtype);
    const int to_size = spec::item_size(to);
    if (from_size != to_size) {
      if (source.shape.rank == 0 || !source.contiguous) return Foreseen::Error;
      const int bytes = source.shape.last(0) * from_size;
      if (bytes % to_size != 0 || bytes / to_size > 127) return Foreseen::Error;
      out.shape.set_last(0, bytes / to_size);
    }
    out.dtype = to;
  } else if (facts.call_shape == CallShape::AsReal) {
    if (!spec::is_complex(source.dtype)) return Foreseen::Error;
    out.dtype = source.dtype == DType::Complex64 ? DType::Float32 : DType::Float64;
    if (out.shape.rank >= spec::kMaxRank) return Foreseen::Dropped;
    out.shape.insert(out.shape.rank, 2);
  } else if (facts.call_shape == CallShape::AsComplex) {
    const bool known = source.dtype == DType::Float32 || source.dtype == DType::Float64;
    if (!known || !source.contiguous || source.shape.rank == 0 || source.shape.last(0) != 2) return Foreseen::Error;
    out.dtype = spec::complex_of(source.dtype);
    out.shape.erase(out.shape.rank - 1);
  } else {
    const int elements = storages_[source.storage].bytes / spec::item_size(source.dtype);
    if (!view_geometry(record, facts, out, at(record.operands[1]).shape, elements)) {
      // reshape copies where view cannot.
      copies = record.operation == spec::id_of<spec::operators::reshape>() && !source.contiguous &&
               out.shape.numel() == source.shape.numel();
      if (!copies) return Foreseen::Error;
    }
  }
  if (out.shape.rank > spec::kMaxRank) return Foreseen::Dropped;
  if (source.stale && mode_->grad && !mode_->no_autograd) return Foreseen::Error;

  if (copies) {
    SketchTensor made = fresh(out.shape, out.dtype);
    made.requires_grad = source.requires_grad && mode_->grad && !mode_->no_autograd;
    made.leaf = !made.requires_grad;
    made.kept = source.kept;
    made.history = source.history | bit_of(made);
    at(record.destination) = made;
    return Foreseen::Ok;
  }
  out.id = next_++;
  out.has_grad = false;
  const bool alias = facts.call_shape == CallShape::Detach || facts.call_shape == CallShape::ViewDtype;
  if (alias || source.inference || mode_->no_inplaceview) {
    out.family = out.id;
    out.view = out.fixed = out.of_leaf = out.stale = out.requires_grad = false;
    out.leaf = true;
    out.kept = out.history = 0;
  } else {
    const bool records = mode_->grad && !mode_->no_autograd;
    recorded_ = records && source.requires_grad;
    // A recorded write to numbers of another dtype is not judged.
    const bool converts = facts.call_shape == CallShape::AsReal || facts.call_shape == CallShape::AsComplex;
    out.fixed = source.fixed || !records || list || converts;
    out.of_leaf = source.view ? source.of_leaf : source.requires_grad && source.leaf;
    out.view = true;
    out.leaf = !recorded_;
    out.history = source.history | bit_of(out);
  }
  at(record.destination) = out;
  if (results > 1) {
    if (second_size > 0 || facts.call_shape == CallShape::SplitWithSizes) out.shape.set(list_dim, second_size);
    out.id = next_++;
    at((record.destination + 1) % spec::kRegisters) = out;
  }
  return Foreseen::Ok;
}

// In-place view operators, resize_ and set_: the tensor itself changes.
Foreseen Sketch::apply_in_place_view(const Record& record, const OperationFacts& facts) {
  SketchTensor self = at(record.operands[0]);
  const bool by_autograd = !mode_->no_autograd && !self.inference;
  if (self.inference && !mode_->inference && !mode_->no_inplaceview) return Foreseen::Error;
  if (facts.call_shape == CallShape::ResizeStorage) {
    Shape shape;
    if (!read_shape(record, 0, shape)) return Foreseen::Error;
    if (by_autograd && self.requires_grad) return Foreseen::Error;
    if (!fits(shape, self.dtype)) return Foreseen::Dropped;
    written(self, false, 0, 0);
    self = at(record.operands[0]);
    self.shape = shape;
    self.contiguous = true;
    self.overlapping = false;
    Storage& storage = storages_[self.storage];
    storage.bytes = std::max(storage.bytes, static_cast<std::uint16_t>(shape.numel() * spec::item_size(self.dtype)));
    every_handle(self);
    return Foreseen::Ok;
  }
  if (facts.call_shape == CallShape::SetSource) {
    const SketchTensor& source = at(record.operands[1]);
    if (source.inference != self.inference || source.dtype != self.dtype) return Foreseen::Error;
    if (mode_->grad && by_autograd && (self.requires_grad || source.requires_grad)) return Foreseen::Error;
    written(self, false, 0, 0);
    self = at(record.operands[0]);
    self.shape = source.shape;
    self.storage = source.storage;
    self.contiguous = source.contiguous;
    self.overlapping = source.overlapping;
    every_handle(self);
    return Foreseen::Ok;
  }
  if (facts.call_shape == CallShape::Detach) {
    if (self.view) return Foreseen::Error;
    if (by_autograd) {
      self.requires_grad = false;
      self.leaf = true;
      self.kept = self.history = 0;
      every_handle(self);
    }
    return Foreseen::Ok;
  }
  const bool overlapping = self.overlapping;
  self.overlapping = false;  // only the metadata is written
  if (!may_write(self, !self.inference, self.requires_grad)) return Foreseen::Error;
  self.overlapping = overlapping;
  if (self.stale && mode_->grad && by_autograd) return Foreseen::Error;
  const int elements = storages_[self.storage].bytes / spec::item_size(self.dtype);
  if (!view_geometry(record, facts, self, self.shape, elements)) return Foreseen::Error;
  if (self.shape.rank > spec::kMaxRank) return Foreseen::Dropped;
  const Shape shape = self.shape;
  const bool contiguous = self.contiguous;
  written(self, false, 0, 0);
  self = at(record.operands[0]);
  self.shape = shape;
  self.contiguous = contiguous;
  if (self.requires_grad && mode_->grad && by_autograd) {
    self.leaf = false;
    recorded_ = true;
  }
  every_handle(self);
  return Foreseen::Ok;
}

}  // namespace modecheck::properties
