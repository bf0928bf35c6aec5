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

struct mean : Operator<Family::Reduction> {
  static constexpr Schema schema = parse("mean(Tensor self, *, ScalarType? dtype=None) -> Tensor");
};

struct mean_dim : Operator<Family::Reduction> {
  static constexpr Schema schema =
      parse("mean.dim(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor");
};

struct amax : Operator<Family::Reduction> {
  static constexpr Schema schema = parse("amax(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor");
};

struct amax_out : Operator<Family::Reduction> {
  static constexpr Schema schema =
      parse("amax.out(Tensor self, int[1] dim=[], bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)");
};

struct amin : Operator<Family::Reduction> {
  static constexpr Schema schema = parse("amin(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor");
};

struct amin_out : Operator<Family::Reduction> {
  static constexpr Schema schema =
      parse("amin.out(Tensor self, int[1] dim=[], bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)");
};

struct prod : Operator<Family::Reduction> {
  static constexpr Schema schema = parse("prod(Tensor self, *, ScalarType? dtype=None) -> Tensor");
};

struct prod_dim_int : Operator<Family::Reduction> {
  static constexpr Schema schema =
      parse("prod.dim_int(Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor");
};

struct nansum : Operator<Family::Reduction> {
  static constexpr Schema schema =
      parse("nansum(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor");
};

struct any : Operator<Family::Reduction> {
  static constexpr Schema schema = parse("any(Tensor self) -> Tensor");
};

struct any_dim : Operator<Family::Reduction> {
  static constexpr Schema schema = parse("any.dim(Tensor self, int dim, bool keepdim=False) -> Tensor");
};

struct all : Operator<Family::Reduction> {
  static constexpr Schema schema = parse("all(Tensor self) -> Tensor");
};

struct all_dim : Operator<Family::Reduction> {
  static constexpr Schema schema = parse("all.dim(Tensor self, int dim, bool keepdim=False) -> Tensor");
};

struct argmax : Operator<Family::Reduction> {
  static constexpr Schema schema = parse("argmax(Tensor self, int? dim=None, bool keepdim=False) -> Tensor");
};

struct argmin : Operator<Family::Reduction> {
  static constexpr Schema schema = parse("argmin(Tensor self, int? dim=None, bool keepdim=False) -> Tensor");
};

struct count_nonzero : Operator<Family::Reduction> {
  static constexpr Schema schema = parse("count_nonzero(Tensor self, int? dim=None) -> Tensor");
};

struct cumsum : Operator<Family::Reduction> {
  static constexpr Schema schema = parse("cumsum(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor");
};

struct cumsum_ : Operator<Family::Reduction> {
  static constexpr Schema schema = parse("cumsum_(Tensor(a!) self, int dim, *, ScalarType? dtype=None) -> Tensor(a!)");
};

struct cumsum_out : Operator<Family::Reduction> {
  static constexpr Schema schema =
      parse("cumsum.out(Tensor self, int dim, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!)");
};

struct logsumexp : Operator<Family::Reduction> {
  static constexpr Schema schema = parse("logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor");
};

struct var_correction : Operator<Family::Reduction> {
  static constexpr Schema schema =
      parse("var.correction(Tensor self, int[1]? dim, *, int? correction, bool keepdim=False) -> Tensor");
};

struct var_dim : Operator<Family::Reduction, Made::Composite> {
  static constexpr Schema schema =
      parse("var.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor");
};

struct std_correction : Operator<Family::Reduction> {
  static constexpr Schema schema =
      parse("std.correction(Tensor self, int[1]? dim, *, int? correction, bool keepdim=False) -> Tensor");
};

struct var_mean_correction : Operator<Family::Reduction> {
  static constexpr Schema schema = parse(
      "var_mean.correction(Tensor self, int[1]? dim, *, int? correction, bool keepdim=False) -> (Tensor, Tensor)");
};

struct std_mean_correction : Operator<Family::Reduction> {
  static constexpr Schema schema = parse(
      "std_mean.correction(Tensor self, int[1]? dim, *, int? correction, bool keepdim=False) -> (Tensor, Tensor)");
};

struct cummax : Operator<Family::Reduction> {
  static constexpr Schema schema = parse("cummax(Tensor self, int dim) -> (Tensor values, Tensor indices)");
};

struct cummin : Operator<Family::Reduction> {
  static constexpr Schema schema = parse("cummin(Tensor self, int dim) -> (Tensor values, Tensor indices)");
};

struct _softmax : Operator<Family::Softmax> {
  static constexpr Schema schema = parse("_softmax(Tensor self, int dim, bool half_to_float) -> Tensor");
};

struct softmax_int : Operator<Family::Softmax, Made::Composite> {
  static constexpr Schema schema = parse("softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor");
};

struct mean_out : Operator<Family::Reduction> {
  static constexpr Schema schema = parse(
      "mean.out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> "
      "Tensor(a!)");
};

struct prod_int_out : Operator<Family::Reduction> {
  static constexpr Schema schema = parse(
      "prod.int_out(Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> "
      "Tensor(a!)");
};

struct cumprod : Operator<Family::Reduction> {
  static constexpr Schema schema = parse("cumprod(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor");
};

struct cumprod_ : Operator<Family::Reduction> {
  static constexpr Schema schema = parse("cumprod_(Tensor(a!) self, int dim, *, ScalarType? dtype=None) -> Tensor(a!)");
};

struct cumprod_out : Operator<Family::Reduction> {
  static constexpr Schema schema =
      parse("cumprod.out(Tensor self, int dim, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!)");
};

}  // namespace modecheck::spec::operators
