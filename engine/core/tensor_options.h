// What a factory function creates: dtype, device, layout, requires_grad.
#pragma once

#include "engine/core/tensor.h"

namespace c10 {
inline namespace modecheck_v1 {

class TensorOptions {
 public:
  TensorOptions() = default;
  // Implicit, as in libtorch: `at::zeros({2}, at::kDouble)`.
  TensorOptions(ScalarType dtype) : dtype_(dtype) {}
  TensorOptions(Device device) : device_(device) {}
  TensorOptions(DeviceType device) : device_(Device(device)) {}
  TensorOptions(Layout layout) : layout_(layout) {}
  // `tensor.to({at::kCUDA, 0})`.
  template <typename Index, typename = std::enable_if_t<std::is_integral_v<Index>>>
  TensorOptions(DeviceType device, Index index) : device_(Device(device, static_cast<DeviceIndex>(index))) {}

  TensorOptions dtype(optional<ScalarType> dtype) const {
    return with([&](TensorOptions& o) { o.dtype_ = dtype; });
  }
  TensorOptions device(optional<Device> device) const {
    return with([&](TensorOptions& o) { o.device_ = device; });
  }
  TensorOptions layout(optional<Layout> layout) const {
    return with([&](TensorOptions& o) { o.layout_ = layout; });
  }
  TensorOptions requires_grad(optional<bool> requires_grad) const {
    return with([&](TensorOptions& o) { o.requires_grad_ = requires_grad; });
  }
  TensorOptions pinned_memory(optional<bool> pinned) const {
    return with([&](TensorOptions& o) { o.pinned_memory_ = pinned; });
  }

  ScalarType dtype() const { return dtype_.value_or(kFloat); }
  Device device() const { return device_.value_or(Device(kCPU)); }
  bool requires_grad() const { return requires_grad_.value_or(false); }
  optional<ScalarType> dtype_opt() const { return dtype_; }
  optional<Device> device_opt() const { return device_; }
  optional<Layout> layout_opt() const { return layout_; }
  optional<bool> pinned_memory_opt() const { return pinned_memory_; }
  optional<bool> requires_grad_opt() const { return requires_grad_; }

 private:
  template <typename Change>
  TensorOptions with(Change change) const {
    TensorOptions out = *this;
    change(out);
    return out;
  }

  optional<ScalarType> dtype_;
  optional<Device> device_;
  optional<Layout> layout_;
  optional<bool> requires_grad_;
  optional<bool> pinned_memory_;
};

// libtorch's other name of a dtype is the same here.
constexpr ScalarType typeMetaToScalarType(ScalarType dtype) { return dtype; }
constexpr ScalarType scalarTypeToTypeMeta(ScalarType dtype) { return dtype; }
// What factories make without being told. It cannot be changed: raises for anything but float32.
constexpr ScalarType get_default_dtype() { return kFloat; }
inline void set_default_dtype(ScalarType dtype) {
  MODECHECK_CHECK(dtype == kFloat, modecheck::engine::ErrorClass::Unsupported, "set_default_dtype: ", dtype,
                  " cannot be the default dtype here, float32 is; name the dtype in the options");
}

}  // namespace modecheck_v1
}  // namespace c10

namespace at {
inline namespace modecheck_v1 {

using c10::Device;
using c10::DeviceType;
using c10::kCPU;
using c10::kMeta;
using c10::kStrided;
using c10::TensorOptions;

inline TensorOptions dtype(ScalarType dtype) { return TensorOptions(dtype); }
inline TensorOptions device(Device device) { return TensorOptions(device); }
inline TensorOptions requires_grad(bool requires_grad = true) { return TensorOptions().requires_grad(requires_grad); }

inline TensorOptions Tensor::options() const { return TensorOptions(scalar_type()).device(device()); }

}  // namespace modecheck_v1
}  // namespace at
