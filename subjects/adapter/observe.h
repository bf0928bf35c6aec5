// Writes the observable state of the registers into a trace. It reads stored state only: it regenerates no stale view
// (rule W5) and calls no operator.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "spec/interface/trace.h"
#include "subjects/adapter/dtypes.h"
#include "subjects/adapter/registers.h"

namespace modecheck::subjects {

class Observer {
 public:
  Observer(const Registers& registers, spec::DeviceKind device, bool values)
      : registers_(registers), device_(device), values_(values) {}

  // Observes everything but the command's route (the kernels that ran), which the caller has read already.
  void observe(spec::Trace& trace, spec::Observation& out) const {
    out.mode = access::mode();
    Seen seen;
    for (int i = 0; i < spec::kRegisters; ++i) see(i, seen);
    const Classes storages = classes_of(seen.storage);
    for (std::size_t i = 0; i < spec::kRegisters; ++i) {
      spec::RegisterObservation& slot = out.registers[i];
      const access::AutogradState& autograd = seen.autograd[i];
      // Registers that hold the same tensor share a storage. So if a register is the lowest with its storage, it is
      // also the lowest with its tensor.
      slot.tensor.same_tensor = storages[i] == i ? static_cast<std::uint8_t>(i) : lowest_with(seen.impl, seen.impl[i]);
      slot.tensor.storage = storages[i];
      slot.tensor.node = autograd.node == nullptr ? spec::kNoRegister : lowest_with(seen.node, autograd.node);
      slot.tensor.base = autograd.is_view ? lowest_with(seen.impl, autograd.base) : spec::kNoRegister;
      write_tensor(static_cast<int>(i), seen, slot.tensor);
      const access::StorageState& storage = seen.storage_state[i];
      slot.storage = values_ && storages[i] == i && storage.data != nullptr
                         ? append(trace, registers_[static_cast<int>(i)], 0, storage.bytes)
                         : spec::ByteRange{};
      if (autograd.grad == nullptr) {
        // Most gradients have not changed since the last step, so write only a change.
        if (slot.grad.defined != 0) slot.grad = spec::GradObservation{};
        slot.grad_values = spec::ByteRange{};
      } else {
        write_grad(seen, *autograd.grad, slot.grad);
        slot.grad_values = values_ ? append_elements(trace, *autograd.grad) : spec::ByteRange{};
      }
    }
  }

 private:
  template <typename T>
  using PerRegister = std::array<T, spec::kRegisters>;
  using Classes = PerRegister<std::uint8_t>;

  struct Seen {
    PerRegister<const void*> impl;
    PerRegister<const void*> storage;
    PerRegister<const void*> node;
    PerRegister<access::StorageState> storage_state;
    PerRegister<access::AutogradState> autograd;
  };

  void see(int reg, Seen& out) const {
    const auto i = static_cast<std::size_t>(reg);
    const at::Tensor& tensor = registers_[reg];
    const c10::TensorImpl& impl = *tensor.unsafeGetTensorImpl();
    out.impl[i] = &impl;
    out.storage_state[i] = access::storage_state(impl);
    out.storage[i] = out.storage_state[i].identity;
    access::read_autograd_state(tensor, out.autograd[i]);
    out.node[i] = out.autograd[i].node;
  }

  // Returns, for each register, the lowest register with the same address. The loops have a constant length and no
  // branches. Their cost grows with the square of the number of registers.
  static Classes classes_of(const PerRegister<const void*>& addresses) {
    Classes out;
    for (std::size_t i = 0; i < out.size(); ++i) {
      std::size_t lowest = i;
      for (std::size_t j = i; j-- > 0;) lowest = addresses[j] == addresses[i] ? j : lowest;
      out[i] = static_cast<std::uint8_t>(lowest);
    }
    return out;
  }

  static std::uint8_t lowest_with(const PerRegister<const void*>& addresses, const void* wanted) {
    for (std::size_t i = 0; i < addresses.size(); ++i)
      if (addresses[i] == wanted) return static_cast<std::uint8_t>(i);
    return spec::kElsewhere;
  }

  template <typename Out>
  static void write_geometry(const c10::TensorImpl& impl, Out& out) {
    const auto sizes = impl.sizes();
    const auto strides = impl.strides();
    const std::size_t kept = std::min(sizes.size(), static_cast<std::size_t>(spec::kMaxRank));
    out.rank = static_cast<std::uint8_t>(sizes.size());
    for (std::size_t d = 0; d < static_cast<std::size_t>(spec::kMaxRank); ++d) {
      out.sizes[d] = d < kept ? static_cast<std::int32_t>(sizes[d]) : 0;
      out.strides[d] = d < kept ? static_cast<std::int32_t>(strides[d]) : 0;
    }
  }

  void write_tensor(int reg, const Seen& seen, spec::TensorObservation& out) const {
    const auto i = static_cast<std::size_t>(reg);
    const at::Tensor& tensor = registers_[reg];
    const c10::TensorImpl& impl = *tensor.unsafeGetTensorImpl();
    const access::AutogradState& autograd = seen.autograd[i];
    const bool is_leaf = autograd.node == nullptr;
    out.dtype = from_library(tensor.scalar_type());
    out.device = access::device_of(tensor, device_);
    out.keys = access::keys_of(impl);
    out.is_inference = tensor.is_inference();
    out.requires_grad = tensor.requires_grad();
    out.has_grad_fn = !is_leaf;
    out.is_leaf = is_leaf;
    out.is_view = autograd.is_view;
    out.creation_meta = autograd.creation_meta;
    out.retains_grad = autograd.retains_grad;
    out.output_nr = static_cast<std::uint8_t>(autograd.output_nr);
    out.version =
        access::has_version(impl) ? access::version_of(impl) - registers_.version_when_taken(reg) : spec::kNoVersion;
    out.storage_offset = seen.storage[i] == nullptr ? 0 : static_cast<std::int32_t>(impl.storage_offset());
    out.storage_bytes = static_cast<std::uint32_t>(seen.storage_state[i].bytes);
    write_geometry(impl, out);
  }

  static void write_grad(const Seen& seen, const at::Tensor& grad, spec::GradObservation& out) {
    const c10::TensorImpl& impl = *grad.unsafeGetTensorImpl();
    out.defined = 1;
    out.dtype = from_library(grad.scalar_type());
    out.is_inference = grad.is_inference();
    out.requires_grad = grad.requires_grad();
    out.tensor = lowest_with(seen.impl, &impl);
    out.storage = lowest_with(seen.storage, access::storage_state(impl).identity);
    out.reserved = 0;
    write_geometry(impl, out);
  }

  // Copies bytes of a tensor into the trace. It cuts off bytes beyond what a program can hold (limits.h), so that a
  // trace never overflows. Data on an accelerator arrive later, at the latest when the program ends.
  spec::ByteRange append(spec::Trace& trace, const at::Tensor& tensor, std::size_t begin, std::size_t bytes) const {
    const c10::TensorImpl& impl = *tensor.unsafeGetTensorImpl();
    const void* const data = static_cast<const char*>(access::storage_state(impl).data) + begin;
    const std::size_t kept = std::min(bytes, static_cast<std::size_t>(spec::kMaxStorageBytes));
    const spec::ByteRange out{trace.bytes_used, static_cast<std::uint32_t>(kept)};
    std::uint8_t* const to = trace.bytes.data() + trace.bytes_used;
    if (tensor.is_cuda()) access::device_read(device_, to, impl, begin, kept);
    // Most storages are those of the initial registers, which have 16 or 8 bytes. A memcpy of constant size needs no
    // function call.
    else if (kept == 16)
      std::memcpy(to, data, 16);
    else if (kept == 8)
      std::memcpy(to, data, 8);
    else if (kept != 0)
      std::memcpy(to, data, kept);
    trace.bytes_used += out.size;
    return out;
  }

  spec::ByteRange append_elements(spec::Trace& trace, const at::Tensor& tensor) const {
    const access::StorageState storage = access::storage_state(*tensor.unsafeGetTensorImpl());
    if (storage.data == nullptr) return {};
    const auto item = static_cast<std::size_t>(tensor.element_size());
    const auto count = static_cast<std::size_t>(tensor.numel());
    const std::size_t begin = static_cast<std::size_t>(tensor.storage_offset()) * item;
    if (tensor.is_contiguous()) return append(trace, tensor, begin, count * item);
    const char* const first = static_cast<const char*>(storage.data) + begin;
    const auto sizes = tensor.sizes();
    const auto strides = tensor.strides();
    const std::size_t kept = std::min(count, static_cast<std::size_t>(spec::kMaxStorageBytes) / item);
    const spec::ByteRange out{trace.bytes_used, static_cast<std::uint32_t>(kept * item)};
    for (std::size_t n = 0; n < kept; ++n) {
      std::int64_t rest = static_cast<std::int64_t>(n);
      std::int64_t offset = 0;
      for (std::size_t d = sizes.size(); d-- > 0;) {
        offset += rest % sizes[d] * strides[d];
        rest /= sizes[d];
      }
      std::uint8_t* const to = trace.bytes.data() + out.begin + n * item;
      const std::int64_t place = offset * static_cast<std::int64_t>(item);
      if (tensor.is_cuda())
        access::device_read(device_, to, *tensor.unsafeGetTensorImpl(), begin + static_cast<std::size_t>(place), item);
      else
        std::memcpy(to, first + place, item);
    }
    trace.bytes_used += out.size;
    return out;
  }

  const Registers& registers_;
  spec::DeviceKind device_;
  bool values_;
};

}  // namespace modecheck::subjects
