// PyTorch's type promotion: dimensioned tensors, then tensors without dimensions, then numbers.
#pragma once

#include <algorithm>
#include <optional>

#include "spec/arguments.h"
#include "spec/effect.h"

namespace modecheck::spec {

// bool < int64 < float32 < float64.
constexpr int promotion_rank(DType dtype) {
  constexpr int ranks[] = {2, 3, 1, 0};
  return ranks[static_cast<int>(dtype)];
}
constexpr DType promote(DType a, DType b) { return promotion_rank(a) >= promotion_rank(b) ? a : b; }

// Whether a result of one dtype may be written to a tensor of another.
constexpr bool can_cast(DType from, DType to) {
  if (is_floating(from) && !is_floating(to)) return false;
  return from == DType::Bool || to != DType::Bool;
}

class Promotion {
 public:
  void add(const Geometry& tensor) { join(tensor.rank > 0 ? dimensioned_ : zero_dim_, tensor.dtype); }
  void add_number(ScalarValue::Kind kind) {
    join(number_, kind == ScalarValue::Kind::Float  ? DType::Float32
                  : kind == ScalarValue::Kind::Bool ? DType::Bool
                                                    : DType::Int64);
  }
  DType result() const { return combine(dimensioned_, combine(zero_dim_, number_)).value_or(DType::Float32); }

 private:
  using Category = std::optional<DType>;
  static void join(Category& category, DType dtype) { category = category ? promote(*category, dtype) : dtype; }
  // The lower category counts only if it is of a higher kind: a number does not widen float32 to float64.
  static Category combine(Category higher, Category lower) {
    if (!higher) return lower;
    if (!lower || is_floating(*higher)) return higher;
    if (*higher == DType::Bool || is_floating(*lower)) return promote(*higher, *lower);
    return higher;
  }

  Category dimensioned_;
  Category zero_dim_;
  Category number_;
};

}  // namespace modecheck::spec
