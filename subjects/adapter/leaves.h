// Makes tensors with known values for the harness itself. Writing the values leaves no trace in the tensors: only
// `empty` runs, and no version is bumped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "spec/program/program.h"
#include "subjects/adapter/dtypes.h"

namespace modecheck::subjects {

// Sets the bytes of the tensor's storage from `begin` on to zero.
inline void zero_storage(const at::Tensor& tensor, std::size_t begin, spec::DeviceKind device) {
  const access::StorageState storage = access::storage_state(*tensor.unsafeGetTensorImpl());
  if (storage.data == nullptr || begin >= storage.bytes) return;
  if (tensor.is_cuda()) {
    const std::vector<char> zeros(storage.bytes - begin);
    return access::device_write(device, *tensor.unsafeGetTensorImpl(), begin, zeros.data(), zeros.size());
  }
  std::memset(static_cast<char*>(const_cast<void*>(storage.data)) + begin, 0, storage.bytes - begin);
}

// Writes an element. The values are small, so every dtype represents them exactly.
template <typename T>
void set_element(T& element, double value, double /*imaginary*/) {
  element = static_cast<T>(static_cast<float>(value));
}
template <typename Part>
void set_element(c10::complex<Part>& element, double real, double imaginary) {
  element = c10::complex<Part>(static_cast<Part>(real), static_cast<Part>(imaginary));
}

template <typename T>
void fill_leaf(const at::Tensor& out, const spec::LeafSpec& leaf) {
  T* const data = static_cast<T*>(out.data_ptr());
  const int count = static_cast<int>(out.numel());
  for (int i = 0; i < count; ++i)
    set_element(data[i], spec::leaf_value(leaf.dtype, leaf.seed, i), spec::leaf_imaginary(leaf.seed, i));
}

inline at::Tensor make_leaf(const spec::LeafSpec& leaf, spec::DeviceKind device) {
  const auto options = at::TensorOptions().dtype(to_library(leaf.dtype)).device(to_library(device));
  at::Tensor out = at::empty(c10::IntArrayRef(leaf.sizes.data(), static_cast<std::size_t>(leaf.rank)), options);
  if (spec::has_own_memory(device)) {
    spec::LeafSpec host = leaf;
    host.requires_grad = false;
    const at::Tensor values = make_leaf(host, spec::DeviceKind::Cpu);
    access::device_write(device, *out.unsafeGetTensorImpl(), 0, values.data_ptr(), values.nbytes());
  } else if (out.storage().data() != nullptr) {
    switch (leaf.dtype) {
      case spec::DType::Float32:
        fill_leaf<float>(out, leaf);
        break;
      case spec::DType::Float64:
        fill_leaf<double>(out, leaf);
        break;
      case spec::DType::Int64:
        fill_leaf<std::int64_t>(out, leaf);
        break;
      case spec::DType::Bool:
        fill_leaf<bool>(out, leaf);
        break;
      case spec::DType::UInt8:
        fill_leaf<std::uint8_t>(out, leaf);
        break;
      case spec::DType::Int8:
        fill_leaf<std::int8_t>(out, leaf);
        break;
      case spec::DType::Int16:
        fill_leaf<std::int16_t>(out, leaf);
        break;
      case spec::DType::Int32:
        fill_leaf<std::int32_t>(out, leaf);
        break;
      case spec::DType::Float16:
        fill_leaf<at::Half>(out, leaf);
        break;
      case spec::DType::BFloat16:
        fill_leaf<at::BFloat16>(out, leaf);
        break;
      case spec::DType::Complex64:
        fill_leaf<c10::complex<float>>(out, leaf);
        break;
      case spec::DType::Complex128:
        fill_leaf<c10::complex<double>>(out, leaf);
        break;
    }
  }
  if (leaf.requires_grad) out.requires_grad_(true);
  return out;
}

}  // namespace modecheck::subjects
