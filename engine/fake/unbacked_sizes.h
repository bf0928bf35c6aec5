// Sizes of results that depend on the elements of a tensor, such as the number of rows of nonzero(). A fake tensor has
// no elements, so each such size is an unbacked symbol. Kernels take a number that stands for it.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/tensor/tensor.h"
#include "engine/fake/symbolic/shape_env.h"

namespace modecheck::engine::fake {

class UnbackedSizes final {
 public:
  explicit UnbackedSizes(std::shared_ptr<ShapeEnv> env) : env_(std::move(env)) {}

  // Returns whether any size is known.
  bool any() const { return !sizes_.empty(); }
  // A call of an operator begins. Forgets the sizes that belong to the call before only.
  void begin_call();
  // An operator writes the tensor. Forgets the sizes of all tensors that share its storage.
  void will_be_written(const at::Tensor& tensor);
  // Returns the number that a kernel takes for a size that depends on the elements of the tensor.
  std::int64_t taken_by_kernel(const at::Tensor& tensor, std::string_view op);
  // Returns the symbol of that size, for the rule of the operator.
  Expression size_of_result(const at::Tensor& tensor, std::string_view op);
  // Returns whether a kernel of this call took a size that no rule asked for, so that the results lack its symbol.
  bool has_lost_size() const;

 private:
  // The rows of nonzero() stay the same until the tensor is written or gets other data. Other sizes belong to one call,
  // and so do those of inference tensors, which have no version.
  struct Size {
    at::Tensor tensor;
    std::vector<std::int64_t> numbers;  // the sizes, the strides, the offset and the dtype when the size was made
    c10::intrusive_ptr<c10::StorageImpl> storage;  // of the tensor when the size was made
    std::optional<std::int64_t> version;
    std::string op;
    Expression symbol;
    std::int64_t number;
    bool is_taken = false;  // by a kernel of this call
    bool is_told = false;   // to a rule of this call
  };

  Size& size_of(const at::Tensor& tensor, std::string_view op);

  std::shared_ptr<ShapeEnv> env_;
  std::deque<Size> sizes_;
  std::int64_t made_ = 0;
};

}  // namespace modecheck::engine::fake
