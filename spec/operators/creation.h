// The operators that allocate a tensor from sizes and values.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

struct empty_memory_format : Operator<Family::Creation> {
  static constexpr std::string_view schema =
      "empty.memory_format(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
      "pin_memory=None, MemoryFormat? memory_format=None) -> Tensor";
};

struct empty_strided : Operator<Family::Creation> {
  static constexpr std::string_view schema =
      "empty_strided(SymInt[] size, SymInt[] stride, *, ScalarType? dtype=None, Layout? layout=None, Device? "
      "device=None, bool? pin_memory=None) -> Tensor";
};

struct zeros : Operator<Family::Creation> {
  static constexpr std::string_view schema =
      "zeros(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
      "pin_memory=None) -> Tensor";
};

struct ones : Operator<Family::Creation> {
  static constexpr std::string_view schema =
      "ones(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) "
      "-> Tensor";
};

struct full : Operator<Family::Creation> {
  static constexpr std::string_view schema =
      "full(SymInt[] size, Scalar fill_value, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
      "bool? pin_memory=None) -> Tensor";
};

struct arange_start_step : Operator<Family::Creation> {
  static constexpr std::string_view schema =
      "arange.start_step(Scalar start, Scalar end, Scalar step=1, *, ScalarType? dtype=None, Layout? layout=None, "
      "Device? device=None, bool? pin_memory=None) -> Tensor";
};

struct rand : Operator<Family::Creation> {
  static constexpr std::string_view schema =
      "rand(int[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> "
      "Tensor";
};

struct randn : Operator<Family::Creation> {
  static constexpr std::string_view schema =
      "randn(int[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) "
      "-> Tensor";
};

struct randperm : Operator<Family::Creation> {
  static constexpr std::string_view schema =
      "randperm(int n, *, ScalarType? dtype=4, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> "
      "Tensor";
};

// Random integers in [0, high).
struct randint : Operator<Family::Creation> {
  static constexpr std::string_view schema =
      "randint(int high, int[] size, *, ScalarType? dtype=4, Layout? layout=None, Device? device=None, bool? "
      "pin_memory=None) -> Tensor";
};

struct randint_low : Operator<Family::Creation> {
  static constexpr std::string_view schema =
      "randint.low(int low, int high, int[] size, *, ScalarType? dtype=4, Layout? layout=None, Device? device=None, "
      "bool? pin_memory=None) -> Tensor";
};

struct scalar_tensor : Operator<Family::Creation> {
  static constexpr std::string_view schema =
      "scalar_tensor(Scalar s, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? "
      "pin_memory=None) -> Tensor";
};

using CreationOperators =
    List<empty_memory_format, empty_strided, zeros, ones, full, arange_start_step, rand, randn, scalar_tensor>;

// Uses only the sizes and options of its argument: it reads no element, and no gradient flows through it.
struct full_like : Operator<Family::Copy> {
  static constexpr std::string_view schema =
      "full_like(Tensor self, Scalar fill_value, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
      "bool? pin_memory=None, MemoryFormat? memory_format=None) -> Tensor";
};

using LikeCreationOperators = List<full_like>;

using RandomCreationOperators = List<randperm, randint, randint_low>;

}  // namespace modecheck::spec::operators
