// Makes a fake tensor of a real one, with all metadata of the real one. PyTorch's name is the same.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "engine/core/memory/storage.h"
#include "engine/core/tensor/tensor.h"
#include "engine/core/tensor/version_counter.h"

namespace modecheck::engine::fake {

// Converts the tensors of one fake mode. What two real tensors share, their fake ones share too: storage, version
// counter and base. The converter keeps the tensors that it has converted, so that no other tensor gets their identity.
class FakeTensorConverter {
 public:
  // `mode` is the number of the fake mode to which the storages of the fake tensors belong.
  explicit FakeTensorConverter(std::uint32_t mode) : mode_(mode) {}

  // Returns the fake tensor of `real`, and the same one each time. A view is converted through its base, and a tensor
  // with its gradient. The fake tensor claims the device of `real`. It has the sizes, strides, offset, dtype, version
  // and creation meta of `real`; it is an inference tensor, a leaf, or a tensor that requires grad if `real` is one.
  // Hooks, tangents and the recorded graph stay behind: a backward ends at a tensor that had a history when it was
  // converted. An undefined tensor gives an undefined one, and a fake tensor of this mode itself. Raises an Argument
  // error for a fake tensor of another mode.
  at::Tensor convert(const at::Tensor& real);

  // Returns the tensors that have been converted, in the order of their conversion.
  const std::vector<at::Tensor>& converted() const { return reals_; }

 private:
  c10::intrusive_ptr<c10::StorageImpl> storage_of(const at::Tensor& real);
  c10::intrusive_ptr<VersionCounter> counter_of(const at::Tensor& real);
  at::Tensor without_history(const at::Tensor& real);
  void add_history(const at::Tensor& real, const at::Tensor& fake);

  // A real object and the fake one that stands for it. Both are kept, so that no other object gets the real one's
  // address.
  template <typename T>
  struct Pair {
    c10::intrusive_ptr<T> real;
    c10::intrusive_ptr<T> fake;
  };

  std::uint32_t mode_;
  std::vector<at::Tensor> reals_;
  std::map<const c10::TensorImpl*, at::Tensor> fakes_;
  std::map<const c10::StorageImpl*, Pair<c10::StorageImpl>> storages_;
  std::map<const VersionCounter*, Pair<VersionCounter>> counters_;
};

}  // namespace modecheck::engine::fake
