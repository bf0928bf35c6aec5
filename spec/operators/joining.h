// The operators that join tensors or pick elements by an index or a mask.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

struct cat : Operator<Family::Joining> {
  static constexpr std::string_view schema = "cat(Tensor[] tensors, int dim=0) -> Tensor";
};

struct cat_out : Operator<Family::Joining> {
  static constexpr std::string_view schema = "cat.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!)";
};

struct stack : Operator<Family::Joining> {
  static constexpr std::string_view schema = "stack(Tensor[] tensors, int dim=0) -> Tensor";
};

struct index_select : Operator<Family::Indexing> {
  static constexpr std::string_view schema = "index_select(Tensor self, int dim, Tensor index) -> Tensor";
};

struct index_select_out : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "index_select.out(Tensor self, int dim, Tensor index, *, Tensor(a!) out) -> Tensor(a!)";
};

struct gather : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "gather(Tensor self, int dim, Tensor index, *, bool sparse_grad=False) -> Tensor";
};

struct masked_fill_Scalar : Operator<Family::Indexing> {
  static constexpr std::string_view schema = "masked_fill.Scalar(Tensor self, Tensor mask, Scalar value) -> Tensor";
};

struct masked_fill__Scalar : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "masked_fill_.Scalar(Tensor(a!) self, Tensor mask, Scalar value) -> Tensor(a!)";
};

struct masked_fill_Tensor : Operator<Family::Indexing> {
  static constexpr std::string_view schema = "masked_fill.Tensor(Tensor self, Tensor mask, Tensor value) -> Tensor";
};

struct masked_fill__Tensor : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "masked_fill_.Tensor(Tensor(a!) self, Tensor mask, Tensor value) -> Tensor(a!)";
};

struct masked_scatter : Operator<Family::Indexing> {
  static constexpr std::string_view schema = "masked_scatter(Tensor self, Tensor mask, Tensor source) -> Tensor";
};

struct masked_scatter_ : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "masked_scatter_(Tensor(a!) self, Tensor mask, Tensor source) -> Tensor(a!)";
};

struct index_add : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "index_add(Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor";
};

struct index_add_ : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "index_add_(Tensor(a!) self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor(a!)";
};

struct index_copy : Operator<Family::Indexing> {
  static constexpr std::string_view schema = "index_copy(Tensor self, int dim, Tensor index, Tensor source) -> Tensor";
};

struct index_copy_ : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "index_copy_(Tensor(a!) self, int dim, Tensor index, Tensor source) -> Tensor(a!)";
};

struct index_fill_int_Scalar : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "index_fill.int_Scalar(Tensor self, int dim, Tensor index, Scalar value) -> Tensor";
};

struct index_fill__int_Scalar : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "index_fill_.int_Scalar(Tensor(a!) self, int dim, Tensor index, Scalar value) -> Tensor(a!)";
};

struct scatter_src : Operator<Family::Indexing> {
  static constexpr std::string_view schema = "scatter.src(Tensor self, int dim, Tensor index, Tensor src) -> Tensor";
};

struct scatter__src : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "scatter_.src(Tensor(a!) self, int dim, Tensor index, Tensor src) -> Tensor(a!)";
};

struct scatter_value : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "scatter.value(Tensor self, int dim, Tensor index, Scalar value) -> Tensor";
};

struct scatter__value : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "scatter_.value(Tensor(a!) self, int dim, Tensor index, Scalar value) -> Tensor(a!)";
};

struct scatter_add : Operator<Family::Indexing> {
  static constexpr std::string_view schema = "scatter_add(Tensor self, int dim, Tensor index, Tensor src) -> Tensor";
};

struct scatter_add_ : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "scatter_add_(Tensor(a!) self, int dim, Tensor index, Tensor src) -> Tensor(a!)";
};

using JoiningOperators =
    List<cat, cat_out, stack, index_select, index_select_out, gather, masked_fill_Scalar, masked_fill__Scalar,
         masked_fill_Tensor, masked_fill__Tensor, index_add, index_add_, index_copy, index_copy_, index_fill_int_Scalar,
         index_fill__int_Scalar, scatter_src, scatter__src, scatter_value, scatter__value, scatter_add, scatter_add_,
         masked_scatter, masked_scatter_>;

}  // namespace modecheck::spec::operators
