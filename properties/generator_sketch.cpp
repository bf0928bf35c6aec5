#include "properties/generator_sketch.h"

#include <algorithm>

#include "spec/operation.h"
#include "spec/operator_id.h"
#include "spec/program.h"
#include "spec/promotion.h"

namespace modecheck::properties {
namespace {

using spec::DType;
using spec::Extra;
using spec::Record;

// 0xff for each byte whose top bit is set in `tops`.
constexpr std::uint64_t spread(std::uint64_t tops) { return (tops >> 7) * 0xff; }

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

// An int[] at immediate `at` as a shape; false if a size is negative.
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

// Batches of matrices as batches of single elements.
Shape batches_of(Shape shape) {
  shape.set_last(0, 1);
  shape.set_last(1, 1);
  return shape;
}

// A dimension counted from either end; -1 if there is none such. `rank` 0 counts as one dimension.
int wrap_dim(int dim, int rank) {
  const int span = std::max(rank, 1);
  if (dim < -span || dim >= span) return -1;
  return dim < 0 ? dim + span : dim;
}

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

bool product_of(Pattern pattern, const SketchTensor& a, const SketchTensor& b, Shape& out) {
  const bool of_vector = pattern == Pattern::AddMv;
  if (a.dtype != b.dtype || a.shape.rank != (of_vector ? 2 : 3) || b.shape.rank != (of_vector ? 1 : 3)) return false;
  if (a.shape.last(0) != b.shape.last(of_vector ? 0 : 1)) return false;
  if (!of_vector && a.shape.size(0) != b.shape.size(0)) return false;
  out = a.shape;
  if (of_vector) {
    out.erase(1);
  } else {
    out.set_last(0, b.shape.last(0));
    if (pattern == Pattern::AddBmm) out.erase(0);
  }
  return true;
}

bool takes_index(Pattern pattern, const SketchTensor& self, int dim, const SketchTensor& index) {
  const int along = wrap_dim(dim, self.shape.rank);
  if (along < 0 || self.shape.rank == 0 || index.dtype != DType::Int64) return false;
  if (pattern == Pattern::IndexInto) return index.shape.rank <= 1;
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

bool takes_source(Pattern pattern, const SketchTensor& self, int dim, const SketchTensor& index,
                  const SketchTensor& source) {
  if (source.dtype != self.dtype) return false;
  if (pattern == Pattern::ScatterInto || pattern == Pattern::ScatterReduce) return source.shape == index.shape;
  Shape expected = self.shape;
  expected.set(wrap_dim(dim, self.shape.rank), index.shape.numel());
  return source.shape == expected;
}

void Sketch::reset() {
  // The initial registers are the same for every program.
  static const Sketch start = [] {
    Sketch out;
    out.make_initial_registers();
    return out;
  }();
  registers_ = start.registers_;
  std::copy_n(start.storages_.begin(), spec::kRegisters, storages_.begin());
  next_ = start.next_;
  unusable_ = 0;
  command_bit_ = 1;
  has_captured_ = false;
  for (SketchThread& thread : threads_) {
    thread.mode = {};
    thread.depth = 0;
  }
  mode_ = &threads_[0].mode;
}

void Sketch::make_initial_registers() {
  mode_ = &threads_[0].mode;
  for (int reg = 0; reg < spec::kRegisters; ++reg) {
    const spec::LeafSpec leaf = spec::initial_leaf(reg);
    Shape shape;
    shape.rank = static_cast<std::uint8_t>(leaf.rank);
    for (int i = 0; i < leaf.rank; ++i) shape.set(i, static_cast<int>(leaf.sizes[static_cast<std::size_t>(i)]));
    SketchTensor tensor = fresh(shape, leaf.dtype);
    tensor.requires_grad = leaf.requires_grad;
    if (leaf.requires_grad) tensor.history = bit_of(tensor);
    at(reg) = tensor;
  }
}

SketchTensor Sketch::fresh(const Shape& shape, DType dtype) {
  SketchTensor out;
  out.shape = shape;
  out.dtype = dtype;
  out.id = out.family = out.storage = next_;
  out.inference = mode_->inference;
  storages_[next_] = {0, static_cast<std::uint16_t>(shape.numel() * spec::item_size(dtype))};
  ++next_;
  return out;
}

void Sketch::lay_out(const Record& record, SketchTensor& fresh) {
  int reach = 0;
  int expected = 1;
  for (int i = fresh.shape.rank - 1; i >= 0; --i) {
    const int size = fresh.shape.size(i);
    const int stride = record.immediates[static_cast<std::size_t>(6 + i)];
    reach += std::max(0, size - 1) * stride;
    if (size > 1 && stride == 0) fresh.overlapping = true;
    if (size > 1 && stride != expected) fresh.contiguous = false;
    expected *= std::max(1, size);
  }
  const int bytes = (reach + 1) * spec::item_size(fresh.dtype);
  if (fresh.shape.numel() > 0) storages_[fresh.storage].bytes = static_cast<std::uint16_t>(bytes);
}

// M2 and W4.
bool Sketch::may_write(const SketchTensor& self, bool any_normal, bool any_requires_grad) const {
  if (self.overlapping) return false;
  if (self.inference && !mode_->inference && !mode_->no_inplaceview) return false;
  if (mode_->no_autograd || !mode_->grad || !any_normal || !any_requires_grad) return true;
  if (self.view) return !self.fixed && !self.of_leaf;
  return !(self.requires_grad && self.leaf);
}

bool Sketch::writable(int reg) const {
  const SketchTensor& self = registers_[static_cast<std::size_t>(reg)];
  return may_write(self, !self.inference, self.requires_grad);
}

// The bytes behind `self` changed: what was kept of them is unusable, and aliases follow.
void Sketch::written(const SketchTensor& self, bool recorded, std::uint64_t kept, std::uint64_t history) {
  // A copy: `self` is one of the registers that change.
  const SketchTensor target = self;
  if (!target.inference) {
    unusable_ |= storages_[target.storage].kept_by;
    storages_[target.storage].kept_by = 0;
  }
  for (SketchTensor& other : registers_) {
    if (other.family != target.family) continue;
    if (other.fixed && other.requires_grad) other.stale = true;
    if (!recorded) continue;
    other.kept |= kept;
    other.history |= history;
    other.requires_grad = true;
    if (other.fixed)
      other.stale = true;
    else
      other.leaf = false;
  }
}

void Sketch::keep(const SketchTensor& tensor) {
  storages_[tensor.storage].kept_by |= command_bit_;
  kept_something_ = true;
}

// `tensor` after an operator that changed its own metadata: every register that holds it changes.
void Sketch::every_handle(const SketchTensor& tensor) {
  for (SketchTensor& other : registers_)
    if (other.id == tensor.id) other = tensor;
}

Foreseen Sketch::step(const Record& record) {
  mode_ = &threads_[record.thread].mode;
  recorded_ = false;
  kept_something_ = false;
  if (next_ > 240) return Foreseen::Error;  // never in a program of kMaxCommands
  Foreseen out = Foreseen::Error;
  if (!spec::is_operator(record.operation)) {
    out = apply_extra(record);
  } else {
    const OperationFacts& facts = facts_of(record.operation);
    const bool view = facts.pattern >= Pattern::SameView;
    out = !view            ? apply_operator(record, facts)
          : facts.in_place ? apply_in_place_view(record, facts)
                           : apply_view(record, facts);
  }
  if (out == Foreseen::Ok) command_bit_ = command_bit_ << 1 | command_bit_ >> 63;
  return out;
}

// Everything whose result has its own memory, and in-place and out= operators.
Foreseen Sketch::apply_operator(const Record& record, const OperationFacts& facts) {
  const SketchTensor& a = at(record.operands[0]);
  const SketchTensor& b = at(record.operands[1]);
  const SketchTensor& c = at(record.operands[2]);
  int tensors = facts.tensors;
  // Whether an operand that may be left out is.
  const auto absent = [&](int i) {
    if (facts.pattern == Pattern::EmbeddingBag) return i == 3 && record.immediates[3] == 0;
    if (facts.pattern == Pattern::Convolution) return i == 2 && record.immediates[0] == 0;
    if ((facts.pattern == Pattern::Index || facts.pattern == Pattern::IndexPut) && i > 0 && i <= spec::kMaxTensorList)
      return i > record.immediates[0] || record.immediates[static_cast<std::size_t>(i)] == 0;
    if (i < 1 || i > 2) return false;
    if (facts.pattern == Pattern::LayerNorm) return record.immediates[static_cast<std::size_t>(4 + i)] == 0;
    return (facts.pattern == Pattern::ClampBetween || facts.pattern == Pattern::GroupNorm) &&
           record.immediates[static_cast<std::size_t>(i - 1)] == 0;
  };
  Shape statistics;  // the sizes of means, beside a result of other sizes
  Shape uses;        // of the indices of bags
  Shape shape = a.shape;
  DType dtype = a.dtype;
  switch (facts.pattern) {
    case Pattern::Sized: {
      if (!read_shape(record, 0, shape)) return Foreseen::Error;
      const spec::OperationId full = spec::id_of<spec::operators::full>();
      const int given = record.immediates[record.operation == full ? 7 : 5];
      const int kind = record.operation == full ? record.immediates[5] : 1;
      dtype = given >= 0  ? static_cast<DType>(given)
              : kind == 0 ? DType::Int64
              : kind == 2 ? DType::Bool
                          : DType::Float32;
      if (record.operation == spec::id_of<spec::operators::rand>() && !spec::is_differentiable(dtype))
        return Foreseen::Error;
      break;
    }
    case Pattern::Strided:
      if (!read_shape(record, 0, shape) || record.immediates[5] != shape.rank) return Foreseen::Error;
      dtype = record.immediates[10] >= 0 ? static_cast<DType>(record.immediates[10]) : DType::Float32;
      break;
    case Pattern::Arange: {
      const auto value = [&](int i) {
        const int raw = record.immediates[static_cast<std::size_t>(i + 1)];
        return record.immediates[static_cast<std::size_t>(i)] == 1 ? raw : 2 * raw;
      };
      const int span = value(2) - value(0);
      const int step = value(4);
      if (step == 0 || span * step < 0) return Foreseen::Error;
      shape = Shape{};
      shape.rank = 1;
      shape.set(0, (span + step - (step > 0 ? 1 : -1)) / step);
      const bool floating = record.immediates[0] == 1 || record.immediates[2] == 1 || record.immediates[4] == 1;
      dtype = record.immediates[6] >= 0 ? static_cast<DType>(record.immediates[6])
              : floating                ? DType::Float32
                                        : DType::Int64;
      if (dtype == DType::Bool || spec::is_complex(dtype)) return Foreseen::Error;
      break;
    }
    case Pattern::ScalarTensor:
      shape = Shape{};
      dtype = record.immediates[2] >= 0 ? static_cast<DType>(record.immediates[2]) : DType::Float32;
      break;
    case Pattern::FullLike:
      if (record.immediates[2] >= 0) dtype = static_cast<DType>(record.immediates[2]);
      break;
    case Pattern::ClampBetween:
      if (absent(1) && absent(2)) return Foreseen::Error;
      for (int i = 1; i < 3; ++i) {
        if (absent(i)) continue;
        const SketchTensor& bound = at(record.operands[static_cast<std::size_t>(i)]);
        if (!broadcastable(shape, bound.shape)) return Foreseen::Error;
        shape = broadcast(shape, bound.shape);
        dtype = spec::promote(dtype, bound.dtype);
      }
      break;
    case Pattern::Binary:
      if (!broadcastable(a.shape, b.shape)) return Foreseen::Error;
      shape = broadcast(a.shape, b.shape);
      dtype = promote(a, b);
      break;
    case Pattern::Ternary:
      for (int i = 1; i < facts.tensors; ++i) {
        const SketchTensor& other = at(record.operands[static_cast<std::size_t>(i)]);
        if (!broadcastable(shape, other.shape)) return Foreseen::Error;
        shape = broadcast(shape, other.shape);
        dtype = spec::promote(dtype, other.dtype);
      }
      break;
    case Pattern::BinaryScalar:
      if (record.immediates[0] == 1 && !spec::is_differentiable(dtype)) dtype = DType::Float32;
      if (record.immediates[0] == 0 && dtype == DType::Bool) dtype = DType::Int64;
      break;
    case Pattern::Where:
      if (a.dtype != DType::Bool || !broadcastable(b.shape, c.shape)) return Foreseen::Error;
      shape = broadcast(b.shape, c.shape);
      if (!broadcastable(a.shape, shape)) return Foreseen::Error;
      shape = broadcast(a.shape, shape);
      dtype = promote(b, c);
      break;
    case Pattern::ReduceAll:
      shape = Shape{};
      if (facts.result == Result::Bool) {
        dtype = dtype == DType::UInt8 ? DType::UInt8 : DType::Bool;
        break;
      }
      if (!spec::is_differentiable(dtype)) dtype = DType::Int64;
      if (record.immediates[0] >= 0) dtype = static_cast<DType>(record.immediates[0]);
      if (facts.needs_floating && !spec::is_differentiable(dtype)) return Foreseen::Error;
      break;
    case Pattern::ReduceOne:
    case Pattern::ReduceOptional: {
      const bool one = facts.pattern == Pattern::ReduceOne;
      const bool whole = !one && record.immediates[0] == 0;
      const int dim = wrap_dim(record.immediates[one ? 0 : 1], a.shape.rank);
      if (!whole && dim < 0) return Foreseen::Error;
      const bool keeps = record.immediates[one ? 1 : 2] != 0;
      for (int d = a.shape.rank - 1; d >= 0; --d) {
        if (!whole && d != dim) continue;
        if (keeps)
          shape.set(d, 1);
        else
          shape.erase(d);
      }
      if (!one)
        dtype = DType::Int64;
      else if (facts.result == Result::Bool)
        dtype = dtype == DType::UInt8 ? DType::UInt8 : DType::Bool;
      else if (facts.second_result && !whole && a.shape.rank > 0 && a.shape.size(dim) == 0)
        return Foreseen::Error;
      else if (facts.second_result)
        break;
      else if (record.immediates[2] >= 0)
        dtype = static_cast<DType>(record.immediates[2]);
      else if (!spec::is_differentiable(dtype))
        dtype = DType::Int64;
      break;
    }
    case Pattern::Sort:
      if (wrap_dim(record.immediates[0], a.shape.rank) < 0) return Foreseen::Error;
      break;
    case Pattern::TopK:
    case Pattern::KthValue: {
      const int dim = wrap_dim(record.immediates[1], a.shape.rank);
      const int k = record.immediates[0];
      const bool one = facts.pattern == Pattern::KthValue;
      if (dim < 0 || k < (one ? 1 : 0) || k > (a.shape.rank == 0 ? 1 : a.shape.size(dim))) return Foreseen::Error;
      if (a.shape.rank == 0) break;
      if (one && record.immediates[2] == 0)
        shape.erase(dim);
      else
        shape.set(dim, one ? 1 : k);
      break;
    }
    case Pattern::Cumulate:
      if (wrap_dim(record.immediates[0], a.shape.rank) < 0) return Foreseen::Error;
      if (facts.in_place || facts.second_result) break;
      if (record.immediates[1] >= 0)
        dtype = static_cast<DType>(record.immediates[1]);
      else if (!spec::is_differentiable(dtype))
        dtype = DType::Int64;
      break;
    case Pattern::Spread:
    case Pattern::ReduceDims: {
      const int length = record.immediates[0];
      unsigned reduced = 0;
      for (int i = 0; i < length; ++i) {
        const int dim = wrap_dim(record.immediates[static_cast<std::size_t>(1 + i)], a.shape.rank);
        if (dim < 0 || (reduced >> dim & 1) != 0) return Foreseen::Error;
        reduced |= 1u << dim;
      }
      if (length <= 0) reduced = 31;
      const bool spread = facts.pattern == Pattern::Spread;
      const bool largest = !spread && facts.immediates < 7;  // amax
      for (int dim = a.shape.rank - 1; dim >= 0; --dim) {
        if ((reduced >> dim & 1) == 0) continue;
        if (largest && shape.size(dim) == 0) return Foreseen::Error;
        if (record.immediates[spread ? static_cast<std::size_t>(facts.immediates - 1) : 5] != 0)
          shape.set(dim, 1);
        else
          shape.erase(dim);
      }
      if (largest || spread) break;
      if (!spec::is_differentiable(dtype)) dtype = DType::Int64;
      if (record.immediates[6] >= 0) dtype = static_cast<DType>(record.immediates[6]);
      if (facts.needs_floating && !spec::is_differentiable(dtype)) return Foreseen::Error;
      break;
    }
    case Pattern::Softmax:
      if (wrap_dim(record.immediates[0], a.shape.rank) < 0) return Foreseen::Error;
      if (record.operation == spec::id_of<spec::operators::_softmax>() ||
          record.operation == spec::id_of<spec::operators::_log_softmax>()) {
        if (record.immediates[1] != 0) return Foreseen::Error;
      } else if (record.immediates[1] >= 0) {
        dtype = static_cast<DType>(record.immediates[1]);
      }
      break;
    case Pattern::Mm:
      if (a.shape.rank != 2 || b.shape.rank != 2 || a.shape.last(0) != b.shape.last(1) || a.dtype != b.dtype)
        return Foreseen::Error;
      shape.set_last(0, b.shape.last(0));
      break;
    case Pattern::Bmm:
      if (a.shape.rank != 3 || b.shape.rank != 3 || a.shape.size(0) != b.shape.size(0) ||
          a.shape.last(0) != b.shape.last(1) || a.dtype != b.dtype)
        return Foreseen::Error;
      shape.set_last(0, b.shape.last(0));
      break;
    case Pattern::Pad: {
      const int length = record.immediates[0];
      if (length % 2 != 0 || length / 2 > a.shape.rank) return Foreseen::Error;
      bool grows = false;
      bool vanishes = false;
      for (int i = 0; 2 * i < length; ++i) {
        const int before = record.immediates[static_cast<std::size_t>(1 + 2 * i)];
        const int after = record.immediates[static_cast<std::size_t>(2 + 2 * i)];
        const int size = a.shape.last(i) + before + after;
        if (a.shape.last(i) + std::min(before, 0) + std::min(after, 0) < 0) return Foreseen::Error;
        grows = grows || before > 0 || after > 0;
        vanishes = vanishes || size == 0;
        shape.set_last(i, size);
      }
      if (grows && vanishes) return Foreseen::Error;
      break;
    }
    case Pattern::Border: {
      if (a.shape.rank != facts.spatial + 1 && a.shape.rank != facts.spatial + 2) return Foreseen::Error;
      if (record.immediates[0] != 2 * facts.spatial || a.shape.numel() == 0) return Foreseen::Error;
      const bool reflects = record.operation != spec::id_of<spec::operators::replication_pad2d>() &&
                            record.operation != spec::id_of<spec::operators::replication_pad3d>();
      bool any = false;
      for (int i = 0; i < facts.spatial; ++i) {
        const int before = record.immediates[static_cast<std::size_t>(1 + 2 * i)];
        const int after = record.immediates[static_cast<std::size_t>(2 + 2 * i)];
        const int old = a.shape.last(i);
        if ((reflects && (before >= old || after >= old)) || old + before + after < 0) return Foreseen::Error;
        shape.set_last(i, old + before + after);
        any = any || old + before + after > 0;
      }
      if (!any) return Foreseen::Error;
      break;
    }
    case Pattern::AdaptivePool:
      if (a.shape.rank != facts.spatial + 1 && a.shape.rank != facts.spatial + 2) return Foreseen::Error;
      if (record.immediates[0] != facts.spatial) return Foreseen::Error;
      for (int i = 0; i < facts.spatial; ++i) {
        const int places = record.immediates[static_cast<std::size_t>(facts.spatial - i)];
        if (a.shape.last(i) == 0 || places < 0) return Foreseen::Error;
        shape.set_last(i, places);
      }
      break;
    case Pattern::GridSampler:
      if (!is_grid_of(a, b) || a.shape.numel() == 0) return Foreseen::Error;
      if (a.dtype != DType::Float32 && a.dtype != DType::Float64) return Foreseen::Error;
      shape.set_last(1, b.shape.size(1));
      shape.set_last(0, b.shape.size(2));
      break;
    case Pattern::Nonzero:
      // As if nothing were zero.
      shape = Shape{};
      shape.rank = 2;
      shape.set(0, std::min(a.shape.numel(), 127));
      shape.set(1, a.shape.rank);
      dtype = DType::Int64;
      break;
    case Pattern::Upsample: {
      // The list of sizes, whether corners are aligned, the list of factors in quarters.
      const auto number = [&](int i) { return static_cast<int>(record.immediates[static_cast<std::size_t>(i)]); };
      const int factors = facts.immediates - 3;
      const bool sized = number(0) >= 0;
      if (a.shape.rank != 4 || a.shape.numel() == 0 || sized == (number(factors) >= 0)) return Foreseen::Error;
      if (number(sized ? 0 : factors) != 2) return Foreseen::Error;
      for (int i = 0; i < 2; ++i) {
        const int old = a.shape.last(1 - i);
        const int size = sized ? number(1 + i) : old * number(factors + 1 + i) / 4;
        if (size < 1) return Foreseen::Error;
        shape.set_last(1 - i, std::min(size, 127));
      }
      break;
    }
    case Pattern::Col2Im: {
      const auto number = [&](int list, int i) {
        return static_cast<int>(record.immediates[static_cast<std::size_t>(3 * list + 1 + i)]);
      };
      for (int list = 0; list < 5; ++list)
        if (record.immediates[static_cast<std::size_t>(3 * list)] != 2) return Foreseen::Error;
      if ((a.shape.rank != 2 && a.shape.rank != 3) || a.shape.numel() == 0) return Foreseen::Error;
      int places = 1;
      for (int i = 0; i < 2; ++i) {
        if (number(0, i) < 1 || number(1, i) < 1 || number(2, i) < 1 || number(3, i) < 0 || number(4, i) < 1)
          return Foreseen::Error;
        const int room = number(0, i) + 2 * number(3, i) - number(2, i) * (number(1, i) - 1) - 1;
        if (room < 0) return Foreseen::Error;
        places *= room / number(4, i) + 1;
      }
      const int kernel = number(1, 0) * number(1, 1);
      if (a.shape.last(0) != places || a.shape.last(1) % kernel != 0) return Foreseen::Error;
      shape.set_last(1, a.shape.last(1) / kernel);
      shape.set_last(0, number(0, 0));
      shape.insert(shape.rank, number(0, 1));
      break;
    }
    case Pattern::Convolution: {
      const int spatial = a.shape.rank - 2;
      if (spatial < 1 || b.shape.rank != a.shape.rank || a.dtype != b.dtype) return Foreseen::Error;
      if (a.shape.numel() == 0 || b.shape.numel() == 0) return Foreseen::Error;
      const auto number = [&](int first, int i) {
        const std::size_t at = static_cast<std::size_t>(first);
        return static_cast<int>(
            record.immediates[at + (record.immediates[at] == 1 ? 1 : 1 + static_cast<std::size_t>(i))]);
      };
      for (const std::size_t list : {std::size_t{1}, std::size_t{4}, std::size_t{7}, std::size_t{11}})
        if (record.immediates[list] != 1 && record.immediates[list] != spatial) return Foreseen::Error;
      const bool transposed = record.immediates[10] != 0;
      const int groups = record.immediates[14];
      if (groups < 1 || b.shape.size(0) % groups != 0) return Foreseen::Error;
      const int inward = transposed ? b.shape.size(0) : b.shape.size(1) * groups;
      const int outward = transposed ? b.shape.size(1) * groups : b.shape.size(0);
      if (a.shape.size(1) != inward) return Foreseen::Error;
      if (record.immediates[0] != 0 && (c.dtype != a.dtype || c.shape.rank != 1 || c.shape.last(0) != outward))
        return Foreseen::Error;
      shape.set(1, outward);
      for (int i = 0; i < spatial; ++i) {
        const int stride = number(1, i);
        const int padding = number(4, i);
        const int dilation = number(7, i);
        const int more = number(11, i);
        if (stride < 1 || padding < 0 || dilation < 1 || more < 0) return Foreseen::Error;
        const int reach = dilation * (b.shape.size(2 + i) - 1) + 1;
        const int old = a.shape.size(2 + i);
        if (transposed && more >= stride && more >= dilation) return Foreseen::Error;
        const int room = old + 2 * padding - reach;
        const int size = transposed ? (old - 1) * stride - 2 * padding + reach + more
                         : room < 0 ? 0
                                    : room / stride + 1;
        if (size < 1) return Foreseen::Error;
        shape.set(2 + i, std::min(size, 127));
      }
      break;
    }
    case Pattern::AvgPool:
    case Pattern::MaxPool: {
      if (a.shape.rank != facts.spatial + 1 && a.shape.rank != facts.spatial + 2) return Foreseen::Error;
      if (a.shape.numel() == 0) return Foreseen::Error;
      // Four lists with room for a number for each dimension: of the kernel, the stride, the padding, the dilation.
      const int room = facts.spatial + 1;
      const auto number = [&](int list, int dimension) {
        const std::size_t at = static_cast<std::size_t>(list * room);
        const int length = record.immediates[at];
        return static_cast<int>(record.immediates[at + (length == 1 ? 1 : 1 + static_cast<std::size_t>(dimension))]);
      };
      const bool holes = facts.pattern == Pattern::MaxPool;
      const bool ceils = record.immediates[static_cast<std::size_t>((holes ? 4 : 3) * room)] != 0;
      for (int i = 0; i < facts.spatial; ++i) {
        const int kernel = number(0, i);
        const int stride = record.immediates[static_cast<std::size_t>(room)] == 0 ? kernel : number(1, i);
        const int padding = number(2, i);
        const int dilation = holes ? number(3, i) : 1;
        if (kernel < 1 || stride < 1 || dilation < 1 || padding < 0 || padding > kernel / 2) return Foreseen::Error;
        const int size = a.shape.last(facts.spatial - 1 - i);
        const int reached = size + 2 * padding - dilation * (kernel - 1) - 1 + (ceils ? stride - 1 : 0);
        if (reached < 0 || (facts.spatial == 3 && !holes && size < kernel)) return Foreseen::Error;
        int places = reached / stride + 1;
        if (ceils && (places - 1) * stride >= size + padding) --places;
        shape.set_last(facts.spatial - 1 - i, places);
      }
      break;
    }
    case Pattern::Embedding:
      if (a.shape.rank != 2 || !is_index(b.dtype) || record.immediates[2] != 0) return Foreseen::Error;
      shape = b.shape;
      shape.insert(shape.rank, a.shape.last(0));
      break;
    case Pattern::EmbeddingBag: {
      const SketchTensor& samples = at(record.operands[3]);
      const int mode = record.immediates[1];
      if (a.shape.rank != 2 || !is_index(b.dtype) || !is_index(c.dtype) || b.shape.rank != 1 || c.shape.rank != 1 ||
          record.immediates[2] != 0 || !b.contiguous || !c.contiguous || c.shape.numel() == 0)
        return Foreseen::Error;
      if (!absent(3) && (mode != 0 || samples.dtype != a.dtype || !(samples.shape == b.shape))) return Foreseen::Error;
      const bool in_one_go = mode == 0 && dtype == DType::Float32 && a.contiguous && record.immediates[5] < 0;
      uses = b.shape;
      if (in_one_go) uses.set(0, 0);
      statistics = c.shape;
      statistics.set(0, c.shape.size(0) - (record.immediates[4] != 0 ? 1 : 0));
      const int width = a.shape.last(0);
      shape = statistics;
      shape.insert(1, width);
      break;
    }
    case Pattern::LayerNorm:
    case Pattern::GroupNorm: {
      const bool layer = facts.pattern == Pattern::LayerNorm;
      Shape parameters;
      if (layer) {
        if (!read_shape(record, 0, parameters) || parameters.rank == 0 || parameters.rank > a.shape.rank)
          return Foreseen::Error;
        statistics = a.shape;
        for (int i = 0; i < parameters.rank; ++i) {
          if (parameters.last(i) != a.shape.last(i)) return Foreseen::Error;
          statistics.set_last(i, 1);
        }
      } else {
        const auto number = [&](int i) -> int { return record.immediates[static_cast<std::size_t>(i)]; };
        const int channels = number(3);
        if (number(5) <= 0 || channels % number(5) != 0) return Foreseen::Error;
        if (a.shape.numel() != number(2) * channels * number(4) || !a.contiguous) return Foreseen::Error;
        parameters.rank = 1;
        parameters.set(0, channels);
        statistics.rank = 2;
        statistics.set(0, number(2));
        statistics.set(1, number(5));
      }
      for (int i = 1; i < 3; ++i) {
        const SketchTensor& parameter = at(record.operands[static_cast<std::size_t>(i)]);
        if (!absent(i) && (!(parameter.shape == parameters) || parameter.dtype != a.dtype)) return Foreseen::Error;
      }
      break;
    }
    case Pattern::RealTransform:
    case Pattern::RealInverse: {
      const bool inverse = facts.pattern == Pattern::RealInverse;
      if (inverse ? !spec::is_complex(dtype) : dtype != DType::Float32 && dtype != DType::Float64)
        return Foreseen::Error;
      const int length = record.immediates[0];
      if (length == 0 || record.immediates[5] > 2 || shape.numel() == 0) return Foreseen::Error;
      unsigned seen = 0;
      for (int i = 0; i < length; ++i) {
        const int dim = record.immediates[static_cast<std::size_t>(1 + i)];
        if (dim < 0 || dim >= shape.rank || (seen >> dim & 1) != 0) return Foreseen::Error;
        seen |= 1u << dim;
      }
      const int last = record.immediates[static_cast<std::size_t>(length)];
      if (inverse) {
        if (shape.size(last) != record.immediates[6] / 2 + 1) return Foreseen::Error;
        shape.set(last, record.immediates[6]);
        dtype = spec::part_of(dtype);
      } else {
        if (record.immediates[6] != 0) shape.set(last, shape.size(last) / 2 + 1);
        dtype = dtype == DType::Float32 ? DType::Complex64 : DType::Complex128;
      }
      break;
    }
    case Pattern::CDist: {
      if (!are_measured(a, b) || record.immediates[2] < 0 || record.immediates[2] > 2) return Foreseen::Error;
      const int second = b.shape.last(1);
      const int first = a.shape.last(1);
      shape = broadcast(batches_of(a.shape), batches_of(b.shape));
      shape.set_last(1, first);
      shape.set_last(0, second);
      break;
    }
    case Pattern::PDist: {
      if (a.shape.rank != 2 || !a.contiguous) return Foreseen::Error;
      const int rows = a.shape.last(1);
      shape = Shape{};
      shape.rank = 1;
      shape.set(0, rows * (rows - 1) / 2);
      break;
    }
    case Pattern::Repeat: {
      const int length = record.immediates[0];
      const int lead = length - a.shape.rank;
      if (lead < 0) return Foreseen::Error;
      shape = Shape{};
      for (int i = 0; i < length; ++i) {
        const int count = record.immediates[static_cast<std::size_t>(1 + i)];
        const int size = i < lead ? count : count * a.shape.size(i - lead);
        if (size < 0) return Foreseen::Error;
        shape.insert(i, std::min(size, 127));
      }
      break;
    }
    case Pattern::SliceScatter:
    case Pattern::SelectScatter: {
      const bool select = facts.pattern == Pattern::SelectScatter;
      const int dim = wrap_dim(record.immediates[0], a.shape.rank);
      if (dim < 0 || a.shape.rank == 0) return Foreseen::Error;
      const int size = a.shape.size(dim);
      Shape part = a.shape;
      if (select) {
        if (record.immediates[1] < -size || record.immediates[1] >= size) return Foreseen::Error;
        part.erase(dim);
      } else {
        if (record.immediates[5] <= 0) return Foreseen::Error;
        const auto bound = [&](int i) {
          const int value = record.immediates[static_cast<std::size_t>(i)];
          return std::clamp(value < 0 ? value + size : value, 0, size);
        };
        const int begin = record.immediates[1] != 0 ? bound(2) : 0;
        const int end = std::max(begin, record.immediates[3] != 0 ? bound(4) : size);
        part.set(dim, (end - begin + record.immediates[5] - 1) / record.immediates[5]);
      }
      if (!(b.shape == part)) return Foreseen::Error;
      break;
    }
    case Pattern::Triangle:
      if (a.shape.rank < 2 && a.shape.numel() > 0) return Foreseen::Error;
      break;
    case Pattern::AddMm: {
      if (b.shape.rank != 2 || c.shape.rank != 2 || b.shape.last(0) != c.shape.last(1) || a.dtype != b.dtype ||
          b.dtype != c.dtype)
        return Foreseen::Error;
      const Shape self = shape;
      shape = b.shape;
      shape.set_last(0, c.shape.last(0));
      if (facts.in_place ? !(self == shape) : !expands_to(self, shape)) return Foreseen::Error;
      break;
    }
    case Pattern::AddMv:
    case Pattern::AddBmm:
    case Pattern::BaddBmm:
      if (!product_of(facts.pattern, b, c, shape) || a.dtype != b.dtype) return Foreseen::Error;
      if (facts.in_place ? !(a.shape == shape) : !expands_to(a.shape, shape)) return Foreseen::Error;
      break;
    case Pattern::Mv:
    case Pattern::Dot:
      if (a.shape.rank != (facts.pattern == Pattern::Mv ? 2 : 1) || b.shape.rank != 1) return Foreseen::Error;
      [[fallthrough]];
    case Pattern::MatMul: {
      const int ra = a.shape.rank;
      const int rb = b.shape.rank;
      if (ra == 0 || rb == 0 || ra > 2 || rb > 2 || a.dtype != b.dtype) return Foreseen::Error;
      if (a.shape.last(0) != b.shape.last(rb == 1 ? 0 : 1)) return Foreseen::Error;
      shape = Shape{};
      if (ra == 2) shape.insert(0, a.shape.last(1));
      if (rb == 2) shape.insert(shape.rank, b.shape.last(0));
      break;
    }
    case Pattern::Cat:
    case Pattern::Stack: {
      const int length = record.immediates[0];
      const bool stack = facts.pattern == Pattern::Stack;
      const int dim = wrap_dim(record.immediates[1], a.shape.rank + (stack ? 1 : 0));
      tensors = length;
      if (dim < 0 || (!stack && a.shape.rank == 0)) return Foreseen::Error;
      int along = 0;
      for (int i = 0; i < length; ++i) {
        const SketchTensor& element = at(record.operands[static_cast<std::size_t>(i)]);
        if (element.shape.rank != a.shape.rank) return Foreseen::Error;
        Shape same = element.shape;
        if (!stack) {
          along += same.size(dim);
          same.set(dim, a.shape.size(dim));
        }
        if (!(same == a.shape)) return Foreseen::Error;
        dtype = spec::promote(dtype, element.dtype);
      }
      if (stack)
        shape.insert(dim, length);
      else
        shape.set(dim, std::min(along, 127));
      break;
    }
    case Pattern::IndexSelect: {
      const int dim = wrap_dim(record.immediates[0], a.shape.rank);
      if (dim < 0 || a.shape.rank == 0 || !is_index(b.dtype) || b.shape.rank > 1) return Foreseen::Error;
      shape.set(dim, b.shape.rank == 0 ? 1 : b.shape.last(0));
      break;
    }
    case Pattern::Gather: {
      const int dim = wrap_dim(record.immediates[0], a.shape.rank);
      if (dim < 0 || b.dtype != DType::Int64 || b.shape.rank != a.shape.rank) return Foreseen::Error;
      for (int i = 0; i < a.shape.rank; ++i)
        if (i != dim && b.shape.size(i) > a.shape.size(i)) return Foreseen::Error;
      shape = b.shape;
      break;
    }
    case Pattern::ScatterReduce: {
      const std::string_view how = spec::kReductions[static_cast<std::size_t>(record.immediates[1])];
      const bool ordered = how == "amax" || how == "amin";
      if (how == "none" || (ordered && spec::is_complex(a.dtype)) || (how == "mean" && a.dtype == DType::Bool))
        return Foreseen::Error;
      if (how == "sum" && a.dtype == DType::Bool) return Foreseen::Dropped;
      [[fallthrough]];
    }
    case Pattern::IndexInto:
    case Pattern::ScatterInto:
      if (!takes_index(facts.pattern, a, record.immediates[0], b)) return Foreseen::Error;
      if (facts.tensors > 2 && !takes_source(facts.pattern, a, record.immediates[0], b, c)) return Foreseen::Error;
      break;
    case Pattern::Index:
    case Pattern::IndexPut: {
      std::array<const SketchTensor*, spec::kMaxTensorList> indices{};
      for (int i = 0; i < spec::kMaxTensorList; ++i)
        if (!absent(1 + i))
          indices[static_cast<std::size_t>(i)] = &at(record.operands[static_cast<std::size_t>(1 + i)]);
      Shape named;
      if (!indexed_shape(a.shape, indices, record.immediates[0], named)) return Foreseen::Error;
      if (facts.pattern == Pattern::Index) {
        shape = named;
        break;
      }
      const SketchTensor& values = at(record.operands[1 + spec::kMaxTensorList]);
      if (values.dtype != a.dtype || !expands_to(values.shape, named)) return Foreseen::Error;
      break;
    }
    case Pattern::MaskedFill:
      if (b.dtype != DType::Bool || !broadcastable(a.shape, b.shape)) return Foreseen::Error;
      if (facts.tensors > 2 && (c.shape.rank != 0 || !spec::can_cast(c.dtype, a.dtype))) return Foreseen::Error;
      shape = broadcast(a.shape, b.shape);
      break;
    case Pattern::MaskedScatter:
      if (b.dtype != DType::Bool || !broadcastable(a.shape, b.shape) || c.dtype != a.dtype) return Foreseen::Error;
      shape = broadcast(a.shape, b.shape);
      break;
    case Pattern::CopyLike:
      if (!expands_to(b.shape, a.shape)) return Foreseen::Error;
      if (b.dtype == a.dtype && b.shape == a.shape) {
        at(record.destination) = b;
        return Foreseen::Ok;
      }
      break;
    case Pattern::ToDtype:
    case Pattern::Contiguous: {
      const bool to = facts.pattern == Pattern::ToDtype;
      if (to) dtype = static_cast<DType>(record.immediates[0]);
      if (to ? dtype == a.dtype && record.immediates[2] == 0 : a.contiguous) {
        at(record.destination) = a;
        return Foreseen::Ok;
      }
      break;
    }
    case Pattern::ToCopy:
      if (record.immediates[0] >= 0) dtype = static_cast<DType>(record.immediates[0]);
      break;
    case Pattern::CopyInto:
      if (!expands_to(b.shape, a.shape)) return Foreseen::Error;
      break;
    default:
      break;
  }
  if (facts.result == Result::Floating && !spec::is_differentiable(dtype)) dtype = DType::Float32;
  if (facts.no_bool && (a.dtype == DType::Bool || (facts.pattern == Pattern::Binary && b.dtype == DType::Bool)))
    return Foreseen::Error;
  if (facts.needs_floating && !spec::is_differentiable(dtype)) return Foreseen::Error;
  if ((facts.no_half && dtype == DType::Float16) || (facts.no_complex && spec::is_complex(dtype)))
    return Foreseen::Error;
  if (facts.parts && spec::is_complex(dtype)) {
    if (facts.in_place) return Foreseen::Error;
    dtype = dtype == DType::Complex64 ? DType::Float32 : DType::Float64;
  }
  if (facts.no_floating && spec::is_differentiable(dtype)) return Foreseen::Error;
  if (facts.result == Result::Bool) dtype = DType::Bool;

  bool any_normal = false;
  bool any_requires_grad = false;
  std::uint64_t kept = 0;
  std::uint64_t history = 0;
  for (int i = facts.pattern == Pattern::CopyLike ? 1 : 0; i < tensors; ++i) {
    if (absent(i)) continue;
    const SketchTensor& input = at(record.operands[static_cast<std::size_t>(i)]);
    any_normal = any_normal || !input.inference;
    any_requires_grad = any_requires_grad || input.requires_grad;
    kept |= input.kept;
    history |= input.history;
    if (input.stale && mode_->grad && !mode_->no_autograd && !facts.constant) return Foreseen::Error;
  }
  const bool by_autograd = mode_->grad && !mode_->no_autograd;

  if (facts.out >= 0) {
    SketchTensor& out = at(record.operands[static_cast<std::size_t>(facts.out)]);
    any_normal = any_normal || !out.inference;
    if (by_autograd && any_normal && (any_requires_grad || out.requires_grad)) return Foreseen::Error;
    if (!may_write(out, any_normal, false) || !spec::can_cast(dtype, out.dtype)) return Foreseen::Error;
    const bool is_product = facts.pattern >= Pattern::Mm && facts.pattern <= Pattern::Bmm;
    const bool same_dtype = is_product || facts.pattern == Pattern::IndexSelect ||
                            (facts.pattern == Pattern::Unary && facts.result == Result::Promoted);
    if (same_dtype && dtype != out.dtype) return Foreseen::Error;
    if (!fits(shape, out.dtype)) return Foreseen::Dropped;
    for (int i = 0; i < tensors; ++i) {
      if (absent(i)) continue;
      const SketchTensor& input = at(record.operands[static_cast<std::size_t>(i)]);
      const bool itself = input.id == out.id && facts.pattern <= Pattern::Binary && out.shape == shape;
      if (input.storage == out.storage && !itself) return Foreseen::Error;
    }
    written(out, false, 0, 0);
    if (!(out.shape == shape)) {
      SketchTensor changed = out;
      changed.shape = shape;
      changed.contiguous = true;
      Storage& storage = storages_[out.storage];
      storage.bytes = std::max(storage.bytes, static_cast<std::uint16_t>(shape.numel() * spec::item_size(out.dtype)));
      every_handle(changed);
    }
    return Foreseen::Ok;
  }

  if (facts.in_place) {
    SketchTensor& self = at(record.operands[0]);
    if (!(shape == self.shape) || !spec::can_cast(dtype, self.dtype)) return Foreseen::Error;
    if (!may_write(self, any_normal, any_requires_grad)) return Foreseen::Error;
    for (int i = 1; i < tensors; ++i) {
      if (absent(i)) continue;
      const SketchTensor& input = at(record.operands[static_cast<std::size_t>(i)]);
      if (input.storage == self.storage &&
          (input.id != self.id || facts.pattern == Pattern::MaskedScatter || facts.pattern == Pattern::IndexPut))
        return Foreseen::Error;
    }
    const bool records = by_autograd && any_requires_grad && spec::is_differentiable(self.dtype);
    const SketchTensor& other = at(record.operands[absent(1) ? 2 : 1]);
    if (!records) {
      written(self, false, 0, 0);
      return Foreseen::Ok;
    }
    const bool saves_other = facts.keeps == Keeps::Crosswise && tensors > 1 && self.requires_grad;
    const bool saves_second = facts.keeps == Keeps::Divisor || facts.keeps == Keeps::Last ||
                              facts.keeps == Keeps::Both || facts.keeps == Keeps::Second;
    const bool saves_self = facts.keeps == Keeps::Self || facts.keeps == Keeps::Output;
    const bool saves_all = facts.keeps == Keeps::All;
    if ((saves_other || saves_second || saves_all) && tensors > 1 && other.inference) return Foreseen::Error;
    if (saves_all && c.inference) return Foreseen::Error;
    const auto each_index = [&](const auto& visit) {
      for (int i = 1; facts.keeps == Keeps::Indices && i <= spec::kMaxTensorList; ++i)
        if (!absent(i)) visit(at(record.operands[static_cast<std::size_t>(i)]));
    };
    bool fine = true;
    each_index([&](const SketchTensor& index) { fine = fine && !index.inference; });
    if (!fine) return Foreseen::Error;
    recorded_ = true;
    written(self, true, kept | command_bit_, history);
    if ((saves_other || saves_second) && tensors > 1) keep(other);
    if (saves_self && facts.keeps == Keeps::Output) keep(self);
    if (saves_all) {
      keep(self);
      keep(other);
      keep(c);
    }
    each_index([&](const SketchTensor& index) { keep(index); });
    return Foreseen::Ok;
  }

  if (!fits(shape, dtype)) return Foreseen::Dropped;
  const bool records = by_autograd && any_requires_grad && spec::is_differentiable(dtype) && !facts.constant;
  SketchTensor out = fresh(shape, dtype);
  if (facts.pattern == Pattern::Strided) lay_out(record, out);
  SketchTensor second;
  SketchTensor third;
  SketchTensor fourth;
  if (facts.second_result) {
    const bool normalized = facts.keeps == Keeps::Normalized;
    const bool bags = facts.keeps == Keeps::Bags;
    const DType of_second = facts.second_flows || normalized                        ? a.dtype
                            : bags && b.dtype == DType::Int32 && c.dtype == b.dtype ? DType::Int32
                                                                                    : DType::Int64;
    const Shape& second_shape = normalized ? statistics : bags ? uses : shape;
    if (!fits(second_shape, of_second)) return Foreseen::Dropped;
    second = fresh(second_shape, of_second);
    if (normalized) third = fresh(second_shape, of_second);
    if (bags) {
      third = fresh(statistics, of_second);
      fourth = fresh(record.immediates[1] == 2 ? shape : statistics, of_second);
    }
  }
  if (records) {
    const SketchTensor& last = at(record.operands[static_cast<std::size_t>(std::max(0, tensors - 1))]);
    bool fine = true;
    const auto save = [&](const SketchTensor& tensor) {
      fine = fine && !tensor.inference;
      if (fine) keep(tensor);
    };
    switch (facts.keeps) {
      case Keeps::Self:
        save(a);
        break;
      case Keeps::Output:
        save(out);
        break;
      case Keeps::SelfAndOutput:
        save(a);
        save(out);
        break;
      case Keeps::Crosswise:
        if (tensors < 2) break;
        if (b.requires_grad) save(a);
        if (a.requires_grad) save(b);
        break;
      case Keeps::Divisor:
        save(b);
        if (b.requires_grad) save(a);
        break;
      case Keeps::Both:
        if (!adds_product(facts.pattern)) save(a);
        if (!absent(1)) save(b);
        if (adds_product(facts.pattern) || (facts.pattern == Pattern::ClampBetween && !absent(2))) save(c);
        break;
      case Keeps::BothAndOutput:
        save(a);
        save(b);
        save(out);
        break;
      case Keeps::Second:
        save(b);
        break;
      case Keeps::Last:
        save(last);
        break;
      case Keeps::Places:
        save(second);
        break;
      case Keeps::Indices:
        for (int i = 1; i <= spec::kMaxTensorList; ++i)
          if (!absent(i)) save(at(record.operands[static_cast<std::size_t>(i)]));
        break;
      case Keeps::All:
        save(a);
        save(b);
        save(c);
        save(out);
        break;
      case Keeps::Bags:
        save(b);
        save(c);
        if (!absent(3)) save(at(record.operands[3]));
        save(second);
        save(third);
        save(fourth);
        break;
      case Keeps::Normalized:
        save(a);
        if (!absent(1)) save(b);
        if (!absent(2) && facts.pattern == Pattern::LayerNorm) save(c);
        save(second);
        save(third);
        break;
      case Keeps::Nothing:
        break;
    }
    if (!fine) return Foreseen::Error;
    recorded_ = true;
    out.requires_grad = true;
    out.leaf = false;
    out.kept = kept_something_ ? kept | command_bit_ : kept;
    out.history = history | bit_of(out);
    if (facts.second_flows) {
      second.requires_grad = true;
      second.leaf = false;
      second.kept = out.kept;
      second.history = history | bit_of(second);
      if (facts.pattern == Pattern::GroupNorm) {
        third.requires_grad = true;
        third.leaf = false;
        third.kept = out.kept;
        third.history = history | bit_of(third);
      }
    }
  }
  at(record.destination) = out;
  if (facts.second_result) at((record.destination + 1) % spec::kRegisters) = second;
  if (facts.keeps == Keeps::Normalized || facts.keeps == Keeps::Bags)
    at((record.destination + 2) % spec::kRegisters) = third;
  if (facts.keeps == Keeps::Bags) at((record.destination + 3) % spec::kRegisters) = fourth;
  return Foreseen::Ok;
}

// Sizes of a view; false if the call is wrong. What the strides become is followed as far as contiguity.
static bool view_geometry(const Record& record, const OperationFacts& facts, SketchTensor& out, const Shape& other,
                          int storage_elements) {
  const auto immediate = [&](int i) -> int { return record.immediates[static_cast<std::size_t>(i)]; };
  Shape& shape = out.shape;
  const int rank = shape.rank;
  switch (facts.pattern) {
    case Pattern::SameView:
    case Pattern::Detach:
      return true;
    case Pattern::ViewAs:
      if (other.numel() != shape.numel() || !out.contiguous) return false;
      shape = other;
      return true;
    case Pattern::Resize: {
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
    case Pattern::Transpose: {
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
    case Pattern::Permute: {
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
    case Pattern::Matrix:
      if (rank > 2) return false;
      if (rank == 2) {
        const int size = shape.size(0);
        shape.set(0, shape.size(1));
        shape.set(1, size);
        if (size > 1 && shape.size(0) > 1) out.contiguous = false;
      }
      return true;
    case Pattern::Select: {
      const int dim = wrap_dim(immediate(0), rank);
      if (rank == 0 || dim < 0) return false;
      const int size = shape.size(dim);
      if (immediate(1) < -size || immediate(1) >= size) return false;
      if (dim != 0) out.contiguous = false;
      shape.erase(dim);
      return true;
    }
    case Pattern::Slice: {
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
    case Pattern::Narrow: {
      const int dim = wrap_dim(immediate(0), rank);
      if (rank == 0 || dim < 0) return false;
      const int size = shape.size(dim);
      const int begin = immediate(1) < 0 ? immediate(1) + size : immediate(1);
      if (begin < 0 || begin > size || begin + immediate(2) > size) return false;
      if (immediate(2) != size && dim != 0) out.contiguous = false;
      shape.set(dim, immediate(2));
      return true;
    }
    case Pattern::Expand: {
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
    case Pattern::Squeeze:
      for (int dim = rank - 1; dim >= 0; --dim)
        if (shape.size(dim) == 1) shape.erase(dim);
      return true;
    case Pattern::SqueezeDim: {
      const int dim = wrap_dim(immediate(0), rank);
      if (dim < 0) return false;
      if (rank > 0 && shape.size(dim) == 1) shape.erase(dim);
      return true;
    }
    case Pattern::Unsqueeze: {
      const int dim = wrap_dim(immediate(0), rank + 1);
      if (dim < 0) return false;
      shape.insert(dim, 1);
      return true;
    }
    case Pattern::Diagonal: {
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
    case Pattern::AsStrided: {
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
  const bool list = facts.pattern == Pattern::Split || facts.pattern == Pattern::SplitWithSizes ||
                    facts.pattern == Pattern::Chunk || facts.pattern == Pattern::Unbind;
  bool copies = false;
  if (list) {
    const bool unbind = facts.pattern == Pattern::Unbind;
    const bool with_sizes = facts.pattern == Pattern::SplitWithSizes;
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
      if (facts.pattern == Pattern::Chunk) {
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
  } else if (facts.pattern == Pattern::ViewDtype) {
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
  const bool alias = facts.pattern == Pattern::Detach || facts.pattern == Pattern::ViewDtype;
  if (alias || source.inference || mode_->no_inplaceview) {
    out.family = out.id;
    out.view = out.fixed = out.of_leaf = out.stale = out.requires_grad = false;
    out.leaf = true;
    out.kept = out.history = 0;
  } else {
    const bool records = mode_->grad && !mode_->no_autograd;
    recorded_ = records && source.requires_grad;
    out.fixed = source.fixed || !records || list;
    out.of_leaf = source.view ? source.of_leaf : source.requires_grad && source.leaf;
    out.view = true;
    out.leaf = !recorded_;
    out.history = source.history | bit_of(out);
  }
  at(record.destination) = out;
  if (results > 1) {
    if (second_size > 0 || facts.pattern == Pattern::SplitWithSizes) out.shape.set(list_dim, second_size);
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
  if (facts.pattern == Pattern::ResizeStorage) {
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
  if (facts.pattern == Pattern::SetSource) {
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
  if (facts.pattern == Pattern::Detach) {
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

Foreseen Sketch::apply_guard(const Record& record, Extra extra) {
  SketchThread& thread = threads_[record.thread];
  SketchMode mode = thread.mode;
  const bool enabled = record.immediates[0] != 0;
  switch (extra) {
    case Extra::EnterInferenceMode:
      mode.inference = enabled;
      mode.grad = !enabled;
      mode.no_autograd = enabled;
      break;
    case Extra::EnterNoGrad:
      mode.grad = false;
      break;
    case Extra::EnterAutoGradMode:
      mode.grad = enabled;
      break;
    case Extra::EnterBelowAutograd:
      mode.no_autograd = true;
      break;
    case Extra::EnterBelowADInplaceOrView:
    case Extra::EnterNonVariableTypeMode:
      mode.no_autograd = true;
      mode.no_inplaceview = true;
      break;
    default:
      if (!has_captured_) return Foreseen::Dropped;
      mode = captured_;
      break;
  }
  thread.outer[static_cast<std::size_t>(thread.depth)] = thread.mode;
  ++thread.depth;
  thread.mode = mode;
  return Foreseen::Ok;
}

Foreseen Sketch::apply_backward(const Record& record, Extra extra) {
  const SketchTensor root = at(record.operands[0]);
  const SketchTensor other = at(record.operands[1]);
  if (!backward_works(root)) return Foreseen::Error;
  const int seeding = record.immediates[0];
  if (seeding == 0 && root.shape.numel() != 1) return Foreseen::Error;
  const bool grad = extra == Extra::Grad;
  if (seeding == 2) {
    if (grad || !(other.shape == root.shape) || other.dtype != root.dtype) return Foreseen::Error;
  }
  if (grad) {
    if (!other.requires_grad || other.stale) return Foreseen::Error;
    const bool used = (root.history & bit_of(other)) != 0;
    if (!used && record.immediates[2] == 0) return Foreseen::Error;
    if (used) {
      SketchTensor out = fresh(other.shape, other.dtype);
      at(record.destination) = out;
    }
  } else {
    for (SketchTensor& tensor : registers_)
      if (tensor.leaf && tensor.requires_grad && (root.history & bit_of(tensor)) != 0) tensor.has_grad = true;
  }
  if (record.immediates[1] == 0) unusable_ |= root.kept;
  return Foreseen::Ok;
}

Foreseen Sketch::apply_extra(const Record& record) {
  const auto extra = static_cast<Extra>(record.operation);
  SketchTensor& self = at(record.operands[0]);
  switch (extra) {
    case Extra::Leaf: {
      Shape shape;
      if (!read_shape(record, 0, shape)) return Foreseen::Error;
      const DType dtype = static_cast<DType>(record.immediates[5]);
      if (!fits(shape, dtype)) return Foreseen::Dropped;
      if (record.immediates[6] != 0 && !spec::is_differentiable(dtype)) return Foreseen::Error;
      SketchTensor out = fresh(shape, dtype);
      out.requires_grad = record.immediates[6] != 0;
      if (out.requires_grad) out.history = bit_of(out);
      at(record.destination) = out;
      return Foreseen::Ok;
    }
    case Extra::Assign:
      at(record.destination) = self;
      return Foreseen::Ok;
    case Extra::RequiresGrad_: {
      const bool wanted = record.immediates[0] != 0;
      if (wanted && (!spec::is_differentiable(self.dtype) || (self.inference && !mode_->inference)))
        return Foreseen::Error;
      if (!wanted && !self.leaf) return Foreseen::Error;
      SketchTensor changed = self;
      changed.requires_grad = wanted;
      changed.history = wanted ? changed.history | bit_of(changed) : 0;
      every_handle(changed);
      return Foreseen::Ok;
    }
    case Extra::SetData: {
      const SketchTensor& source = at(record.operands[1]);
      if (source.inference != self.inference || source.dtype != self.dtype) return Foreseen::Error;
      SketchTensor changed = self;
      changed.shape = source.shape;
      changed.storage = source.storage;
      changed.contiguous = source.contiguous;
      changed.overlapping = source.overlapping;
      every_handle(changed);
      return Foreseen::Ok;
    }
    case Extra::Data: {
      SketchTensor out = self;
      out.id = next_++;
      out.family = out.id;
      out.view = out.fixed = out.of_leaf = out.stale = out.requires_grad = out.has_grad = false;
      out.leaf = true;
      out.kept = out.history = 0;
      at(record.destination) = out;
      return Foreseen::Ok;
    }
    case Extra::RetainGrad:
      return self.requires_grad && !self.stale ? Foreseen::Ok : Foreseen::Error;
    case Extra::GradOf:
      if (self.has_grad) at(record.destination) = fresh(self.shape, self.dtype);
      return Foreseen::Ok;
    case Extra::ClearGrad: {
      SketchTensor changed = self;
      changed.has_grad = false;
      every_handle(changed);
      return Foreseen::Ok;
    }
    case Extra::Version:
      return self.inference ? Foreseen::Error : Foreseen::Ok;
    case Extra::GradFn:
      return self.stale ? Foreseen::Error : Foreseen::Ok;
    case Extra::Backward:
    case Extra::Grad:
      return apply_backward(record, extra);
    case Extra::CaptureState:
      captured_ = *mode_;
      has_captured_ = true;
      return Foreseen::Ok;
    case Extra::Leave:
    case Extra::LeaveByException: {
      SketchThread& thread = threads_[record.thread];
      if (thread.depth == 0) return Foreseen::Dropped;
      const int count = extra == Extra::Leave ? 1 : std::min<int>(record.immediates[0], thread.depth);
      thread.depth -= count;
      thread.mode = thread.outer[static_cast<std::size_t>(thread.depth)];
      return Foreseen::Ok;
    }
    default:
      return apply_guard(record, extra);
  }
}

}  // namespace modecheck::properties
