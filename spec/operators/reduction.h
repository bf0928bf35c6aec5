// The operators that reduce or normalise along dimensions.
#pragma once

#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

struct sum : Operator<Family::Reduction> {
  static constexpr Schema schema = parse("sum(Tensor self, *, ScalarType? dtype=None) -> Tensor");
};

struct sum_dim_IntList : Operator<Family::Reduction> {
  static constexpr Schema schema =
      parse("sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor");
};

struct sum_IntList_out : Operator<Family::Reduction> {
  static constexpr Schema schema = parse(
      "sum.IntList_out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> "
      "Tensor(a!)");
};

struct mean_dim : Operator<Family::Reduction> {
  static constexpr Schema schema =
      parse("mean.dim(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor");
};

struct amax : Operator<Family::Reduction> {
  static constexpr Schema schema = parse("amax(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor");
};

struct _softmax : Operator<Family::Softmax> {
  static constexpr Schema schema = parse("_softmax(Tensor self, int dim, bool half_to_float) -> Tensor");
};

struct softmax_int : Operator<Family::Softmax, Made::Composite> {
  static constexpr Schema schema = parse("softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor");
};

}  // namespace modecheck::spec::operators
