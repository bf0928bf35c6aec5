#include "spec/model/observe.h"

#include "spec/model/graph.h"

namespace modecheck::spec {
namespace {

using Held = std::array<const TensorState*, kRegisters>;

std::uint8_t register_of(const ModelState& m, TensorId id) {
  for (int reg = 0; reg < kRegisters; ++reg)
    if (m.tensor_in(reg) == id) return static_cast<std::uint8_t>(reg);
  return kElsewhere;
}

void observe_tensor(const ModelState& m, int reg, const Held& held, TensorObservation& out) {
  const TensorState& tensor = *held[at(reg)];
  const TensorId id = m.tensor_in(reg);
  out.dtype = tensor.geometry.dtype;
  out.device = m.storages[tensor.geometry.storage].on_host ? DeviceKind::Cpu : m.options.device;
  // Rule K5: an inference tensor has the backend's key only
  out.keys = tensor.inference ? kKeyBackend : kKeyBackend | kKeyADInplaceOrView | kKeyAutograd;
  out.is_inference = tensor.inference;
  out.requires_grad = requires_grad(m, id);
  out.is_leaf = tensor.grad_fn == 0;
  out.is_view = tensor.tracked;
  out.has_grad_fn = tensor.grad_fn != 0;
  out.creation_meta = tensor.creation_meta;
  out.retains_grad = tensor.retains_grad;
  // Each of these loops finds the lowest register with the same tensor, storage or node. A loop ends at this register
  // at the latest.
  std::uint8_t other = 0;
  while (held[other] != &tensor) ++other;
  out.same_tensor = other;
  other = 0;
  while (held[other]->geometry.storage != tensor.geometry.storage) ++other;
  out.storage = other;
  out.node = kNoRegister;
  if (tensor.grad_fn != 0) {
    other = 0;
    while (held[other]->grad_fn != tensor.grad_fn) ++other;
    out.node = other;
  }
  out.base = kNoRegister;
  if (tensor.tracked) out.base = register_of(m, tensor.base);
  out.output_nr = tensor.output_nr;
  out.rank = tensor.geometry.rank;
  out.version =
      // Rule V5: the version is shown relative to when the register took the tensor
      tensor.counter == 0 ? kNoVersion : m.counters[tensor.counter] - m.registers[at(reg)].first_version;
  out.storage_offset = tensor.geometry.offset;
  out.storage_bytes = m.storages[tensor.geometry.storage].bytes;
  out.sizes = tensor.geometry.sizes;
  out.strides = tensor.geometry.strides;
}

void observe_gradient(const ModelState& m, const TensorState& tensor, const Held& held, GradObservation& out) {
  const TensorState& gradient = m.tensors[tensor.grad];
  out.defined = 1;
  out.dtype = gradient.geometry.dtype;
  out.is_inference = gradient.inference;
  out.requires_grad = requires_grad(m, tensor.grad);
  out.tensor = register_of(m, tensor.grad);
  out.storage = kElsewhere;
  for (std::uint8_t other = 0; other < kRegisters && out.storage == kElsewhere; ++other)
    if (held[other]->geometry.storage == gradient.geometry.storage) out.storage = other;
  out.rank = gradient.geometry.rank;
  out.sizes = gradient.geometry.sizes;
  out.strides = gradient.geometry.strides;
}

ModeObservation observe_mode(const ModeState& mode) {
  ModeObservation out;
  out.inference_mode = mode.inference;
  out.grad_mode = mode.grad;
  out.forward_grad_mode = mode.forward_grad;
  out.adinplaceorview_included = mode.adinplaceorview_included;
  out.autograd_excluded = mode.autograd_excluded;
  out.adinplaceorview_excluded = mode.adinplaceorview_excluded;
  return out;
}

void observe_registers(const ModelState& m, std::array<RegisterObservation, kRegisters>& seen) {
  Held held;
  for (int reg = 0; reg < kRegisters; ++reg) held[at(reg)] = &m.tensors[m.tensor_in(reg)];
  for (int reg = 0; reg < kRegisters; ++reg) {
    observe_tensor(m, reg, held, seen[at(reg)].tensor);
    if (held[at(reg)]->grad != 0) {
      observe_gradient(m, *held[at(reg)], held, seen[at(reg)].grad);
    } else if (seen[at(reg)].grad.defined != 0) {
      seen[at(reg)].grad = {};
    }
  }
}

}  // namespace

void Observer::observe(const ModelState& m, int thread, Observation& out) {
  anew_ = changed_;
  if (changed_) observe_registers(m, seen_);
  changed_ = false;
  out.mode = observe_mode(m.threads[at(thread)].mode);
  out.route = m.route;
  out.registers = seen_;
}

}  // namespace modecheck::spec
