#include "properties/generate/sketch/sketch.h"

#include <algorithm>

#include "spec/program/operation.h"
#include "spec/program/operator_id.h"
#include "spec/program/program.h"
#include "spec/program/slots.h"

namespace modecheck::properties {
namespace {

using spec::DType;
using spec::Record;

}  // namespace

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
  some_on_host_ = on_host_ = false;
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
  out.on_host = on_host_;
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

void Sketch::written_to_output(const SketchTensor& out, const Shape& shape) {
  written(out, false, 0, 0);
  if (out.shape == shape) return;
  SketchTensor changed = out;
  changed.shape = shape;
  changed.contiguous = true;
  Storage& storage = storages_[out.storage];
  storage.bytes = std::max(storage.bytes, static_cast<std::uint16_t>(shape.numel() * spec::item_size(out.dtype)));
  every_handle(changed);
}

Foreseen Sketch::apply_instead(const Record& record) {
  const OperationFacts& facts = facts_of(record.operation);
  if (facts.call_shape < CallShape::SameView) return apply_operator(record, facts);
  return facts.in_place ? apply_in_place_view(record, facts) : apply_view(record, facts);
}

// Where what the command makes will be; false: its tensors are in two places.
bool Sketch::choose_device(const Record& record) {
  bool host = false;
  bool device = false;
  for (int i = 0; i < spec::slots_of(record.operation).operand_count; ++i)
    (at(record.operands[static_cast<std::size_t>(i)]).on_host ? host : device) = true;
  on_host_ = host && !device;
  return !(host && device) || record.operation == spec::id_of<spec::operators::copy_>();
}

Foreseen Sketch::step(const Record& record) {
  mode_ = &threads_[record.thread].mode;
  recorded_ = false;
  kept_something_ = false;
  if (next_ > 240) return Foreseen::Error;  // never in a program of kMaxCommands
  Foreseen out = Foreseen::Error;
  on_host_ = false;
  if (some_on_host_ && !choose_device(record)) return Foreseen::Error;
  if (!spec::is_operator(record.operation)) {
    out = apply_extra(record);
  } else {
    const OperationFacts& facts = facts_of(record.operation);
    out = facts.like != 0 ? apply_made_of(record, facts) : apply_instead(record);
  }
  if (out == Foreseen::Ok) command_bit_ = command_bit_ << 1 | command_bit_ >> 63;
  return out;
}

}  // namespace modecheck::properties
