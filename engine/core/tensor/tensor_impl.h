// Declares c10::TensorImpl: the storage, geometry, version counter, dispatch keys and autograd state of a tensor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "engine/core/memory/free_list.h"
#include "engine/core/memory/intrusive_ptr.h"
#include "engine/core/memory/live_objects.h"
#include "engine/core/memory/storage.h"
#include "engine/core/tensor/variable_version.h"
#include "engine/core/tensor/version_counter.h"
#include "engine/core/types/array_ref.h"
#include "engine/core/types/device.h"
#include "engine/core/types/dispatch_key_set.h"
#include "engine/core/types/scalar_type.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {
struct AutogradMeta;
}
}  // namespace modecheck_v1
}  // namespace torch

namespace c10 {
inline namespace modecheck_v1 {

class TensorImpl final : public intrusive_ptr_target, public modecheck::engine::FreeListed<TensorImpl> {
 public:
  static constexpr std::size_t inline_rank = 6;

  // Makes a tensor on the storage. `keys` decides whether it is an inference tensor (rule K5). A normal tensor must get
  // `counter`; an inference tensor must get none (rule V2). The sizes are [0] until set_geometry() is called.
  TensorImpl(intrusive_ptr<StorageImpl> storage, DispatchKeySet keys, ScalarType dtype, Device device,
             intrusive_ptr<modecheck::engine::VersionCounter> counter) noexcept
      : dtype_(dtype),
        device_(device),
        keys_(keys),
        storage_(static_cast<intrusive_ptr<StorageImpl>&&>(storage)),
        version_(static_cast<intrusive_ptr<modecheck::engine::VersionCounter>&&>(counter)) {
    inline_geometry_[0] = 0;
    inline_geometry_[inline_rank] = 1;
    ++modecheck::engine::detail::counts().tensors;
  }
  // Returns the metadata that an undefined tensor reports: sizes [0], no dtype, no keys and no storage.
  [[gnu::cold]] static const TensorImpl& undefined();
  static void destroy(TensorImpl* impl) noexcept {
    // A node refers to the tensor by a weak link. If the node has just turned that link into a reference, the tensor
    // must stay alive.
    if (impl->autograd_meta_ != nullptr && impl->has_link() && !impl->sever_link()) return;
    delete impl;
  }

  std::int64_t dim() const { return dim_; }
  std::int64_t numel() const { return numel_; }
  std::int64_t storage_offset() const { return offset_; }
  IntArrayRef sizes() const { return IntArrayRef(geometry(), static_cast<std::size_t>(dim_)); }
  IntArrayRef strides() const {
    return IntArrayRef(
        geometry() + (dim_ <= static_cast<std::int32_t>(inline_rank) ? inline_rank : static_cast<std::size_t>(dim_)),
        static_cast<std::size_t>(dim_));
  }
  bool is_contiguous() const { return contiguous_; }
  ScalarType dtype() const { return dtype_; }
  std::size_t itemsize() const { return elementSize(dtype_); }
  Device device() const { return device_; }
  DispatchKeySet key_set() const { return keys_; }
  // Returns whether this is an inference tensor: one that has neither the Autograd nor the ADInplaceOrView key (rule
  // K5).
  bool is_inference() const { return !keys_.has_any(normal_tensor_keyset); }
  const intrusive_ptr<StorageImpl>& storage() const { return storage_; }
  // Returns the address of the first element, or null on Meta and for a storage without bytes.
  void* data() const {
    char* const base = static_cast<char*>(storage_->data());
    return base == nullptr ? nullptr : base + offset_ * static_cast<std::int64_t>(itemsize());
  }

  // Sets sizes, strides and offset, and computes numel and contiguity from them. `sizes` and `strides` may be this
  // object's own arrays, but not parts of them. Allocates only if the number of dimensions exceeds inline_rank and
  // differs from the present one.
  void set_geometry(IntArrayRef sizes, IntArrayRef strides, std::int64_t offset);
  // Sets sizes, strides and offset like set_geometry(), but takes over an array of `rank` sizes followed by `rank`
  // strides. `rank` must exceed inline_rank.
  void adopt_geometry(std::unique_ptr<std::int64_t[]> sizes_and_strides, std::size_t rank,
                      std::int64_t offset) noexcept;
  // Sets the sizes, and computes the strides of a contiguous tensor with these sizes. `sizes` may be this object's own
  // array.
  void set_contiguous_geometry(IntArrayRef sizes, std::int64_t offset = 0);
  void set_storage(intrusive_ptr<StorageImpl> storage) {
    storage_ = static_cast<intrusive_ptr<StorageImpl>&&>(storage);
  }
  void set_dtype(ScalarType dtype) { dtype_ = dtype; }
  // The number under which the fake mode of a fake tensor keeps the tensor's symbolic sizes and strides, or 0 for none
  // (SymbolicTracer).
  std::uint32_t symbols() const { return symbols_; }
  void set_symbols(std::uint32_t number) { symbols_ = number; }
  void set_device(Device device) { device_ = device; }
  void set_key_set(DispatchKeySet keys) { keys_ = keys; }

  // Returns the version counter, or null for an inference tensor.
  const intrusive_ptr<modecheck::engine::VersionCounter>& counter() const { return version_; }
  // Returns the version counter as programs see it. For an inference tensor the result is a disabled counter.
  VariableVersion version_counter() const { return VariableVersion(version_); }
  void set_version_counter(intrusive_ptr<modecheck::engine::VersionCounter> counter) {
    version_ = static_cast<intrusive_ptr<modecheck::engine::VersionCounter>&&>(counter);
  }

  // Bumps the version for a kernel of a custom operator (rule V3). Does nothing for an inference tensor inside
  // InferenceMode (rule V4). Outside the mode it raises for an inference tensor (rule M2), but by then the kernel has
  // already written. Such a kernel should ask is_inference() first.
  void bump_version();

  // Returns the autograd state, or null until autograd has to store something about the tensor.
  torch::autograd::AutogradMeta* autograd_meta() const { return autograd_meta_; }
  void set_autograd_meta(torch::autograd::AutogradMeta* meta) { autograd_meta_ = meta; }

 private:
  friend intrusive_ptr<TensorImpl>;
  ~TensorImpl() {
    if (autograd_meta_ != nullptr) release_autograd_meta();
    if (dim_ > static_cast<std::int32_t>(inline_rank)) [[unlikely]]
      delete[] heap_geometry_;
    --modecheck::engine::detail::counts().tensors;
  }
  void release_autograd_meta() noexcept;
  // Sets the number of dimensions and the offset, and computes numel and contiguity from the stored sizes and strides.
  void count_elements(std::size_t rank, std::int64_t offset) noexcept;
  bool has_link() const noexcept;
  bool sever_link() noexcept;
  const std::int64_t* geometry() const {
    return dim_ <= static_cast<std::int32_t>(inline_rank) ? inline_geometry_ : heap_geometry_;
  }

  ScalarType dtype_;
  Device device_;
  bool contiguous_ = true;
  DispatchKeySet keys_;
  intrusive_ptr<StorageImpl> storage_;
  intrusive_ptr<modecheck::engine::VersionCounter> version_;
  torch::autograd::AutogradMeta* autograd_meta_ = nullptr;
  std::int64_t offset_ = 0;
  std::int64_t numel_ = 0;
  std::int32_t dim_ = 1;
  std::uint32_t symbols_ = 0;
  union {
    std::int64_t inline_geometry_[2 * inline_rank];  // with at most inline_rank dimensions: the sizes, then the strides
    std::int64_t* heap_geometry_;                    // with more dimensions: `dim_` sizes, then `dim_` strides
  };
};

}  // namespace modecheck_v1
}  // namespace c10
