// at::indexing::TensorIndex is one entry of the list in `tensor.index({...})`.
//
//   t.index({0, Slice(1, None), "...", None, mask})
//
//   an integer       selects one index and removes the dimension
//   Slice            selects a part of the dimension
//   None             inserts a new dimension of size one
//   Ellipsis, "..."  keeps all dimensions that the other entries do not index
//   true, false      inserts a new dimension of size one or zero
//   a tensor         An int64 tensor contains indices into the dimension. A bool tensor is a mask over as many
//                    dimensions as it has. A tensor without dimensions counts as the integer or bool in it.
#pragma once

#include <cstdint>
#include <ostream>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "engine/api/ellipsis_index.h"
#include "engine/api/slice_index.h"
#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {
namespace indexing {

inline constexpr c10::nullopt_t None = c10::nullopt;

struct TensorIndex final {
 public:
  TensorIndex(c10::nullopt_t /*none*/) {}
  TensorIndex(EllipsisIndexType ellipsis) : value_(ellipsis) {}
  // The text must be "..."; any other text raises c10::ValueError.
  TensorIndex(const char* text) : value_(Ellipsis) {
    if (std::string_view(text) != "...")
      throw c10::ValueError(modecheck::engine::ErrorClass::Argument,
                            "Expected \"...\" to represent an ellipsis index, but got \"" + std::string(text) + "\"");
  }
  TensorIndex(std::int64_t integer) : value_(integer) {}
  TensorIndex(int integer) : TensorIndex(static_cast<std::int64_t>(integer)) {}
  template <typename T, typename = std::enable_if_t<std::is_same_v<T, bool>>>
  TensorIndex(T boolean) : value_(boolean) {}
  TensorIndex(Slice slice) : value_(slice) {}
  TensorIndex(Tensor tensor) : value_(std::move(tensor)) {}

  bool is_none() const { return std::holds_alternative<std::monostate>(value_); }
  bool is_ellipsis() const { return std::holds_alternative<EllipsisIndexType>(value_); }
  bool is_integer() const { return std::holds_alternative<std::int64_t>(value_); }
  bool is_boolean() const { return std::holds_alternative<bool>(value_); }
  bool is_slice() const { return std::holds_alternative<Slice>(value_); }
  bool is_tensor() const { return std::holds_alternative<Tensor>(value_); }
  std::int64_t integer() const { return std::get<std::int64_t>(value_); }
  bool boolean() const { return std::get<bool>(value_); }
  const Slice& slice() const { return std::get<Slice>(value_); }
  const Tensor& tensor() const { return std::get<Tensor>(value_); }

 private:
  std::variant<std::monostate, EllipsisIndexType, std::int64_t, bool, Slice, Tensor> value_;
};

std::ostream& operator<<(std::ostream& out, const TensorIndex& index);
// Prints the indices, for example "(1, 0:9:2, ...)".
std::ostream& operator<<(std::ostream& out, const std::vector<TensorIndex>& indices);

// Returns a tracked view of `self` if no entry is a tensor or a bool. Otherwise returns a copy, made by the operator
// index.Tensor. Raises for too many indices and for indices out of range.
Tensor get_item(const Tensor& self, c10::ArrayRef<TensorIndex> indices);
// Writes `value` to the indexed elements. If get_item would return a view, this uses copy_ into the view, and otherwise
// the operator index_put_. `value` broadcasts. Raises as get_item does, and if `value` does not broadcast.
void set_item(const Tensor& self, c10::ArrayRef<TensorIndex> indices, const Tensor& value);
void set_item(const Tensor& self, c10::ArrayRef<TensorIndex> indices, const c10::Scalar& value);

}  // namespace indexing
}  // namespace modecheck_v1
}  // namespace at

namespace torch {
inline namespace modecheck_v1 {
namespace indexing {
using namespace at::indexing;  // NOLINT: libtorch's torch::indexing is this
}
}  // namespace modecheck_v1
}  // namespace torch
