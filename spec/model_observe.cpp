// What can be seen of the state: stored facts only, nothing is refreshed (W5).
#include "spec/model_state.h"

namespace modecheck::spec {

void ModelState::observe(int thread, Observation& out) const {
  out.mode = threads_[at(thread)].mode.observe();
  out.route = route_;
  for (int reg = 0; reg < kRegisters; ++reg) {
    RegisterObservation& seen = out.registers[at(reg)];
    observe_tensor(reg, seen.tensor);
    observe_gradient(reg, seen.grad);
    seen.storage = {};
    seen.grad_values = {};
  }
}

void ModelState::observe_tensor(int reg, TensorObservation& out) const {
  const TensorId id = tensor_in(reg);
  const TensorState& tensor = tensors_[id];
  out.dtype = tensor.geometry.dtype;
  out.device = options_.device;
  out.keys = tensor.inference ? kKeyBackend : kKeyBackend | kKeyADInplaceOrView | kKeyAutograd;  // K5
  out.is_inference = tensor.inference;
  out.requires_grad = requires_grad(id);
  out.is_leaf = tensor.grad_fn == 0;
  out.is_view = tensor.tracked;
  out.has_grad_fn = tensor.grad_fn != 0;
  out.creation_meta = tensor.creation_meta;
  out.retains_grad = tensor.retains_grad;
  out.same_tensor = kNobody;
  out.storage = kNobody;
  out.node = kNobody;
  out.base = tensor.tracked ? kElsewhere : kNobody;
  for (int other = kRegisters - 1; other >= 0; --other) {
    const TensorId held = tensor_in(other);
    const TensorState& candidate = tensors_[held];
    const auto name = static_cast<std::uint8_t>(other);
    if (held == id) out.same_tensor = name;
    if (candidate.geometry.storage == tensor.geometry.storage) out.storage = name;
    if (tensor.grad_fn != 0 && candidate.grad_fn == tensor.grad_fn) out.node = name;
    if (tensor.tracked && held == tensor.base) out.base = name;
  }
  out.output_nr = tensor.output_nr;
  out.rank = tensor.geometry.rank;
  out.version = tensor.counter == 0 ? kNoVersion : counters_[tensor.counter] - registers_[at(reg)].first_version;  // V5
  out.storage_offset = tensor.geometry.offset;
  out.storage_bytes = storages_[tensor.geometry.storage].bytes;
  out.sizes = tensor.geometry.sizes;
  out.strides = tensor.geometry.strides;
}

void ModelState::observe_gradient(int reg, GradObservation& out) const {
  out = {};
  const TensorId id = tensors_[tensor_in(reg)].grad;
  if (id == 0) return;
  const TensorState& gradient = tensors_[id];
  out.defined = 1;
  out.dtype = gradient.geometry.dtype;
  out.is_inference = gradient.inference;
  out.requires_grad = requires_grad(id);
  out.tensor = kElsewhere;
  out.storage = kElsewhere;
  for (int other = kRegisters - 1; other >= 0; --other) {
    if (tensor_in(other) == id) out.tensor = static_cast<std::uint8_t>(other);
    if (tensors_[tensor_in(other)].geometry.storage == gradient.geometry.storage)
      out.storage = static_cast<std::uint8_t>(other);
  }
  out.rank = gradient.geometry.rank;
  out.sizes = gradient.geometry.sizes;
  out.strides = gradient.geometry.strides;
}

}  // namespace modecheck::spec
