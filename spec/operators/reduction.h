// Operators that reduce or normalise along dimensions.
#pragma once

#include "spec/operators/forms.h"

namespace modecheck::spec::operators {

MODECHECK_OPERATOR(sum, Reduction, "sum(Tensor self, *, ScalarType? dtype=None) -> Tensor");
MODECHECK_OPERATOR(
    sum_dim_IntList, Reduction,
    "sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor");
MODECHECK_OPERATOR(sum_IntList_out, Reduction,
                   "sum.IntList_out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None, "
                   "Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OPERATOR(mean, Reduction, "mean(Tensor self, *, ScalarType? dtype=None) -> Tensor");
MODECHECK_OPERATOR(mean_dim, Reduction,
                   "mean.dim(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor");
MODECHECK_OPERATOR(amax, Reduction, "amax(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor");
MODECHECK_OPERATOR(amax_out, Reduction,
                   "amax.out(Tensor self, int[1] dim=[], bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OPERATOR(amin, Reduction, "amin(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor");
MODECHECK_OPERATOR(amin_out, Reduction,
                   "amin.out(Tensor self, int[1] dim=[], bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OPERATOR(prod, Reduction, "prod(Tensor self, *, ScalarType? dtype=None) -> Tensor");
MODECHECK_OPERATOR(prod_dim_int, Reduction,
                   "prod.dim_int(Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor");
MODECHECK_OPERATOR(nansum, Reduction,
                   "nansum(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor");
MODECHECK_OPERATOR(any, Reduction, "any(Tensor self) -> Tensor");
MODECHECK_OPERATOR(any_dim, Reduction, "any.dim(Tensor self, int dim, bool keepdim=False) -> Tensor");
MODECHECK_OPERATOR(all, Reduction, "all(Tensor self) -> Tensor");
MODECHECK_OPERATOR(all_dim, Reduction, "all.dim(Tensor self, int dim, bool keepdim=False) -> Tensor");
MODECHECK_OPERATOR(argmax, Reduction, "argmax(Tensor self, int? dim=None, bool keepdim=False) -> Tensor");
MODECHECK_OPERATOR(argmin, Reduction, "argmin(Tensor self, int? dim=None, bool keepdim=False) -> Tensor");
MODECHECK_OPERATOR(count_nonzero, Reduction, "count_nonzero(Tensor self, int? dim=None) -> Tensor");

MODECHECK_FORMS_WITH_KEYWORDS(cumsum, Reduction, ", int dim, *, ScalarType? dtype=None");

MODECHECK_OPERATOR(logsumexp, Reduction, "logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor");
MODECHECK_OPERATOR(var_correction, Reduction,
                   "var.correction(Tensor self, int[1]? dim, *, int? correction, bool keepdim=False) -> Tensor");
MODECHECK_COMPOSITE_OPERATOR(var_dim, Reduction,
                             "var.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor");
MODECHECK_OPERATOR(std_correction, Reduction,
                   "std.correction(Tensor self, int[1]? dim, *, int? correction, bool keepdim=False) -> Tensor");
MODECHECK_OPERATOR(
    var_mean_correction, Reduction,
    "var_mean.correction(Tensor self, int[1]? dim, *, int? correction, bool keepdim=False) -> (Tensor, Tensor)");
MODECHECK_OPERATOR(
    std_mean_correction, Reduction,
    "std_mean.correction(Tensor self, int[1]? dim, *, int? correction, bool keepdim=False) -> (Tensor, Tensor)");
MODECHECK_OPERATOR(aminmax, Reduction,
                   "aminmax(Tensor self, *, int? dim=None, bool keepdim=False) -> (Tensor min, Tensor max)");
MODECHECK_OPERATOR(cummax, Reduction, "cummax(Tensor self, int dim) -> (Tensor values, Tensor indices)");
MODECHECK_OPERATOR(cummin, Reduction, "cummin(Tensor self, int dim) -> (Tensor values, Tensor indices)");
MODECHECK_OPERATOR(_softmax, Softmax, "_softmax(Tensor self, int dim, bool half_to_float) -> Tensor");
MODECHECK_COMPOSITE_OPERATOR(softmax_int, Softmax,
                             "softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor");
MODECHECK_OPERATOR(
    mean_out, Reduction,
    "mean.out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OPERATOR(
    prod_int_out, Reduction,
    "prod.int_out(Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!)");

MODECHECK_FORMS_WITH_KEYWORDS(cumprod, Reduction, ", int dim, *, ScalarType? dtype=None");

MODECHECK_OPERATOR(_log_softmax, Softmax, "_log_softmax(Tensor self, int dim, bool half_to_float) -> Tensor");
MODECHECK_COMPOSITE_OPERATOR(log_softmax_int, Softmax,
                             "log_softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor");

using ReductionOperators =
    List<sum, sum_dim_IntList, sum_IntList_out, mean_dim, amax, _softmax, softmax_int, mean, amax_out, amin, amin_out,
         prod, prod_dim_int, nansum, any, any_dim, all, all_dim, argmax, argmin, count_nonzero, cumsum, cumsum_,
         cumsum_out, logsumexp, var_correction, std_correction, mean_out, prod_int_out, cumprod, cumprod_, cumprod_out,
         _log_softmax, log_softmax_int, var_dim>;

using PairedReductionOperators = List<cummax, cummin, var_mean_correction, std_mean_correction, aminmax>;

}  // namespace modecheck::spec::operators
