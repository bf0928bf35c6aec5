// The operators that copy or overwrite whole tensors.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

struct clone : Operator<Family::Copy> {
  static constexpr std::string_view schema = "clone(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor";
};

struct contiguous : Operator<Family::Copy, Made::Composite> {
  static constexpr std::string_view schema = "contiguous(Tensor(a) self, *, MemoryFormat memory_format=0) -> Tensor(a)";
};

struct to_dtype : Operator<Family::Copy, Made::Composite> {
  static constexpr std::string_view schema =
      "to.dtype(Tensor(a) self, ScalarType dtype, bool non_blocking=False, bool copy=False, MemoryFormat? "
      "memory_format=None) -> Tensor(a)";
};

struct _to_copy : Operator<Family::Copy> {
  static constexpr std::string_view schema =
      "_to_copy(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
      "pin_memory=None, bool non_blocking=False, MemoryFormat? memory_format=None) -> Tensor";
};

struct copy_ : Operator<Family::Copy> {
  static constexpr std::string_view schema =
      "copy_(Tensor(a!) self, Tensor src, bool non_blocking=False) -> Tensor(a!)";
};

struct copy : Operator<Family::Copy> {
  static constexpr std::string_view schema = "copy(Tensor self, Tensor src, bool non_blocking=False) -> Tensor";
};

struct zero_ : Operator<Family::Fill> {
  static constexpr std::string_view schema = "zero_(Tensor(a!) self) -> Tensor(a!)";
};

struct fill__Tensor : Operator<Family::Fill> {
  static constexpr std::string_view schema = "fill_.Tensor(Tensor(a!) self, Tensor value) -> Tensor(a!)";
};

struct fill_Scalar : Operator<Family::Copy> {
  static constexpr std::string_view schema = "fill.Scalar(Tensor self, Scalar value) -> Tensor";
};

struct fill__Scalar : Operator<Family::Fill> {
  static constexpr std::string_view schema = "fill_.Scalar(Tensor(a!) self, Scalar value) -> Tensor(a!)";
};

using CopyOperators =
    List<clone, contiguous, to_dtype, _to_copy, copy_, zero_, fill__Scalar, fill__Tensor, fill_Scalar>;

using FunctionalCopyOperators = List<copy>;

}  // namespace modecheck::spec::operators
