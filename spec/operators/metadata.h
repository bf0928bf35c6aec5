// The operators that change sizes, strides or storage of their argument.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

struct t_ : Operator<Family::InPlaceView> {
  static constexpr std::string_view schema = "t_(Tensor(a!) self) -> Tensor(a!)";
};

struct transpose_ : Operator<Family::InPlaceView> {
  static constexpr std::string_view schema = "transpose_(Tensor(a!) self, int dim0, int dim1) -> Tensor(a!)";
};

struct squeeze_ : Operator<Family::InPlaceView> {
  static constexpr std::string_view schema = "squeeze_(Tensor(a!) self) -> Tensor(a!)";
};

struct squeeze__dim : Operator<Family::InPlaceView> {
  static constexpr std::string_view schema = "squeeze_.dim(Tensor(a!) self, int dim) -> Tensor(a!)";
};

struct unsqueeze_ : Operator<Family::InPlaceView> {
  static constexpr std::string_view schema = "unsqueeze_(Tensor(a!) self, int dim) -> Tensor(a!)";
};

struct as_strided_ : Operator<Family::InPlaceView> {
  static constexpr std::string_view schema =
      "as_strided_(Tensor(a!) self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor(a!)";
};

struct detach_ : Operator<Family::InPlaceView> {
  static constexpr std::string_view schema = "detach_(Tensor(a!) self) -> Tensor(a!)";
};

struct resize_ : Operator<Family::Storage> {
  static constexpr std::string_view schema =
      "resize_(Tensor(a!) self, SymInt[] size, *, MemoryFormat? memory_format=None) -> Tensor(a!)";
};

struct set__source_Tensor : Operator<Family::Storage> {
  static constexpr std::string_view schema = "set_.source_Tensor(Tensor(a!) self, Tensor source) -> Tensor(a!)";
};

using MetadataOperators =
    List<t_, transpose_, squeeze_, squeeze__dim, unsqueeze_, as_strided_, detach_, resize_, set__source_Tensor>;

}  // namespace modecheck::spec::operators
