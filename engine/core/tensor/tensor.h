// Declares at::Tensor, the handle that programs hold: a reference-counted pointer to a TensorImpl.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/core/errors/error.h"
#include "engine/core/memory/intrusive_ptr.h"
#include "engine/core/memory/storage.h"
#include "engine/core/tensor/packed_tensor_accessor.h"
#include "engine/core/tensor/tensor_accessor.h"
#include "engine/core/tensor/tensor_impl.h"
#include "engine/core/types/array_ref.h"
#include "engine/core/types/backend.h"
#include "engine/core/types/device.h"
#include "engine/core/types/generator.h"
#include "engine/core/types/layout.h"
#include "engine/core/types/scalar.h"
#include "engine/core/types/scalar_type.h"
#include "engine/core/types/type_meta.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {
struct Node;
}
}  // namespace modecheck_v1
}  // namespace torch

namespace c10 {
inline namespace modecheck_v1 {
class TensorOptions;
template <typename T>
class List;
}  // namespace modecheck_v1
}  // namespace c10

namespace at {
inline namespace modecheck_v1 {

class Tensor;
// TensorBase is libtorch's name for the part of Tensor without operators. Here it is the same class as Tensor.
using TensorBase = Tensor;
class DeprecatedTypeProperties;
using TensorList = c10::ArrayRef<Tensor>;
using c10::Layout;
using c10::MemoryFormat;

namespace indexing {
struct TensorIndex;
}

class Tensor final {
 public:
  Tensor() = default;
  explicit Tensor(c10::intrusive_ptr<c10::TensorImpl> impl) noexcept : impl_(std::move(impl)) {}
  Tensor(const Tensor&) = default;
  Tensor(Tensor&&) noexcept = default;
  Tensor& operator=(const Tensor&) & = default;
  Tensor& operator=(Tensor&&) & noexcept = default;
  // Assigning to a temporary tensor writes its elements, as in `t[0] = 1` or `t.select(0, 1) = other`. The values
  // broadcast to the temporary. Raises as copy_() and fill_() do (rules M2 and W4).
  Tensor& operator=(const Tensor& values) && { return copy_(values); }
  Tensor& operator=(const c10::Scalar& value) && { return fill_(value); }
  ~Tensor() = default;

  bool defined() const { return static_cast<bool>(impl_); }
  // Returns the object behind the handle, without a new reference. It is null for an undefined tensor.
  c10::TensorImpl* unsafeGetTensorImpl() const { return impl_.get(); }
  const c10::intrusive_ptr<c10::TensorImpl>& getIntrusivePtr() const { return impl_; }
  // Returns whether both handles refer to the same tensor. Two aliases of one storage are different tensors.
  bool is_same(const Tensor& other) const { return impl_ == other.impl_; }
  std::size_t use_count() const { return impl_.use_count(); }
  void reset() { impl_.reset(); }

  // The functions below return metadata. strides() and storage_offset() count elements; itemsize() and nbytes() count
  // bytes. The functions read stored values: they never regenerate a view's history (rule W5), and raise only where a
  // comment says so. An undefined tensor has sizes [0] and no dtype. For an undefined tensor strides(), itemsize(),
  // nbytes(), device(), storage(), data_ptr() and is_alias_of() raise UndefinedTensor.
  std::int64_t dim() const { return read().dim(); }
  std::int64_t ndimension() const { return read().dim(); }
  std::int64_t numel() const { return read().numel(); }
  c10::IntArrayRef sizes() const { return read().sizes(); }
  c10::IntArrayRef strides() const { return must_be_defined("strides").strides(); }
  std::int64_t storage_offset() const { return read().storage_offset(); }
  // size() and stride() return the size or the stride of one dimension; strides count elements. Negative dimensions
  // count from the end. A dimension out of range raises a Dimension error.
  std::int64_t size(std::int64_t dim) const;
  std::int64_t stride(std::int64_t dim) const;
  bool is_contiguous() const { return read().is_contiguous(); }
  bool is_contiguous(MemoryFormat format) const;
  // Returns the memory format that the strides fit, and Contiguous if they fit several formats.
  MemoryFormat suggest_memory_format() const;
  // Returns true if no two indices address the same element and the elements fill an interval without gaps.
  bool is_non_overlapping_and_dense() const;
  bool is_same_size(const Tensor& other) const { return sizes().equals(other.sizes()); }
  c10::ScalarType scalar_type() const { return read().dtype(); }
  caffe2::TypeMeta dtype() const { return caffe2::TypeMeta(read().dtype()); }
  std::size_t itemsize() const { return must_be_defined("itemsize").itemsize(); }
  std::size_t element_size() const { return must_be_defined("itemsize").itemsize(); }
  std::size_t nbytes() const { return itemsize() * static_cast<std::size_t>(impl_->numel()); }
  c10::Device device() const { return must_be_defined("device").device(); }
  std::int64_t get_device() const { return device().index(); }
  c10::Layout layout() const { return c10::kStrided; }
  c10::TensorOptions options() const;
  // Returns the type's name as tensors print it, such as "CPUFloatType", or "UndefinedType" for an undefined tensor.
  std::string toString() const;
  // Returns an empty name, because tensors have no names in this engine. Raises for an undefined tensor.
  const std::string& name() const;
  DeprecatedTypeProperties& type() const;
  // Returns the tensor on the device of the backend, by to(). Raises an error if the backend belongs to no device.
  Tensor toBackend(c10::Backend backend) const;
  // Calls `function` with this tensor as its first argument: `t.m(relu).m(at::softmax, 1)`.
  template <typename Function, typename... Arguments>
  auto m(Function function, Arguments&&... arguments) const
      -> decltype(function(*this, std::forward<Arguments>(arguments)...)) {
    return function(*this, std::forward<Arguments>(arguments)...);
  }
  bool is_floating_point() const { return c10::isFloatingType(scalar_type()); }
  bool is_complex() const { return c10::isComplexType(scalar_type()); }
  bool is_signed() const { return scalar_type() != c10::ScalarType::Byte && scalar_type() != c10::kBool; }
  // A deprecated function of libtorch. Its result does not depend on the tensor: it returns whether the calling thread
  // does not exclude the autograd keys.
  bool is_variable() const noexcept;
  bool is_sparse() const { return false; }
  bool is_sparse_csr() const { return false; }
  bool is_mkldnn() const { return false; }
  bool is_quantized() const { return false; }
  // These functions exist because libtorch has them. In libtorch conj() can return a tensor whose elements are
  // conjugated only when they are read. This engine conjugates and negates elements at once, so no tensor waits for
  // that.
  bool is_conj() const { return false; }
  bool is_neg() const { return false; }
  Tensor resolve_conj() const { return *this; }
  Tensor resolve_neg() const { return *this; }
  // is_pinned() returns whether the tensor is in pinned (page-locked) host memory, and false without a CUDA device.
  // pin_memory() returns a pinned copy, or the tensor itself if it is pinned. pin_memory() raises without a CUDA
  // device, for a tensor on another device than the CPU, and for a tensor that requires grad in grad mode.
  bool is_pinned(c10::optional<c10::Device> device = c10::nullopt) const;
  Tensor pin_memory(c10::optional<c10::Device> device = c10::nullopt) const;
  bool is_cuda() const { return defined() && impl_->device().is_cuda(); }
  bool is_cpu() const { return defined() && impl_->device().is_cpu(); }
  bool is_meta() const { return defined() && impl_->device().is_meta(); }
  // These functions say where the elements are, and not which device a fake tensor claims (c10::Device). has_bytes()
  // is true for an undefined tensor.
  bool in_cuda_memory() const { return defined() && impl_->device().in_cuda_memory(); }
  bool in_cpu_memory() const { return defined() && impl_->device().in_cpu_memory(); }
  bool has_bytes() const { return !defined() || impl_->device().has_bytes(); }
  // Returns true if the tensor has sizes and a history but no elements, and claims a device (engine/fake).
  bool is_fake() const { return defined() && impl_->device().is_fake(); }
  c10::DispatchKeySet key_set() const { return read().key_set(); }
  bool is_inference() const { return defined() && impl_->is_inference(); }
  bool has_storage() const { return static_cast<bool>(read().storage()); }
  c10::Storage storage() const { return c10::Storage(must_be_defined("storage").storage()); }
  // Returns whether both tensors use the same storage, even if they have no element in common.
  bool is_alias_of(const Tensor& other) const {
    return must_be_defined("is_alias_of").storage() == other.must_be_defined("is_alias_of").storage();
  }
  // Returns the address of the first element, or null if the tensor is on Meta or has no bytes. On a CUDA device this
  // is an address in the device's memory.
  void* data_ptr() const { return must_be_defined("data_ptr").data(); }
  // Returns the address of the first element as `T*`. Raises a Dtype error if `T` is not the tensor's element type.
  template <typename T>
  T* data_ptr() const;
  // The former name of data_ptr<T>(), which libtorch keeps for old programs.
  template <typename T>
  [[deprecated("use data_ptr<T>()")]] T* data() const {
    return data_ptr<T>();
  }
  // Returns the value of a tensor with one element; on a CUDA device this waits for the device. Raises an Argument
  // error for another number of elements and on Meta, and UndefinedTensor for an undefined tensor. item<T>() also
  // raises if the value does not fit `T`.
  c10::Scalar item() const;
  template <typename T>
  T item() const {
    return item().to<T>();
  }
  // Returns whether the only element differs from zero. Raises for the same reasons as item().
  bool is_nonzero() const;
  // Returns an accessor of `N` dimensions that does not check indices. Raises unless the tensor has `N` dimensions and
  // the element type `T`. The tensor must outlive the accessor.
  template <typename T, std::size_t N>
  TensorAccessor<T, N> accessor() const& {
    static_assert(N > 0, "data_ptr() and item() are for tensors without dimensions");
    check_accessor(N);
    return TensorAccessor<T, N>(data_ptr<T>(), sizes().data(), strides().data());
  }
  template <typename T, std::size_t N>
  TensorAccessor<T, N> accessor() && = delete;
  // These functions return accessors with their own copy of sizes and strides, whose indices have 32 or 64 bits. They
  // raise as accessor() does. packed_accessor32() raises too if the tensor has more than 2147483647 elements.
  template <typename T, std::size_t N, template <typename U> class PtrTraits = DefaultPtrTraits>
  PackedTensorAccessor32<T, N, PtrTraits> packed_accessor32() const& {
    MODECHECK_CHECK(numel() <= 2147483647, modecheck::engine::ErrorClass::Argument,
                    "packed_accessor32: numel needs to be smaller than int32_t max; otherwise, please use "
                    "packed_accessor64");
    return generic_packed_accessor<T, N, PtrTraits, std::int32_t>();
  }
  template <typename T, std::size_t N, template <typename U> class PtrTraits = DefaultPtrTraits>
  PackedTensorAccessor64<T, N, PtrTraits> packed_accessor64() const& {
    return generic_packed_accessor<T, N, PtrTraits, std::int64_t>();
  }
  template <typename T, std::size_t N, template <typename U> class PtrTraits = DefaultPtrTraits,
            typename Index = std::int64_t>
  GenericPackedTensorAccessor<T, N, PtrTraits, Index> generic_packed_accessor() const& {
    static_assert(N > 0, "data_ptr() and item() are for tensors without dimensions");
    check_accessor(N);
    return {data_ptr<T>(), sizes().data(), strides().data()};
  }

  // The functions below read and change the autograd state of the tensor. They raise for an undefined tensor, except
  // that requires_grad() returns false and _version() returns 0.
  bool requires_grad() const { return read().autograd_meta() != nullptr && requires_grad_slowly(); }
  // These functions set the tensor's own requires_grad flag and return the tensor (rule M3). They raise for an
  // inference tensor outside InferenceMode, and for a dtype that is neither floating point nor complex. As in libtorch,
  // set_requires_grad() does not look at grad_fn. requires_grad_(false) raises RequiresGradOnNonLeaf for a tensor with
  // a grad_fn.
  const Tensor& set_requires_grad(bool requires_grad) const;
  const Tensor& requires_grad_(bool requires_grad = true) const;
  // Returns true if the tensor has no grad_fn.
  bool is_leaf() const;
  // Returns true if the tensor is a tracked view (rule W1). The results of detach() and .data are not.
  bool is_view() const;
  bool _is_view() const { return is_view(); }
  // Returns the base of a tracked view, which is never a view itself. Raises NotAView if the tensor is no tracked view.
  const Tensor& _base() const;
  // Returns the tensor's version. Raises InferenceVersionRead for an inference tensor, which has no version counter
  // (rule V2).
  std::int64_t _version() const;
  // Returns the node that recorded the tensor, or null for a leaf. If the tensor is a view whose base was written
  // since, its history is regenerated first. Raises if the view's creation meta forbids that (rule W5).
  const c10::intrusive_ptr<torch::autograd::Node>& grad_fn() const;
  // Returns which result of grad_fn() the tensor is, counted from 0.
  std::int64_t output_nr() const;
  // grad() returns the gradient that backward has accumulated (rule S6). It is undefined before the first backward.
  // mutable_grad() returns it for assignment. grad() warns for a non-leaf tensor that does not retain its gradient.
  const Tensor& grad() const;
  Tensor& mutable_grad() const;
  // Makes backward store the gradient of this non-leaf tensor in grad() too (rule S7); does nothing for a leaf. Raises
  // a RetainGrad error if the tensor does not require grad, and raises as grad_fn() does.
  void retain_grad() const;
  bool retains_grad() const;
  // variable_data() and data() return an alias with its own version counter and no history. The checks of backward do
  // not see writes to the alias (rules V1 and H).
  Tensor variable_data() const;
  Tensor data() const { return variable_data(); }
  // Returns an alias without history that shares the tensor's version counter (rule V1).
  Tensor tensor_data() const;
  // Makes this tensor use the storage, sizes, strides, dtype and device of `new_data`. Raises KindChange unless both
  // are normal or both are inference tensors (rule K3). Raises for an inference tensor outside InferenceMode (rule M2),
  // and for a dtype that cannot require grad if this tensor does. Rule H exempts the two storages from all other rules.
  void set_data(const Tensor& new_data) const;
  // Runs backward from this tensor alone; see torch::autograd::backward(), whose errors it raises. Raises an Argument
  // error if `inputs` is given and empty.
  void backward(const Tensor& gradient = {}, c10::optional<bool> retain_graph = c10::nullopt, bool create_graph = false,
                c10::optional<TensorList> inputs = c10::nullopt) const;
  // Registers a function that runs whenever the tensor's gradient is computed (rule S7), and returns a number for
  // remove_hook(). `hook` takes the gradient as `const Tensor&` or `Tensor`. It returns nothing, or a gradient of the
  // same sizes, dtype and device; an undefined tensor leaves the gradient unchanged. Raises an Argument error if the
  // tensor does not require grad.
  template <typename Hook>
  unsigned register_hook(Hook hook) const {
    if constexpr (std::is_void_v<std::invoke_result_t<Hook&, Tensor>>) {
      return add_hook([hook](const Tensor& gradient) mutable {
        hook(gradient);
        return Tensor();
      });
    } else {
      return add_hook([hook](const Tensor& gradient) mutable -> Tensor { return hook(gradient); });
    }
  }
  // Removes the hook with the number that register_hook() returned. Raises an Argument error if there is no such hook.
  void remove_hook(unsigned position) const;

  // The catalogue's operators as methods, and the methods that are composed of them.
#include "engine/core/tensor/generated/methods.inc"
#include "engine/core/tensor/tensor_compositions.inc"
#include "engine/core/tensor/tensor_symint.inc"

 private:
  const c10::TensorImpl& read() const { return impl_ ? *impl_ : c10::TensorImpl::undefined(); }
  const c10::TensorImpl& must_be_defined(const char* what) const {
    if (!impl_) [[unlikely]]
      reject_undefined(what);
    return *impl_;
  }
  // Returns a non-const reference to this handle. In-place operators return it, as in libtorch, although they are const
  // methods.
  Tensor& itself() const { return const_cast<Tensor&>(*this); }
  [[noreturn, gnu::cold]] static void reject_undefined(const char* what);
  void check_accessor(std::size_t rank) const;
  bool requires_grad_slowly() const;
  unsigned add_hook(std::function<Tensor(const Tensor&)> hook) const;

  c10::intrusive_ptr<c10::TensorImpl> impl_;
};

template <typename T>
T* Tensor::data_ptr() const {
  constexpr c10::ScalarType wanted = c10::CppTypeToScalarType<T>::value;
  static_assert(wanted != c10::ScalarType::Undefined, "one of the supported element types");
  MODECHECK_CHECK(scalar_type() == wanted, modecheck::engine::ErrorClass::Dtype, "expected scalar type ", wanted,
                  " but found ", scalar_type());
  return static_cast<T*>(data_ptr());
}

}  // namespace modecheck_v1
}  // namespace at
