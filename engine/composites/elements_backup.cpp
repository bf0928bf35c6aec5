#include "engine/composites/elements_backup.h"

#include <cstring>
#include <exception>

#include "engine/api/generated/functions.h"
#include "engine/autograd/graph/autograd_meta.h"
#include "engine/core/memory/allocate.h"
#include "engine/modes/inference_mode.h"

namespace modecheck::engine {
namespace {

// Calls `visit` for every contiguous run of elements, in row-major order.
template <typename Visit>
void each_run(const c10::TensorImpl& tensor, std::byte* at, std::size_t dimension, const Visit& visit) {
  const auto item = static_cast<std::int64_t>(tensor.itemsize());
  const auto rank = static_cast<std::size_t>(tensor.dim());
  if (dimension == rank) return visit(at, static_cast<std::size_t>(item));
  const std::int64_t size = tensor.sizes()[dimension];
  const std::int64_t stride = tensor.strides()[dimension];
  if (dimension + 1 == rank && stride == 1) return visit(at, static_cast<std::size_t>(size * item));
  for (std::int64_t i = 0; i < size; ++i) each_run(tensor, at + i * stride * item, dimension + 1, visit);
}

std::byte* bytes_of(const c10::TensorImpl& tensor) { return static_cast<std::byte*>(tensor.data()); }

}  // namespace

ElementsBackup::ElementsBackup(const at::Tensor& tensor) : tensor_(tensor), version_(version_of(tensor)) {
  const c10::TensorImpl& impl = *tensor.unsafeGetTensorImpl();
  if (tensor.device().in_cuda_memory()) {
    const c10::InferenceMode mode;
    there_ =
        another_on(tensor.storage(), tensor.sizes(), tensor.strides(), tensor.storage_offset(), tensor.scalar_type());
    copy_ = there_.clone();
    return;
  }
  if (bytes_of(impl) == nullptr) return;
  bytes_ = std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(impl.numel()) * impl.itemsize());
  std::byte* to = bytes_.get();
  each_run(impl, bytes_of(impl), 0, [&to](const std::byte* run, std::size_t bytes) {
    std::memcpy(to, run, bytes);
    to += bytes;
  });
}

void ElementsBackup::put_back() noexcept {
  c10::TensorImpl& impl = *tensor_.unsafeGetTensorImpl();
  if (copy_.defined()) {
    const c10::InferenceMode mode;
    try {
      there_.copy_(copy_);
    } catch (const std::exception&) {
      // The device has failed, so nobody will read these elements.
    }
  } else if (bytes_) {
    const std::byte* from = bytes_.get();
    each_run(impl, bytes_of(impl), 0, [&from](std::byte* run, std::size_t bytes) {
      std::memcpy(run, from, bytes);
      from += bytes;
    });
  }
  if (impl.counter()) impl.counter()->take_back_to(version_);
}

}  // namespace modecheck::engine
