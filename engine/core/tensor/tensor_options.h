// Declares c10::TensorOptions: the dtype, device, layout and requires_grad flag of the tensor that a factory function
// creates.
#pragma once

#include <ostream>

#include "engine/core/tensor/tensor.h"
#include "engine/core/types/backend.h"
#include "engine/core/types/default_dtype.h"
#include "engine/core/types/type_meta.h"

namespace c10 {
inline namespace modecheck_v1 {

class TensorOptions {
 public:
  TensorOptions() = default;
  // A dtype or a layout converts to options implicitly, as in libtorch: `at::zeros({2}, at::kDouble)`.
  TensorOptions(ScalarType dtype) : dtype_(dtype) {}
  TensorOptions(TypeMeta dtype) : dtype_(dtype.toScalarType()) {}
  TensorOptions(Layout layout) : layout_(layout) {}
  TensorOptions(MemoryFormat memory_format) : memory_format_(memory_format) {}
  // Converts the arguments of a Device constructor to options implicitly: a device type, a device type and an index, or
  // a name. An example is `tensor.to({at::kCUDA, 0})`.
  template <typename... Parts, typename = std::enable_if_t<std::is_constructible_v<Device, Parts&&...>>>
  TensorOptions(Parts&&... parts) : device_(Device(std::forward<Parts>(parts)...)) {}

  TensorOptions dtype(optional<ScalarType> dtype) const {
    return with([&](TensorOptions& o) { o.dtype_ = dtype; });
  }
  template <typename T>
  TensorOptions& dtype() {
    dtype_ = CppTypeToScalarType<T>::value;
    return *this;
  }
  TensorOptions dtype(TypeMeta dtype) const { return this->dtype(optional<ScalarType>(dtype.toScalarType())); }
  TensorOptions device(optional<Device> device) const {
    return with([&](TensorOptions& o) { o.device_ = device; });
  }
  template <typename... Parts, typename = std::enable_if_t<std::is_constructible_v<Device, Parts&&...>>>
  TensorOptions device(Parts&&... parts) const {
    return device(optional<Device>(std::in_place, std::forward<Parts>(parts)...));
  }
  // Returns these options with the CUDA device that has this index.
  TensorOptions device_index(DeviceIndex index) const { return device(Device(kCUDA, index)); }
  TensorOptions layout(optional<Layout> layout) const {
    return with([&](TensorOptions& o) { o.layout_ = layout; });
  }
  TensorOptions requires_grad(optional<bool> requires_grad) const {
    return with([&](TensorOptions& o) { o.requires_grad_ = requires_grad; });
  }
  TensorOptions pinned_memory(optional<bool> pinned) const {
    return with([&](TensorOptions& o) { o.pinned_memory_ = pinned; });
  }
  TensorOptions memory_format(optional<MemoryFormat> memory_format) const {
    return with([&](TensorOptions& o) { o.memory_format_ = memory_format; });
  }
  // Returns the options of `other`. Where `other` does not set an option, the result has the option of this object.
  TensorOptions merge_in(const TensorOptions& other) const {
    return with([&](TensorOptions& o) {
      if (other.dtype_) o.dtype_ = other.dtype_;
      if (other.device_) o.device_ = other.device_;
      if (other.layout_) o.layout_ = other.layout_;
      if (other.requires_grad_) o.requires_grad_ = other.requires_grad_;
      if (other.pinned_memory_) o.pinned_memory_ = other.pinned_memory_;
      if (other.memory_format_) o.memory_format_ = other.memory_format_;
    });
  }
  TensorOptions merge_memory_format(optional<MemoryFormat> memory_format) const {
    return memory_format.has_value() ? this->memory_format(memory_format) : *this;
  }

  TypeMeta dtype() const { return TypeMeta(dtype_.has_value() ? *dtype_ : get_default_dtype()); }
  Device device() const { return device_.value_or(Device(kCPU)); }
  std::int32_t device_index() const { return device().index(); }
  Layout layout() const { return layout_.value_or(kStrided); }
  bool requires_grad() const { return requires_grad_.value_or(false); }
  bool pinned_memory() const { return pinned_memory_.value_or(false); }
  bool is_sparse() const { return layout() == kSparse; }
  Backend backend() const { return backend_of(device().type(), layout()); }

  bool has_dtype() const { return dtype_.has_value(); }
  bool has_device() const { return device_.has_value(); }
  bool has_layout() const { return layout_.has_value(); }
  bool has_requires_grad() const { return requires_grad_.has_value(); }
  bool has_pinned_memory() const { return pinned_memory_.has_value(); }
  bool has_memory_format() const { return memory_format_.has_value(); }
  optional<ScalarType> dtype_opt() const { return dtype_; }
  optional<Device> device_opt() const { return device_; }
  optional<Layout> layout_opt() const { return layout_; }
  optional<bool> requires_grad_opt() const { return requires_grad_; }
  optional<bool> pinned_memory_opt() const { return pinned_memory_; }
  optional<MemoryFormat> memory_format_opt() const { return memory_format_; }
  bool type_equal(const TensorOptions& other) const { return dtype() == other.dtype() && backend() == other.backend(); }

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
  optional<MemoryFormat> memory_format_;
};

inline TensorOptions dtype(ScalarType dtype) { return TensorOptions(dtype); }
inline TensorOptions dtype(TypeMeta dtype) { return TensorOptions(dtype); }
template <typename T>
TensorOptions dtype() {
  return TensorOptions(CppTypeToScalarType<T>::value);
}
inline TensorOptions layout(Layout layout) { return TensorOptions(layout); }
inline TensorOptions device(Device device) { return TensorOptions(device); }
inline TensorOptions device_index(DeviceIndex index) { return TensorOptions().device_index(index); }
inline TensorOptions requires_grad(bool requires_grad = true) { return TensorOptions().requires_grad(requires_grad); }
inline TensorOptions memory_format(MemoryFormat memory_format) { return TensorOptions(memory_format); }

// Prints all options, and marks values that nobody set with "(default)".
std::ostream& operator<<(std::ostream& out, const TensorOptions& options);

}  // namespace modecheck_v1
}  // namespace c10

namespace at {
inline namespace modecheck_v1 {

using c10::device;
using c10::Device;
using c10::device_index;
using c10::DeviceType;
using c10::dtype;
using c10::get_default_dtype;
using c10::kCPU;
using c10::kCUDA;
using c10::kHIP;
using c10::kMeta;
using c10::kORT;
using c10::kSparse;
using c10::kStrided;
using c10::kXLA;
using c10::layout;
using c10::memory_format;
using c10::requires_grad;
using c10::set_default_dtype;
using c10::TensorOptions;

inline TensorOptions Tensor::options() const { return TensorOptions(scalar_type()).device(device()).layout(layout()); }

}  // namespace modecheck_v1
}  // namespace at
