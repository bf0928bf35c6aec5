#include "spec/rules/advanced_indexing.h"

#include <array>

namespace modecheck::spec {
namespace {

// One dimension of `self` in a call of index or index_put: it is indexed by a tensor, or taken as a whole.
struct Entry {
  const Geometry* index = nullptr;
  Sizes shape;  // the index tensor's sizes; a mask counts as a list of indices
  std::array<std::int32_t, kMaxRank> strides{};
  bool is_mask = false;
};

// Says which dimensions of `self` a list of index tensors indexes, and why the call is rejected or unspecified.
struct Access {
  Reasons reasons;
  Unspecified unspecified = Unspecified::None;

  bool is_unspecified() const { return unspecified != Unspecified::None; }
  void leave_unspecified(Unspecified reason, bool holds = true) {
    if (holds && !is_unspecified()) unspecified = reason;
  }

  Unspecified beyond_limits = Unspecified::None;
  std::array<Entry, kMaxRank> entries;
  int count = 0;  // the number of entries; dimensions of `self` after them are taken as a whole
  Sizes places;
  int given = 0;  // how many index tensors the list has that are not absent
  bool only_masks = true;

  bool is_indexed(int dim) const { return dim < count && entries[at(dim)].index != nullptr; }
};

void add_mask(Access& access, const Geometry& self, const Geometry& mask, const ValueOracle* oracle) {
  bool fits = access.count + mask.rank <= self.rank;
  for (int d = 0; fits && d < mask.rank; ++d) fits = mask.sizes[at(d)] == self.sizes[at(access.count + d)];
  access.reasons.add_if(!fits, ErrorClass::Range);
  access.leave_unspecified(Unspecified::IndexingWithoutDimensions, mask.rank == 0);
  access.leave_unspecified(Unspecified::ValuesNotKnown, oracle == nullptr);
  if (!fits || access.is_unspecified()) return;
  Entry entry;
  entry.index = &mask;
  entry.is_mask = true;
  entry.shape.push(oracle->count_true(mask));
  entry.strides[0] = mask.rank;
  for (int d = 0; d < mask.rank; ++d) access.entries[at(access.count++)] = entry;
}

void add_places(Access& access, const Geometry& self, const Geometry& index) {
  access.only_masks = false;
  access.reasons.add_if(access.count >= self.rank, ErrorClass::Range);
  if (!access.reasons.none()) return;
  Entry& entry = access.entries[at(access.count++)];
  entry.index = &index;
  entry.shape = sizes_of(index);
  entry.strides = index.strides;
}

Access access_of(const Record& record, const CallTensors& tensors, const ValueOracle* oracle) {
  const Arguments arguments(record);
  const Geometry& self = tensors.inputs[0];
  Access access;
  const int length = arguments.list_length(1);
  access.reasons.add_if(length > self.rank, ErrorClass::Range);
  int next = 1;
  for (int k = 0; k < length; ++k) {
    if (!arguments.list_present(1, k)) continue;
    const DType dtype = tensors.inputs[next++].dtype;
    ++access.given;
    if (dtype == DType::UInt8) access.leave_unspecified(Unspecified::BytesAsMasks);
    if (dtype != DType::Bool) access.only_masks = false;
    access.reasons.add_if(dtype != DType::Int64 && dtype != DType::Bool && dtype != DType::UInt8, ErrorClass::Range);
  }
  if (!access.reasons.none() || access.is_unspecified()) return access;
  next = 1;
  for (int k = 0; k < length && access.reasons.none() && !access.is_unspecified(); ++k) {
    if (!arguments.list_present(1, k)) {
      if (access.count >= self.rank) access.leave_unspecified(Unspecified::AbsentIndexBeyondDimensions);
      ++access.count;
      continue;
    }
    const Geometry& index = tensors.inputs[next++];
    if (index.dtype == DType::Bool)
      add_mask(access, self, index, oracle);
    else
      add_places(access, self, index);
  }
  if (!access.reasons.none() || access.is_unspecified()) return access;
  for (int d = 0; d < access.count; ++d)
    if (access.is_indexed(d))
      access.reasons.add_if(!broadcast(access.places, access.entries[at(d)].shape), ErrorClass::Range);
  if (!access.reasons.none()) return access;
  for (int d = 0; d < access.count; ++d)
    access.reasons.add_if(access.is_indexed(d) && self.sizes[at(d)] == 0 && access.places.numel() != 0,
                          ErrorClass::Range);
  return access;
}

// The dimensions of the selected elements with their strides in `self`. First come the whole dimensions before the
// index dimensions, then the index dimensions (stride 0), then the other whole dimensions.
struct Shape {
  Sizes sizes;
  std::array<std::int32_t, kMaxRank> strides{};
  int before = 0;  // the number of dimensions before the index dimensions
};

Shape shape_of(Access& access, const Geometry& self) {
  Shape out;
  int blocks = 0;
  for (int d = 0; d < self.rank; ++d) blocks += access.is_indexed(d) && (d == 0 || !access.is_indexed(d - 1)) ? 1 : 0;
  int whole = 0;
  for (int d = 0; d < self.rank; ++d) whole += access.is_indexed(d) ? 0 : 1;
  if (whole + access.places.rank > kMaxRank) {
    access.beyond_limits = Unspecified::TooManyDimensions;
    return out;
  }
  const auto add = [&](std::int64_t size, std::int32_t stride) {
    out.strides[at(out.sizes.rank)] = stride;
    out.sizes.push(size);
  };
  const auto add_places = [&] {
    out.before = out.sizes.rank;
    for (int i = 0; i < access.places.rank; ++i) add(access.places[i], 0);
  };
  bool placed = access.given == 0;
  if (blocks > 1) {
    add_places();
    placed = true;
  }
  for (int d = 0; d < self.rank; ++d) {
    if (!access.is_indexed(d)) {
      add(self.sizes[at(d)], self.strides[at(d)]);
    } else if (!placed) {
      add_places();
      placed = true;
    }
  }
  return out;
}

// Checks that the indices are in range, if there is an element to read or write.
void check_places(Access& access, const Geometry& self, const Sizes& sizes, const ValueOracle* oracle) {
  if (sizes.numel() == 0 || oracle == nullptr) return;
  for (int d = 0; d < access.count; ++d) {
    if (!access.is_indexed(d) || access.entries[at(d)].is_mask) continue;
    const std::int64_t length = self.sizes[at(d)];
    access.reasons.add_if(!oracle->all_within(*access.entries[at(d)].index, -length, length), ErrorClass::Range);
  }
}

void give(OutputMeta& meta, const Access& access) {
  meta.reasons.add(access.reasons);
  meta.leave_unspecified(access.unspecified);
  if (!meta.is_beyond_limits()) meta.beyond_limits = access.beyond_limits;
}

// Computes the strides of the result of index. libtorch's TensorIterator sees `self` with stride zero along the index
// dimensions. It sees the index tensors with nonzero strides along those dimensions only.
void give_strides(OutputMeta& meta, const Access& access, const Shape& shape, const Geometry& self) {
  std::array<Geometry, 1 + kMaxRank> seen;
  IteratorInputs inputs;
  const auto see = [&](DType dtype) -> Geometry& {
    Geometry& out = seen[at(inputs.count)];
    out.dtype = dtype;
    set_contiguous(out, shape.sizes);
    out.strides.fill(0);
    inputs.add(&out);
    return out;
  };
  see(self.dtype).strides = shape.strides;
  for (int d = 0; d < access.count; ++d) {
    if (!access.is_indexed(d)) continue;
    const Entry& entry = access.entries[at(d)];
    Geometry own;
    own.dtype = DType::Int64;
    set_contiguous(own, entry.shape);
    own.strides = entry.strides;
    // libtorch 1.13.1 makes a view of the index tensor in the result's rank. So a dimension of one element has the
    // stride that the view gives.
    Sizes seen_as = shape.sizes;
    for (int i = 0; i < seen_as.rank; ++i)
      if (i < shape.before || i >= shape.before + access.places.rank) seen_as[i] = 1;
    Geometry& index = see(DType::Int64);
    set_contiguous(index, seen_as);
    strides_for_view(expand_of(own, access.places).geometry, seen_as, index);
    index.dtype = DType::Int64;
  }
  iterator_output(inputs, shape.sizes, meta.result);
}

}  // namespace

OutputMeta infer_nonzero(const CallTensors& tensors, const ValueOracle* oracle) {
  OutputMeta meta;
  const Geometry& self = tensors.inputs[0];
  meta.result.dtype = DType::Int64;
  if (oracle == nullptr) {
    meta.leave_unspecified(Unspecified::ValuesNotKnown);
    return meta;
  }
  Sizes sizes;
  sizes.push(oracle->count_true(self));
  sizes.push(self.rank);
  set_contiguous(meta.result, sizes);
  meta.result.strides[0] = 1;
  meta.result.strides[1] = static_cast<std::int32_t>(sizes[0]);
  return meta;
}

OutputMeta infer_index(const Record& record, const CallTensors& tensors, const ValueOracle* oracle) {
  OutputMeta meta;
  const Geometry& self = tensors.inputs[0];
  meta.result.dtype = self.dtype;
  Access access = access_of(record, tensors, oracle);
  Shape shape;
  if (access.reasons.none() && !access.is_unspecified()) {
    shape = shape_of(access, self);
    if (access.beyond_limits == Unspecified::None) check_places(access, self, shape.sizes, oracle);
  }
  give(meta, access);
  if (!meta.reasons.none() || meta.is_unspecified() || meta.is_beyond_limits()) return meta;
  give_strides(meta, access, shape, self);
  return meta;
}

OutputMeta infer_index_put(const Record& record, const CallTensors& tensors, const ValueOracle* oracle) {
  OutputMeta meta;
  const Geometry& self = tensors.inputs[0];
  const Geometry& values = tensors.inputs[tensors.inputs.count - 1];
  meta.result.dtype = self.dtype;
  CallTensors read = tensors;
  --read.inputs.count;
  Access access = access_of(record, read, oracle);
  // index_put with one mask as its only index and a single value: libtorch 1.13.1 fills as masked_fill_ does. The value
  // may then have another dtype.
  const bool fills = access.given == 1 && access.only_masks && values.numel() == 1 && !Arguments(record).boolean(3);
  meta.reasons.add_if(!fills && values.dtype != self.dtype, ErrorClass::Dtype);
  if (fills && !always_fits(values.dtype, self.dtype)) meta.leave_unspecified(Unspecified::ValueBeyondDtype);
  if (tensors.target != nullptr) {
    if (may_overlap_itself(self))
      // If the target overlaps itself, libtorch warns and still writes.
      meta.leave_unspecified(Unspecified::OverlapWarning);
    for (int i = 1; i < tensors.inputs.count; ++i) {
      const bool itself = tensors.inputs.tensors[at(i)] == &self;
      const Overlap overlap = itself ? Overlap::Full : overlap_of(self, tensors.inputs[i]);
      meta.reasons.add_if(overlap == Overlap::Partial || overlap == Overlap::Full, ErrorClass::Overlap);
      if (fills && (itself || may_overlap(self, tensors.inputs[i])))
        meta.leave_unspecified(Unspecified::OutputOverlapsInput);
      if (overlap == Overlap::TooHard && may_overlap(self, tensors.inputs[i]))
        meta.leave_unspecified(Unspecified::OverlapTooHard);
    }
  }
  if (access.reasons.none() && !access.is_unspecified()) {
    const Shape shape = shape_of(access, self);
    if (access.beyond_limits == Unspecified::None) {
      Sizes wide = shape.sizes;
      const bool fits = values.rank <= wide.rank && broadcast(wide, sizes_of(values)) && wide == shape.sizes;
      meta.reasons.add_if(!fits, ErrorClass::Shape);
      if (fills && !fits) meta.leave_unspecified(Unspecified::FillingNumberWithDimensions);
      if (fits) check_places(access, self, shape.sizes, oracle);
    } else {
      // index_put: the part of `self` that is written has more dimensions than the model holds. So neither its shape
      // nor its indices are checked.
      meta.leave_unspecified(Unspecified::TooManyDimensions);
    }
  }
  give(meta, access);
  if (tensors.target == nullptr) set_preserved(meta.result, self);
  return meta;
}

}  // namespace modecheck::spec
