#include "engine/api/dlpack.h"

#include <memory>
#include <vector>

#include "engine/api/number_factories.h"
#include "engine/core/errors/error.h"
#include "engine/core/tensor/tensor_options.h"

namespace at {
inline namespace modecheck_v1 {

using modecheck::engine::ErrorClass;

namespace {

// The DLPack tensor `managed` that the receiver gets. The other members keep alive the tensor, sizes and strides to
// which `managed` points.
struct Exported {
  Tensor tensor;
  std::vector<std::int64_t> sizes;
  std::vector<std::int64_t> strides;
  DLManagedTensor managed{};
};

}  // namespace

DLDataType getDLDataType(const Tensor& t) {
  DLDataType out{};
  out.lanes = 1;
  out.bits = static_cast<std::uint8_t>(t.element_size() * 8);
  const ScalarType type = t.scalar_type();
  MODECHECK_CHECK(type != c10::kBool, ErrorClass::Unsupported,
                  "toDLPack: Bool type is not supported by dlpack; convert the tensor to Byte");
  out.code = c10::isComplexType(type)    ? kDLComplex
             : type == c10::kBFloat16    ? kDLBfloat
             : c10::isFloatingType(type) ? kDLFloat
             : type == c10::kByte        ? kDLUInt
                                         : kDLInt;
  return out;
}

ScalarType toScalarType(const DLDataType& dtype) {
  MODECHECK_CHECK(dtype.lanes == 1, ErrorClass::Unsupported, "fromDLPack: elements of ", dtype.lanes,
                  " lanes are not supported");
  const auto bits = static_cast<int>(dtype.bits);
  switch (dtype.code) {
    case kDLUInt:
      if (bits == 8) return c10::kByte;
      break;
    case kDLInt:
      if (bits == 8) return c10::kChar;
      if (bits == 16) return c10::kShort;
      if (bits == 32) return c10::kInt;
      if (bits == 64) return c10::kLong;
      break;
    case kDLFloat:
      if (bits == 16) return c10::kHalf;
      if (bits == 32) return c10::kFloat;
      if (bits == 64) return c10::kDouble;
      break;
    case kDLBfloat:
      if (bits == 16) return c10::kBFloat16;
      break;
    case kDLComplex:
      if (bits == 64) return c10::kComplexFloat;
      if (bits == 128) return c10::kComplexDouble;
      break;
    default:
      break;
  }
  modecheck::engine::raise(ErrorClass::Unsupported, "fromDLPack: no dtype has code ", static_cast<int>(dtype.code),
                           " and ", bits, " bits");
}

DLManagedTensor* toDLPack(const Tensor& src) {
  MODECHECK_CHECK(!src.is_fake(), ErrorClass::Unsupported, "toDLPack: a fake tensor has no memory to share");
  MODECHECK_CHECK(src.in_cpu_memory(), ErrorClass::Unsupported, "toDLPack: only tensors of the CPU, not of ",
                  src.device());
  const DLDataType dtype = getDLDataType(src);
  auto out = std::make_unique<Exported>();
  out->tensor = src;
  out->sizes = src.sizes().vec();
  out->strides = src.strides().vec();
  // The stride of a dimension with fewer than two elements has no effect, and some libraries expect 1.
  for (std::size_t d = 0; d < out->sizes.size(); ++d)
    if (out->sizes[d] < 2) out->strides[d] = 1;
  DLManagedTensor& managed = out->managed;
  managed.manager_ctx = out.get();
  managed.deleter = [](DLManagedTensor* self) { delete static_cast<Exported*>(self->manager_ctx); };
  managed.dl_tensor.data = src.data_ptr();
  managed.dl_tensor.device = {kDLCPU, 0};
  managed.dl_tensor.ndim = static_cast<std::int32_t>(src.dim());
  managed.dl_tensor.dtype = dtype;
  managed.dl_tensor.shape = out->sizes.data();
  managed.dl_tensor.strides = out->strides.data();
  managed.dl_tensor.byte_offset = 0;
  return &out.release()->managed;
}

Tensor fromDLPack(const DLManagedTensor* src) {
  const DLTensor& tensor = src->dl_tensor;
  MODECHECK_CHECK(tensor.device.device_type == kDLCPU, ErrorClass::Unsupported,
                  "fromDLPack: only memory of the CPU, not of device type ",
                  static_cast<int>(tensor.device.device_type));
  const TensorOptions options(toScalarType(tensor.dtype));
  const auto rank = static_cast<std::size_t>(tensor.ndim);
  const c10::IntArrayRef sizes(tensor.shape, rank);
  const auto deleter = [src](void* /*bytes*/) {
    if (src->deleter != nullptr) src->deleter(const_cast<DLManagedTensor*>(src));
  };
  void* const data = static_cast<char*>(tensor.data) + tensor.byte_offset;
  if (tensor.strides == nullptr) return at::from_blob(data, sizes, deleter, options);
  return at::from_blob(data, sizes, c10::IntArrayRef(tensor.strides, rank), deleter, options);
}

}  // namespace modecheck_v1
}  // namespace at
