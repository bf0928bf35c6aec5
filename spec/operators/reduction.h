// The operators that reduce or normalise along dimensions.
#pragma once

#include "spec/operators/forms.h"

namespace modecheck::spec::operators {

struct sum : Operator<Family::Reduction> {
  static constexpr std::string_view schema = "sum(Tensor self, *, ScalarType? dtype=None) -> Tensor";
};

struct sum_dim_IntList : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor";
};

struct sum_IntList_out : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "sum.IntList_out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> "
      "Tensor(a!)";
};

struct mean : Operator<Family::Reduction> {
  static constexpr std::string_view schema = "mean(Tensor self, *, ScalarType? dtype=None) -> Tensor";
};

struct mean_dim : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "mean.dim(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor";
};

struct amax : Operator<Family::Reduction> {
  static constexpr std::string_view schema = "amax(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor";
};

struct amax_out : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "amax.out(Tensor self, int[1] dim=[], bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)";
};

struct amin : Operator<Family::Reduction> {
  static constexpr std::string_view schema = "amin(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor";
};

struct amin_out : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "amin.out(Tensor self, int[1] dim=[], bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)";
};

struct prod : Operator<Family::Reduction> {
  static constexpr std::string_view schema = "prod(Tensor self, *, ScalarType? dtype=None) -> Tensor";
};

struct prod_dim_int : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "prod.dim_int(Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor";
};

struct nansum : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "nansum(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor";
};

struct any : Operator<Family::Reduction> {
  static constexpr std::string_view schema = "any(Tensor self) -> Tensor";
};

struct any_dim : Operator<Family::Reduction> {
  static constexpr std::string_view schema = "any.dim(Tensor self, int dim, bool keepdim=False) -> Tensor";
};

struct all : Operator<Family::Reduction> {
  static constexpr std::string_view schema = "all(Tensor self) -> Tensor";
};

struct all_dim : Operator<Family::Reduction> {
  static constexpr std::string_view schema = "all.dim(Tensor self, int dim, bool keepdim=False) -> Tensor";
};

struct argmax : Operator<Family::Reduction> {
  static constexpr std::string_view schema = "argmax(Tensor self, int? dim=None, bool keepdim=False) -> Tensor";
};

struct argmin : Operator<Family::Reduction> {
  static constexpr std::string_view schema = "argmin(Tensor self, int? dim=None, bool keepdim=False) -> Tensor";
};

struct count_nonzero : Operator<Family::Reduction> {
  static constexpr std::string_view schema = "count_nonzero(Tensor self, int? dim=None) -> Tensor";
};

MODECHECK_FORMS_WITH_KEYWORDS(cumsum, Reduction, ", int dim, *, ScalarType? dtype=None");

struct logsumexp : Operator<Family::Reduction> {
  static constexpr std::string_view schema = "logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor";
};

struct var_correction : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "var.correction(Tensor self, int[1]? dim, *, int? correction, bool keepdim=False) -> Tensor";
};

struct var_dim : Operator<Family::Reduction, Made::Composite> {
  static constexpr std::string_view schema =
      "var.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor";
};

struct std_correction : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "std.correction(Tensor self, int[1]? dim, *, int? correction, bool keepdim=False) -> Tensor";
};

struct var_mean_correction : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "var_mean.correction(Tensor self, int[1]? dim, *, int? correction, bool keepdim=False) -> (Tensor, Tensor)";
};

struct std_mean_correction : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "std_mean.correction(Tensor self, int[1]? dim, *, int? correction, bool keepdim=False) -> (Tensor, Tensor)";
};

struct cummax : Operator<Family::Reduction> {
  static constexpr std::string_view schema = "cummax(Tensor self, int dim) -> (Tensor values, Tensor indices)";
};

struct cummin : Operator<Family::Reduction> {
  static constexpr std::string_view schema = "cummin(Tensor self, int dim) -> (Tensor values, Tensor indices)";
};

struct _softmax : Operator<Family::Softmax> {
  static constexpr std::string_view schema = "_softmax(Tensor self, int dim, bool half_to_float) -> Tensor";
};

struct softmax_int : Operator<Family::Softmax, Made::Composite> {
  static constexpr std::string_view schema = "softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor";
};

struct mean_out : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "mean.out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> "
      "Tensor(a!)";
};

struct prod_int_out : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "prod.int_out(Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> "
      "Tensor(a!)";
};

MODECHECK_FORMS_WITH_KEYWORDS(cumprod, Reduction, ", int dim, *, ScalarType? dtype=None");

struct _log_softmax : Operator<Family::Softmax> {
  static constexpr std::string_view schema = "_log_softmax(Tensor self, int dim, bool half_to_float) -> Tensor";
};

struct log_softmax_int : Operator<Family::Softmax, Made::Composite> {
  static constexpr std::string_view schema = "log_softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor";
};

using ReductionOperators =
    List<sum, sum_dim_IntList, sum_IntList_out, mean_dim, amax, _softmax, softmax_int, mean, amax_out, amin, amin_out,
         prod, prod_dim_int, nansum, any, any_dim, all, all_dim, argmax, argmin, count_nonzero, cumsum, cumsum_,
         cumsum_out, logsumexp, var_correction, std_correction, mean_out, prod_int_out, cumprod, cumprod_, cumprod_out,
         _log_softmax, log_softmax_int, var_dim>;

using PairedReductionOperators = List<cummax, cummin, var_mean_correction, std_mean_correction>;

}  // namespace modecheck::spec::operators
