#include "engine/core/memory/allocate.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <vector>

#include "engine/core/memory/thread_allocator.h"
#include "engine/core/memory/thread_state.h"

namespace modecheck::engine {
namespace {

[[gnu::cold, gnu::noinline]] void reject_dtype(c10::ScalarType dtype) {
  raise(ErrorClass::Unsupported, "empty: dtype ", dtype,
        " is not supported here; use an integer dtype, bool, a floating or a complex one (ComplexHalf apart)");
}

// Returns the block of a new tensor. `source` is what Provenance::note_birth() takes.
inline void* block_for_tensor(const void* source) {
  return ThreadAllocator::allocate_tensor<sizeof(c10::TensorImpl)>(source);
}

// Makes a tensor on the storage: an inference tensor inside InferenceMode and a normal tensor outside of it (rule K1).
// If `sizes` lies inside another tensor, provenance takes that tensor for the source of a new inference tensor.
// The function is always inlined, so that passing `sizes` costs operators nothing.
[[gnu::always_inline]] inline at::Tensor allocate(c10::intrusive_ptr<c10::StorageImpl> storage, c10::ScalarType dtype,
                                                  c10::Device device, c10::IntArrayRef sizes) {
  const bool inference = thread_state.inference;
  const c10::DispatchKeySet backend = c10::backend_keyset(device);
  storage->set_inference(inference);
  if (inference)
    return at::Tensor(c10::intrusive_ptr<c10::TensorImpl>::reclaim(
        ::new (block_for_tensor(sizes.data())) c10::TensorImpl(std::move(storage), backend, dtype, device, nullptr)));
  c10::intrusive_ptr<VersionCounter> counter = c10::intrusive_ptr<VersionCounter>::reclaim(new VersionCounter);
  return at::Tensor(c10::intrusive_ptr<c10::TensorImpl>::reclaim(
      new c10::TensorImpl(std::move(storage), backend | c10::normal_tensor_keyset, dtype, device, std::move(counter))));
}

// Returns the number of bytes of a contiguous tensor, or raises if that number overflows. The sizes are multiplied from
// left to right, as in libtorch. If the product overflows before a size of zero is reached, that is still an error.
std::size_t checked_bytes(c10::IntArrayRef sizes, std::size_t itemsize) {
  std::uint64_t count = 1;
  bool overflow = false;
  for (const std::int64_t size : sizes) {
    MODECHECK_CHECK(size >= 0, ErrorClass::Shape, "empty: trying to create tensor with negative dimension ", size, ": ",
                    sizes);
    overflow |= __builtin_mul_overflow(count, static_cast<std::uint64_t>(size), &count);
  }
  overflow |= __builtin_mul_overflow(count, itemsize, &count);
  MODECHECK_CHECK(!overflow && count <= std::uint64_t{std::numeric_limits<std::int64_t>::max()}, ErrorClass::Shape,
                  "empty: storage size calculation overflowed with sizes=", sizes);
  return count;
}

// Raises if a size is negative or the number of elements overflows. A size of zero makes the tensor empty whatever the
// other sizes are, so an overflow is then ignored.
void check_strided_sizes(c10::IntArrayRef sizes, std::size_t itemsize) {
  if (std::find(sizes.begin(), sizes.end(), 0) == sizes.end()) {
    static_cast<void>(checked_bytes(sizes, itemsize));
    return;
  }
  for (const std::int64_t size : sizes)
    MODECHECK_CHECK(size >= 0, ErrorClass::Shape, "empty_strided: trying to create tensor with negative dimension ",
                    size, ": ", sizes);
}

}  // namespace

at::Tensor empty(c10::IntArrayRef sizes, c10::ScalarType dtype, c10::Device device) {
  if (!c10::is_supported(dtype)) [[unlikely]]
    reject_dtype(dtype);
  at::Tensor out =
      allocate(c10::StorageImpl::create(checked_bytes(sizes, c10::elementSize(dtype)), device), dtype, device, sizes);
  out.unsafeGetTensorImpl()->set_contiguous_geometry(sizes);
  return out;
}

at::Tensor empty_strided(c10::IntArrayRef sizes, c10::IntArrayRef strides, c10::ScalarType dtype, c10::Device device) {
  if (!c10::is_supported(dtype)) [[unlikely]]
    reject_dtype(dtype);
  check_strided_sizes(sizes, c10::elementSize(dtype));
  at::Tensor out = allocate(c10::StorageImpl::create(bytes_needed(sizes, strides, 0, c10::elementSize(dtype)), device),
                            dtype, device, sizes);
  out.unsafeGetTensorImpl()->set_geometry(sizes, strides, 0);
  return out;
}

at::Tensor on_storage(c10::intrusive_ptr<c10::StorageImpl> storage, c10::IntArrayRef sizes, c10::IntArrayRef strides,
                      c10::ScalarType dtype, c10::Device device) {
  if (!c10::is_supported(dtype)) [[unlikely]]
    reject_dtype(dtype);
  at::Tensor out = allocate(std::move(storage), dtype, device, sizes);
  out.unsafeGetTensorImpl()->set_geometry(sizes, strides, 0);
  return out;
}

at::Tensor another_on(const c10::Storage& storage, c10::IntArrayRef sizes, c10::IntArrayRef strides,
                      std::int64_t offset, c10::ScalarType dtype) {
  c10::StorageImpl* const impl = storage.unsafeGetStorageImpl();
  const c10::DispatchKeySet backend = c10::backend_keyset(impl->device());
  impl->retain();
  auto shared = c10::intrusive_ptr<c10::StorageImpl>::reclaim(impl);
  c10::DispatchKeySet keys = backend;
  c10::intrusive_ptr<VersionCounter> counter;
  if (!impl->is_inference()) {
    keys = backend | c10::normal_tensor_keyset;
    counter = c10::intrusive_ptr<VersionCounter>::reclaim(new VersionCounter);
  }
  at::Tensor out(c10::intrusive_ptr<c10::TensorImpl>::reclaim(::new (block_for_tensor(sizes.data())) c10::TensorImpl(
      std::move(shared), keys, dtype, impl->device(), std::move(counter))));
  out.unsafeGetTensorImpl()->set_geometry(sizes, strides, offset);
  return out;
}

at::Tensor make_alias(const at::Tensor& self, c10::IntArrayRef sizes, c10::IntArrayRef strides, std::int64_t offset) {
  return make_alias(self, sizes, strides, offset, self.scalar_type());
}

namespace {

// Returns a new alias of `source` with a version counter of its own. The caller still has to set its sizes and strides.
[[gnu::cold, gnu::noinline]] c10::TensorImpl* new_alias_apart(const c10::TensorImpl& source, c10::ScalarType dtype) {
  auto counter = c10::intrusive_ptr<VersionCounter>::reclaim(new VersionCounter);
  return ::new (block_for_tensor(&source))
      c10::TensorImpl(source.storage(), source.key_set(), dtype, source.device(), std::move(counter));
}

// Returns a new alias of `self`. The caller still has to set its sizes and strides.
inline c10::TensorImpl* new_alias(const at::Tensor& self, c10::ScalarType dtype) {
  const c10::TensorImpl& source = *self.unsafeGetTensorImpl();
  // Under a guard that excludes ADInplaceOrView the alias gets its own version counter, as in libtorch. Rule H allows
  // this: under such a guard the rules about versions promise nothing.
  if (thread_state.excluded.has(c10::DispatchKey::ADInplaceOrView) && source.counter()) [[unlikely]]
    return new_alias_apart(source, dtype);
  return ::new (block_for_tensor(&source))
      c10::TensorImpl(source.storage(), source.key_set(), dtype, source.device(), source.counter());
}

}  // namespace

at::Tensor make_alias(const at::Tensor& self, c10::IntArrayRef sizes, c10::IntArrayRef strides, std::int64_t offset,
                      c10::ScalarType dtype) {
  at::Tensor out(c10::intrusive_ptr<c10::TensorImpl>::reclaim(new_alias(self, dtype)));
  out.unsafeGetTensorImpl()->set_geometry(sizes, strides, offset);
  // An alias with the same sizes and strides has the same symbols. Where the numbers differ, the symbols are not used.
  out.unsafeGetTensorImpl()->set_symbols(self.unsafeGetTensorImpl()->symbols());
  return out;
}

at::Tensor make_contiguous_alias(const at::Tensor& self, c10::IntArrayRef sizes, std::int64_t offset) {
  at::Tensor out(c10::intrusive_ptr<c10::TensorImpl>::reclaim(new_alias(self, self.scalar_type())));
  out.unsafeGetTensorImpl()->set_contiguous_geometry(sizes, offset);
  return out;
}

std::size_t bytes_needed(c10::IntArrayRef sizes, c10::IntArrayRef strides, std::int64_t offset, std::size_t itemsize) {
  std::int64_t last = offset;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == 0) return 0;
    std::int64_t step = 0;
    const bool overflow =
        __builtin_mul_overflow(sizes[i] - 1, strides[i], &step) || __builtin_add_overflow(last, step, &last);
    MODECHECK_CHECK(!overflow, ErrorClass::Shape, "storage size calculation overflowed with sizes=", sizes,
                    " and strides=", strides);
  }
  std::int64_t bytes = 0;
  const bool overflow = __builtin_mul_overflow(last + 1, static_cast<std::int64_t>(itemsize), &bytes);
  MODECHECK_CHECK(!overflow, ErrorClass::Shape, "storage size calculation overflowed with sizes=", sizes,
                  " and strides=", strides);
  return static_cast<std::size_t>(bytes);
}

void ensure_storage(const at::Tensor& self, std::size_t nbytes) { self.unsafeGetTensorImpl()->storage()->grow(nbytes); }

bool is_non_overlapping_and_dense(const at::Tensor& self) {
  if (self.is_contiguous()) return true;
  const c10::IntArrayRef sizes = self.sizes();
  const c10::IntArrayRef strides = self.strides();
  if (self.dim() == 1) return sizes[0] < 2 || strides[0] == 1;
  // Sort the dimensions by ascending stride, with those of size 0 or 1 last. The tensor is dense if each stride is the
  // product of the sizes before it.
  std::vector<std::size_t> order(sizes.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (sizes[a] < 2 || sizes[b] < 2) return sizes[a] >= 2 && sizes[b] < 2;
    return strides[a] < strides[b];
  });
  std::int64_t expected = 1;
  for (std::size_t dim : order) {
    if (sizes[dim] < 2) return true;
    if (strides[dim] != expected) return false;
    expected *= sizes[dim];
  }
  return true;
}

}  // namespace modecheck::engine
