// The operators that change sizes, strides or storage of their argument.
#pragma once

#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

struct t_ : Operator<Family::InPlaceView> {
  static constexpr Schema schema = parse("t_(Tensor(a!) self) -> Tensor(a!)");
};

struct transpose_ : Operator<Family::InPlaceView> {
  static constexpr Schema schema = parse("transpose_(Tensor(a!) self, int dim0, int dim1) -> Tensor(a!)");
};

struct squeeze_ : Operator<Family::InPlaceView> {
  static constexpr Schema schema = parse("squeeze_(Tensor(a!) self) -> Tensor(a!)");
};

struct squeeze__dim : Operator<Family::InPlaceView> {
  static constexpr Schema schema = parse("squeeze_.dim(Tensor(a!) self, int dim) -> Tensor(a!)");
};

struct unsqueeze_ : Operator<Family::InPlaceView> {
  static constexpr Schema schema = parse("unsqueeze_(Tensor(a!) self, int dim) -> Tensor(a!)");
};

struct as_strided_ : Operator<Family::InPlaceView> {
  static constexpr Schema schema =
      parse("as_strided_(Tensor(a!) self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor(a!)");
};

struct detach_ : Operator<Family::InPlaceView> {
  static constexpr Schema schema = parse("detach_(Tensor(a!) self) -> Tensor(a!)");
};

struct resize_ : Operator<Family::Storage> {
  static constexpr Schema schema =
      parse("resize_(Tensor(a!) self, SymInt[] size, *, MemoryFormat? memory_format=None) -> Tensor(a!)");
};

struct set__source_Tensor : Operator<Family::Storage> {
  static constexpr Schema schema = parse("set_.source_Tensor(Tensor(a!) self, Tensor source) -> Tensor(a!)");
};

}  // namespace modecheck::spec::operators
