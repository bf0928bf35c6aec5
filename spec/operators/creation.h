// The operators that allocate a tensor from sizes and values.
#pragma once

#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

struct empty_memory_format : Operator<Family::Creation> {
  static constexpr Schema schema = parse(
      "empty.memory_format(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
      "pin_memory=None, MemoryFormat? memory_format=None) -> Tensor");
};

struct zeros : Operator<Family::Creation> {
  static constexpr Schema schema = parse(
      "zeros(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
      "pin_memory=None) -> Tensor");
};

struct ones : Operator<Family::Creation> {
  static constexpr Schema schema = parse(
      "ones(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) "
      "-> Tensor");
};

struct full : Operator<Family::Creation> {
  static constexpr Schema schema = parse(
      "full(SymInt[] size, Scalar fill_value, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
      "bool? pin_memory=None) -> Tensor");
};

struct arange_start_step : Operator<Family::Creation> {
  static constexpr Schema schema = parse(
      "arange.start_step(Scalar start, Scalar end, Scalar step=1, *, ScalarType? dtype=None, Layout? layout=None, "
      "Device? device=None, bool? pin_memory=None) -> Tensor");
};

struct rand : Operator<Family::Creation> {
  static constexpr Schema schema = parse(
      "rand(int[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> "
      "Tensor");
};

}  // namespace modecheck::spec::operators
