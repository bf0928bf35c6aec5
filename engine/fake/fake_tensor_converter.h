// Makes a fake tensor of a real one, with all metadata of the real one. PyTorch's name is the same.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/memory/storage.h"
#include "engine/core/tensor/tensor.h"
#include "engine/core/tensor/version_counter.h"
#include "engine/fake/symbolic/symbolic_context.h"
#include "engine/fake/symbolic_sizes.h"

namespace modecheck::engine::fake {

// Converts the tensors of one fake mode. What two real tensors share, their fake ones share too: storage, version
// counter and base. The converter keeps the tensors that it has converted, so that no other tensor gets their identity.
class FakeTensorConverter {
 public:
  // How the sizes, strides and offset of a tensor become symbols. `source` names the tensor. Its base, if it is a view,
  // is named "x._base" and has the policy of the context's view_base_context. Its gradient is "x.grad". A
  // StatefulSymbolicContext names its tensor itself, so that the tensor has the same sources in any order of
  // conversion.
  struct Policy {
    std::shared_ptr<SymbolicContext> context;  // null in a mode without symbols
    std::string source;
    bool is_default = false;  // whether the caller named no context, so that a converted tensor may have another one
  };

  // `mode` is the number of the fake mode to which the storages of the fake tensors belong. `symbols` is null if the
  // mode has none.
  FakeTensorConverter(std::uint32_t mode, SymbolicSizes* symbols) : mode_(mode), symbols_(symbols) {}

  // Returns the fake tensor of `real`, and the same one each time. A view is converted through its base, and a tensor
  // with its gradient. The fake tensor claims the device of `real`. It has the sizes, strides, offset, dtype, version
  // and creation meta of `real`; it is an inference tensor, a leaf, or a tensor that requires grad if `real` is one.
  // Hooks, tangents and the recorded graph stay behind: a backward ends at a tensor that had a history when it was
  // converted. An undefined tensor gives an undefined one, and a fake tensor of this mode itself.
  // Raises an Argument error, and converts nothing, for a fake tensor of another mode, for a context that does not fit,
  // for a source that names another tensor, and for a converted tensor whose context is another one.
  at::Tensor convert(const at::Tensor& real, const Policy& policy);
  at::Tensor convert(const at::Tensor& real) { return convert(real, {nullptr, "", true}); }
  // Returns whether the source names a tensor that has been converted.
  bool has_source(const std::string& source) const { return done_.sources.count(source) != 0; }

  // The sizes, strides and offset that the fake tensor of a real one gets in place of its own.
  using Shapes = std::function<SymbolicGeometry(const at::Tensor& real)>;
  // Makes convert() ask for the numbers of each tensor. The storages grow to hold them.
  void set_shapes(Shapes shapes) { shapes_ = std::move(shapes); }

  // Returns the tensors that have been converted, in the order of their conversion.
  const std::vector<at::Tensor>& converted() const { return reals_; }

 private:
  c10::intrusive_ptr<c10::StorageImpl> storage_of(const at::Tensor& real);
  c10::intrusive_ptr<VersionCounter> counter_of(const at::Tensor& real);
  // The policies of tensors, and the tensors that sources name.
  struct Plan {
    std::map<const c10::TensorImpl*, Policy> policies;
    std::map<std::string, const c10::TensorImpl*> sources;
  };

  void check(const at::Tensor& real, const Policy& policy, Plan& plan) const;
  static void check_known(const Policy& policy, const Policy& known);
  at::Tensor convert_checked(const at::Tensor& real, const Policy& policy, const std::vector<Expression>& known_sizes);
  at::Tensor without_history(const at::Tensor& real);
  void add_symbols(const at::Tensor& fake, const Policy& policy, const std::vector<Expression>& known_sizes);
  void add_gradient(const at::Tensor& real, const at::Tensor& fake, const Policy& policy);
  void bind_gradient(const at::Tensor& fake);
  void add_history(const at::Tensor& real, const at::Tensor& fake, const Policy& policy);

  // A real object and the fake one that stands for it. Both are kept, so that no other object gets the real one's
  // address.
  template <typename T>
  struct Pair {
    c10::intrusive_ptr<T> real;
    c10::intrusive_ptr<T> fake;
  };

  std::uint32_t mode_;
  SymbolicSizes* symbols_;
  Shapes shapes_;
  std::vector<at::Tensor> reals_;
  std::map<const c10::TensorImpl*, at::Tensor> fakes_;
  Plan done_;
  std::map<const c10::StorageImpl*, Pair<c10::StorageImpl>> storages_;
  std::map<const VersionCounter*, Pair<VersionCounter>> counters_;
};

}  // namespace modecheck::engine::fake
