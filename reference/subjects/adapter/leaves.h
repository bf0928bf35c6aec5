// Tensors that the harness makes itself, with known values and no trace of the writing: no operator but `empty` runs,
// no version is bumped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "reference/subjects/adapter/dtypes.h"
#include "spec/program.h"

namespace modecheck::subjects {

// Sets the bytes of the storage from `begin` on to zero.
inline void zero_storage(const at::Tensor& tensor, std::size_t begin) {
  const access::StorageState storage = access::storage_state(*tensor.unsafeGetTensorImpl());
  if (storage.data == nullptr || begin >= storage.bytes) return;
  std::memset(static_cast<char*>(const_cast<void*>(storage.data)) + begin, 0, storage.bytes - begin);
}

inline at::Tensor make_leaf(const spec::LeafSpec& leaf, spec::DeviceKind device) {
  const auto options = at::TensorOptions()
                           .dtype(to_library(leaf.dtype))
                           .device(device == spec::DeviceKind::Meta ? c10::DeviceType::Meta : c10::DeviceType::CPU);
  at::Tensor out = at::empty(c10::IntArrayRef(leaf.sizes.data(), static_cast<std::size_t>(leaf.rank)), options);
  if (device == spec::DeviceKind::Cpu) {
    void* const data = out.data_ptr();
    const int count = static_cast<int>(out.numel());
    for (int i = 0; i < count; ++i) {
      const double value = spec::leaf_value(leaf.dtype, leaf.seed, i);
      switch (leaf.dtype) {
        case spec::DType::Float32:
          static_cast<float*>(data)[i] = static_cast<float>(value);
          break;
        case spec::DType::Float64:
          static_cast<double*>(data)[i] = value;
          break;
        case spec::DType::Int64:
          static_cast<std::int64_t*>(data)[i] = static_cast<std::int64_t>(value);
          break;
        case spec::DType::Bool:
          static_cast<bool*>(data)[i] = value != 0;
          break;
      }
    }
  }
  if (leaf.requires_grad) out.requires_grad_(true);
  return out;
}

}  // namespace modecheck::subjects
