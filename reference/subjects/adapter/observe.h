// Writes what can be observed of the registers into a trace. Reads stored state only: nothing is refreshed (W5), no
// operator is called.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "reference/subjects/adapter/dtypes.h"
#include "reference/subjects/adapter/registers.h"
#include "spec/trace.h"

namespace modecheck::subjects {

class Observer {
 public:
  Observer(const Registers& registers, bool values) : registers_(registers), values_(values) {}

  // All but the route, which the caller has read already.
  void observe(spec::Trace& trace, spec::Observation& out) const {
    out.mode = access::mode();
    std::array<Seen, spec::kRegisters> seen;
    for (std::size_t i = 0; i < seen.size(); ++i) seen[i] = see(registers_[static_cast<int>(i)]);
    for (std::size_t i = 0; i < seen.size(); ++i) {
      spec::RegisterObservation& slot = out.registers[i];
      write_tensor(seen, i, slot.tensor);
      slot.storage = {};
      slot.grad_values = {};
      if (values_ && slot.tensor.storage == i && seen[i].storage.data != nullptr)
        slot.storage = append(trace, seen[i].storage.data, seen[i].storage.bytes);
      if (seen[i].autograd.grad == nullptr) {
        slot.grad = spec::GradObservation{};
      } else {
        write_grad(seen, *seen[i].autograd.grad, slot.grad);
        if (values_) slot.grad_values = append_elements(trace, *seen[i].autograd.grad);
      }
    }
  }

 private:
  struct Seen {
    const c10::TensorImpl* impl = nullptr;
    access::StorageState storage;
    access::AutogradState autograd;
  };
  using AllSeen = std::array<Seen, spec::kRegisters>;

  static Seen see(const at::Tensor& tensor) {
    Seen out;
    out.impl = tensor.unsafeGetTensorImpl();
    out.storage = access::storage_state(*out.impl);
    out.autograd = access::autograd_state(tensor);
    return out;
  }

  // The lowest register of which `same` holds.
  template <typename Same>
  static std::uint8_t lowest(const AllSeen& seen, std::uint8_t otherwise, const Same& same) {
    for (std::size_t i = 0; i < seen.size(); ++i)
      if (same(seen[i])) return static_cast<std::uint8_t>(i);
    return otherwise;
  }

  template <typename Out>
  static void write_geometry(const c10::TensorImpl& impl, Out& out) {
    const auto sizes = impl.sizes();
    const auto strides = impl.strides();
    const std::size_t kept = std::min(sizes.size(), static_cast<std::size_t>(spec::kMaxRank));
    out.rank = static_cast<std::uint8_t>(sizes.size());
    for (std::size_t d = 0; d < kept; ++d) {
      out.sizes[d] = static_cast<std::int32_t>(sizes[d]);
      out.strides[d] = static_cast<std::int32_t>(strides[d]);
    }
    for (std::size_t d = kept; d < out.sizes.size(); ++d) out.sizes[d] = out.strides[d] = 0;
  }

  void write_tensor(const AllSeen& all, std::size_t i, spec::TensorObservation& out) const {
    const Seen& seen = all[i];
    const at::Tensor& tensor = registers_[static_cast<int>(i)];
    out.dtype = from_library(tensor.scalar_type());
    out.device = tensor.is_meta() ? spec::DeviceKind::Meta : spec::DeviceKind::Cpu;
    out.keys = access::keys_of(*seen.impl);
    out.is_inference = tensor.is_inference();
    out.requires_grad = tensor.requires_grad();
    out.has_grad_fn = seen.autograd.node != nullptr;
    out.is_leaf = !out.has_grad_fn;
    out.is_view = seen.autograd.is_view;
    out.creation_meta = seen.autograd.creation_meta;
    out.retains_grad = seen.autograd.retains_grad;
    out.output_nr = static_cast<std::uint8_t>(seen.autograd.output_nr);
    out.same_tensor = lowest(all, spec::kNobody, [&](const Seen& other) { return other.impl == seen.impl; });
    out.storage =
        lowest(all, spec::kNobody, [&](const Seen& other) { return other.storage.identity == seen.storage.identity; });
    out.node = seen.autograd.node == nullptr ? spec::kNobody : lowest(all, spec::kNobody, [&](const Seen& other) {
      return other.autograd.node == seen.autograd.node;
    });
    out.base = !seen.autograd.is_view
                   ? spec::kNobody
                   : lowest(all, spec::kElsewhere, [&](const Seen& other) { return other.impl == seen.autograd.base; });
    out.version = access::has_version(*seen.impl)
                      ? access::version_of(*seen.impl) - registers_.version_when_taken(static_cast<int>(i))
                      : spec::kNoVersion;
    out.storage_offset = seen.storage.identity == nullptr ? 0 : static_cast<std::int32_t>(seen.impl->storage_offset());
    out.storage_bytes = static_cast<std::uint32_t>(seen.storage.bytes);
    write_geometry(*seen.impl, out);
  }

  static void write_grad(const AllSeen& all, const at::Tensor& grad, spec::GradObservation& out) {
    const c10::TensorImpl* const impl = grad.unsafeGetTensorImpl();
    const void* const storage = access::storage_state(*impl).identity;
    out.defined = 1;
    out.dtype = from_library(grad.scalar_type());
    out.is_inference = grad.is_inference();
    out.requires_grad = grad.requires_grad();
    out.tensor = lowest(all, spec::kElsewhere, [&](const Seen& other) { return other.impl == impl; });
    out.storage = lowest(all, spec::kElsewhere,
                         [&](const Seen& other) { return storage != nullptr && other.storage.identity == storage; });
    out.reserved = 0;
    write_geometry(*impl, out);
  }

  // Values beyond what a program can hold (limits.h) are cut off; a trace never overflows.
  static spec::ByteRange append(spec::Trace& trace, const void* data, std::size_t bytes) {
    const std::size_t kept = std::min(bytes, static_cast<std::size_t>(spec::kMaxStorageBytes));
    const spec::ByteRange out{trace.bytes_used, static_cast<std::uint32_t>(kept)};
    if (kept != 0) std::memcpy(trace.bytes.data() + trace.bytes_used, data, kept);
    trace.bytes_used += out.size;
    return out;
  }

  static spec::ByteRange append_elements(spec::Trace& trace, const at::Tensor& tensor) {
    const access::StorageState storage = access::storage_state(*tensor.unsafeGetTensorImpl());
    if (storage.data == nullptr) return {};
    const auto item = static_cast<std::size_t>(tensor.element_size());
    const auto count = static_cast<std::size_t>(tensor.numel());
    const char* const first =
        static_cast<const char*>(storage.data) + static_cast<std::size_t>(tensor.storage_offset()) * item;
    if (tensor.is_contiguous()) return append(trace, first, count * item);
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
      std::memcpy(trace.bytes.data() + out.begin + n * item, first + offset * static_cast<std::int64_t>(item), item);
    }
    trace.bytes_used += out.size;
    return out;
  }

  const Registers& registers_;
  bool values_;
};

}  // namespace modecheck::subjects
