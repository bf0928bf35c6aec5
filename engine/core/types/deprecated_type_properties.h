// Declares libtorch's older pair of a backend and a dtype, as in `at::CPU(at::kFloat)`. It converts to TensorOptions.
#pragma once

#include <string>

#include "engine/core/tensor/tensor_options.h"

namespace at {
inline namespace modecheck_v1 {

class DeprecatedTypeProperties final {
 public:
  DeprecatedTypeProperties(Backend backend, ScalarType scalar_type) : backend_(backend), scalar_type_(scalar_type) {}
  // This class cannot be copied, because there is one object for each pair of backend and dtype. at::CPU() and
  // Tensor::type() return that object.
  DeprecatedTypeProperties(const DeprecatedTypeProperties&) = delete;
  DeprecatedTypeProperties& operator=(const DeprecatedTypeProperties&) = delete;

  Backend backend() const { return backend_; }
  c10::Layout layout() const { return c10::layout_from_backend(backend_); }
  bool is_sparse() const { return layout() == c10::kSparse; }
  // Returns the backend's device type. Raises for the undefined backend.
  DeviceType device_type() const { return backendToDeviceType(backend_); }
  bool is_cuda() const { return backend_ == Backend::CUDA || backend_ == Backend::SparseCUDA; }
  ScalarType scalarType() const { return scalar_type_; }
  caffe2::TypeMeta typeMeta() const { return caffe2::TypeMeta(scalar_type_); }
  // Returns the type's name as tensors print it, such as "CPUFloatType".
  std::string toString() const;
  bool operator==(const DeprecatedTypeProperties& other) const { return this == &other; }
  bool operator!=(const DeprecatedTypeProperties& other) const { return this != &other; }

  TensorOptions options(c10::optional<Device> device = c10::nullopt) const {
    return TensorOptions(scalar_type_).device(device.value_or(Device(device_type()))).layout(layout());
  }
  TensorOptions options(std::int16_t device_index) const {
    return options(Device(device_type(), static_cast<c10::DeviceIndex>(device_index)));
  }
  operator TensorOptions() const { return options(); }

  DeprecatedTypeProperties& toBackend(Backend backend) const;
  DeprecatedTypeProperties& toScalarType(ScalarType scalar_type) const;
  DeprecatedTypeProperties& cpu() const { return toBackend(is_sparse() ? Backend::SparseCPU : Backend::CPU); }

 private:
  Backend backend_;
  ScalarType scalar_type_;
};

DeprecatedTypeProperties& getDeprecatedTypeProperties(Backend backend, ScalarType scalar_type);
inline DeprecatedTypeProperties& CPU(ScalarType scalar_type) {
  return getDeprecatedTypeProperties(Backend::CPU, scalar_type);
}
inline DeprecatedTypeProperties& CUDA(ScalarType scalar_type) {
  return getDeprecatedTypeProperties(Backend::CUDA, scalar_type);
}

}  // namespace modecheck_v1
}  // namespace at
