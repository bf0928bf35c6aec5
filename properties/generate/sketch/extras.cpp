// What is not an operator: leaves, guards, backward and the rest.
#include <algorithm>

#include "properties/generate/sketch/shapes.h"
#include "properties/generate/sketch/sketch.h"
#include "spec/rules/promotion.h"

namespace modecheck::properties {
namespace {

using spec::DType;
using spec::Extra;
using spec::Record;

}  // namespace

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
  thread.gone[static_cast<std::size_t>(thread.depth)] = false;
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
  if (extra == Extra::GradTwice) {
    const SketchTensor second = at(record.operands[2]);
    if (!other.requires_grad || other.stale || !second.requires_grad || second.stale) return Foreseen::Error;
    if ((root.history & bit_of(other)) == 0) return Foreseen::Error;
    at(record.destination) = fresh(second.shape, second.dtype);
    return Foreseen::Ok;
  }
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

// Custom Functions and operators. A Function records by grad mode alone, whatever the guards of G5 exclude.
Foreseen Sketch::apply_custom(const Record& record, Extra extra) {
  const SketchTensor self = at(record.operands[0]);
  const bool by_operator = extra == Extra::CustomOperator;
  const bool records =
      self.requires_grad && mode_->grad && (by_operator ? !mode_->no_autograd && !self.inference : !mode_->inference);
  if (records && (self.stale || self.inference)) return Foreseen::Error;
  SketchTensor out = self;
  if (by_operator || extra == Extra::CustomSquare) {
    if (!fits(self.shape, self.dtype)) return Foreseen::Dropped;
    out = fresh(self.shape, self.dtype);
    if (records) keep(self);
    out.kept = records ? self.kept | command_bit_ : 0;
  } else {
    out.id = next_++;
    out.has_grad = false;
    out.stale = false;
    // An argument that is returned where nothing is recorded comes back detached.
    const bool tracked = !self.inference && !mode_->no_inplaceview && (records || extra == Extra::CustomView);
    out.view = out.fixed = tracked;
    if (!tracked) out.family = out.id;
    out.of_leaf = tracked && (self.view ? self.of_leaf : self.requires_grad && self.leaf);
    out.requires_grad = tracked && self.requires_grad;
    if (!tracked) out.kept = 0;
  }
  out.requires_grad = records || out.requires_grad;
  out.leaf = !records;
  out.history = out.requires_grad ? self.history | bit_of(out) : 0;
  recorded_ = records;
  at(record.destination) = out;
  return Foreseen::Ok;
}

// The same elements, and no part in history.
SketchTensor Sketch::detached(const SketchTensor& tensor) {
  SketchTensor out = tensor;
  out.id = next_++;
  out.family = out.id;
  out.view = out.fixed = out.of_leaf = out.stale = out.requires_grad = out.has_grad = false;
  out.leaf = true;
  out.kept = out.history = 0;
  return out;
}

// Those that double their argument in place.
Foreseen Sketch::apply_custom_write(const Record& record, Extra extra) {
  const SketchTensor self = at(record.operands[0]);
  const bool function = extra == Extra::CustomDirty;
  const int kernels = record.immediates[0];
  const bool checks = function || kernels == 1 || kernels == 2;
  if (self.dtype == DType::Bool || self.overlapping) return Foreseen::Error;
  if (self.inference && !mode_->inference && checks && !mode_->no_inplaceview) return Foreseen::Error;
  const bool records = self.requires_grad && mode_->grad &&
                       (function ? !mode_->inference : kernels == 2 && !mode_->no_autograd && !self.inference);
  if (records && (self.stale || self.inference || (self.view ? self.fixed || self.of_leaf : self.leaf)))
    return Foreseen::Error;
  written(self, records, records ? self.kept | command_bit_ : 0, self.history);
  recorded_ = records;
  if (!function) return Foreseen::Ok;
  // Where nothing is recorded it comes back detached.
  const SketchTensor out = at(record.operands[0]);
  at(record.destination) = records ? out : detached(out);
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
      at(record.destination) = detached(self);
      return Foreseen::Ok;
    }
    case Extra::Move: {
      // As if there were a device.
      some_on_host_ = true;
      on_host_ = record.immediates[0] != 0;
      SketchTensor out = self;
      if (self.on_host != on_host_) {
        const bool records = self.requires_grad && mode_->grad && !mode_->no_autograd;
        if (records && self.stale) return Foreseen::Error;
        out = fresh(self.shape, self.dtype);
        out.requires_grad = records;
        out.leaf = !records;
        out.kept = records ? self.kept : 0;
        out.history = records ? self.history | bit_of(out) : 0;
        recorded_ = records;
      }
      at(record.destination) = out;
      return Foreseen::Ok;
    }
    case Extra::SaveLoad: {
      SketchTensor out = fresh(self.shape, self.dtype);
      out.requires_grad = self.requires_grad;
      out.contiguous = self.contiguous;
      out.overlapping = self.overlapping;
      out.on_host = self.on_host;
      if (out.requires_grad) out.history = bit_of(out);
      at(record.destination) = out;
      return Foreseen::Ok;
    }
    case Extra::Hook:
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
    case Extra::GradTwice:
      return apply_backward(record, extra);
    case Extra::CustomSquare:
    case Extra::CustomIdentity:
    case Extra::CustomView:
    case Extra::CustomOperator:
      return apply_custom(record, extra);
    case Extra::CustomDirty:
    case Extra::CustomWrite:
      return apply_custom_write(record, extra);
    case Extra::CaptureState:
      captured_ = *mode_;
      has_captured_ = true;
      return Foreseen::Ok;
    case Extra::Leave:
    case Extra::LeaveByException: {
      SketchThread& thread = threads_[record.thread];
      if (thread.depth == 0) return Foreseen::Dropped;
      int count = extra == Extra::Leave ? 1 : std::min<int>(record.immediates[0], thread.depth);
      for (; count > 0; --count) {
        const auto innermost = static_cast<std::size_t>(--thread.depth);
        if (!thread.gone[innermost]) thread.mode = thread.outer[innermost];
      }
      return Foreseen::Ok;
    }
    case Extra::DestroyOuter: {
      // As if the guard had restored all there was: a guess for most.
      SketchThread& thread = threads_[record.thread];
      const auto around = static_cast<std::size_t>(thread.depth - 2);
      if (thread.depth < 2 || thread.gone[around]) return Foreseen::Dropped;
      thread.mode = thread.outer[around];
      thread.gone[around] = true;
      return Foreseen::Ok;
    }
    case Extra::OperatorCheck:
      return (record.immediates[0] == 1 || record.immediates[0] == 2) &&
                     (record.immediates[1] == 0 || record.immediates[2] == 0)
                 ? Foreseen::Error
                 : Foreseen::Ok;
    default:
      return apply_guard(record, extra);
  }
}

}  // namespace modecheck::properties
