// Declares c10::Backend, libtorch's older enumeration that combines a device type and a layout.
#pragma once

#include <ostream>

#include "engine/core/types/device.h"
#include "engine/core/types/layout.h"

namespace c10 {
inline namespace modecheck_v1 {

enum class Backend { CPU, CUDA, SparseCPU, SparseCUDA, Meta, Undefined };

constexpr Backend backend_of(DeviceType device, Layout layout) {
  if (device == DeviceType::CPU)
    return layout == kStrided ? Backend::CPU : layout == kSparse ? Backend::SparseCPU : Backend::Undefined;
  if (device == DeviceType::CUDA)
    return layout == kStrided ? Backend::CUDA : layout == kSparse ? Backend::SparseCUDA : Backend::Undefined;
  return device == DeviceType::Meta && layout == kStrided ? Backend::Meta : Backend::Undefined;
}
constexpr Layout layout_from_backend(Backend backend) {
  return backend == Backend::SparseCPU || backend == Backend::SparseCUDA ? kSparse : kStrided;
}
// Returns the backend's device type. Raises for Backend::Undefined.
DeviceType backendToDeviceType(Backend backend);
const char* toString(Backend backend);
inline std::ostream& operator<<(std::ostream& out, Backend backend) { return out << toString(backend); }

}  // namespace modecheck_v1
}  // namespace c10

namespace at {
inline namespace modecheck_v1 {
using c10::Backend;
using c10::backendToDeviceType;
}  // namespace modecheck_v1
}  // namespace at
