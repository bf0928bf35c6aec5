// Sorting, and other operators that need an order.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

struct sort_stable : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "sort.stable(Tensor self, *, bool? stable, int dim=-1, bool descending=False) -> (Tensor values, Tensor "
      "indices)";
};

// The order of equal elements is unspecified.
struct sort : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "sort(Tensor self, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)";
};

struct topk : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "topk(Tensor self, int k, int dim=-1, bool largest=True, bool sorted=True) -> (Tensor values, Tensor indices)";
};

struct kthvalue : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "kthvalue(Tensor self, int k, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)";
};

struct max_dim : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)";
};

struct min_dim : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "min.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)";
};

struct median_dim : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "median.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)";
};

// Returns the distinct values, the index of each element among them, and how often each occurs.
struct _unique2 : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "_unique2(Tensor self, bool sorted=True, bool return_inverse=False, bool return_counts=False) -> (Tensor, "
      "Tensor, Tensor)";
};

// The index at which each value would be inserted into a sorted sequence.
struct searchsorted_Tensor : Operator<Family::Comparison> {
  static constexpr std::string_view schema =
      "searchsorted.Tensor(Tensor sorted_sequence, Tensor self, *, bool out_int32=False, bool right=False, str? "
      "side=None, Tensor? sorter=None) -> Tensor";
};

// The same with the arguments swapped, and one sequence only.
struct bucketize_Tensor : Operator<Family::Comparison> {
  static constexpr std::string_view schema =
      "bucketize.Tensor(Tensor self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor";
};

// For a single value.
struct searchsorted_Scalar : Operator<Family::Comparison> {
  static constexpr std::string_view schema =
      "searchsorted.Scalar(Tensor sorted_sequence, Scalar self, *, bool out_int32=False, bool right=False, str? "
      "side=None, Tensor? sorter=None) -> Tensor";
};

struct bucketize_Scalar : Operator<Family::Comparison> {
  static constexpr std::string_view schema =
      "bucketize.Scalar(Scalar self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor";
};

using SortingOperators = List<max_dim, min_dim, sort_stable, sort, topk, kthvalue, median_dim>;

using SearchOperators = List<searchsorted_Tensor, bucketize_Tensor, _unique2>;

using NumberSearchOperators = List<searchsorted_Scalar, bucketize_Scalar>;

}  // namespace modecheck::spec::operators
