// What can be seen of the state: stored facts only, nothing is refreshed (W5).
#include "spec/model/state.h"

namespace modecheck::spec {

// The registers are looked at anew only after a command that may have changed them: a rejected one has not (E1).
void ModelState::observe(int thread, Observation& out) const {
  observed_anew_ = changed_;
  if (changed_) {
    observe_registers();
    changed_ = false;
  }
  out.mode = threads_[at(thread)].mode.observe();
  out.route = route_;
  out.registers = seen_;
}

void ModelState::observe_registers() const {
  Held held;
  for (int reg = 0; reg < kRegisters; ++reg) held[at(reg)] = &tensors_[tensor_in(reg)];
  for (int reg = 0; reg < kRegisters; ++reg) {
    observe_tensor(reg, held, seen_[at(reg)].tensor);
    if (held[at(reg)]->grad != 0) {
      observe_gradient(*held[at(reg)], held, seen_[at(reg)].grad);
    } else if (seen_[at(reg)].grad.defined != 0) {
      seen_[at(reg)].grad = {};
    }
  }
}

void ModelState::observe_tensor(int reg, const Held& held, TensorObservation& out) const {
  const TensorState& tensor = *held[at(reg)];
  const TensorId id = tensor_in(reg);
  out.dtype = tensor.geometry.dtype;
  out.device = storages_[tensor.geometry.storage].on_host ? DeviceKind::Cpu : options_.device;
  out.keys = tensor.inference ? kKeyBackend : kKeyBackend | kKeyADInplaceOrView | kKeyAutograd;  // K5
  out.is_inference = tensor.inference;
  out.requires_grad = requires_grad(id);
  out.is_leaf = tensor.grad_fn == 0;
  out.is_view = tensor.tracked;
  out.has_grad_fn = tensor.grad_fn != 0;
  out.creation_meta = tensor.creation_meta;
  out.retains_grad = tensor.retains_grad;
  // The lowest register with the same thing; at the latest it is this one.
  std::uint8_t other = 0;
  while (held[other] != &tensor) ++other;
  out.same_tensor = other;
  other = 0;
  while (held[other]->geometry.storage != tensor.geometry.storage) ++other;
  out.storage = other;
  out.node = kNobody;
  if (tensor.grad_fn != 0) {
    other = 0;
    while (held[other]->grad_fn != tensor.grad_fn) ++other;
    out.node = other;
  }
  out.base = kNobody;
  if (tensor.tracked) out.base = register_of(tensor.base);
  out.output_nr = tensor.output_nr;
  out.rank = tensor.geometry.rank;
  out.version = tensor.counter == 0 ? kNoVersion : counters_[tensor.counter] - registers_[at(reg)].first_version;  // V5
  out.storage_offset = tensor.geometry.offset;
  out.storage_bytes = storages_[tensor.geometry.storage].bytes;
  out.sizes = tensor.geometry.sizes;
  out.strides = tensor.geometry.strides;
}

std::uint8_t ModelState::register_of(TensorId id) const {
  for (int reg = 0; reg < kRegisters; ++reg)
    if (tensor_in(reg) == id) return static_cast<std::uint8_t>(reg);
  return kElsewhere;
}

void ModelState::observe_gradient(const TensorState& tensor, const Held& held, GradObservation& out) const {
  const TensorState& gradient = tensors_[tensor.grad];
  out.defined = 1;
  out.dtype = gradient.geometry.dtype;
  out.is_inference = gradient.inference;
  out.requires_grad = requires_grad(tensor.grad);
  out.tensor = register_of(tensor.grad);
  out.storage = kElsewhere;
  for (std::uint8_t other = 0; other < kRegisters && out.storage == kElsewhere; ++other)
    if (held[other]->geometry.storage == gradient.geometry.storage) out.storage = other;
  out.rank = gradient.geometry.rank;
  out.sizes = gradient.geometry.sizes;
  out.strides = gradient.geometry.strides;
}

}  // namespace modecheck::spec
