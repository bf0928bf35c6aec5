// Operators that multiply matrices and vectors.
#pragma once

#include "spec/operators/forms.h"

namespace modecheck::spec::operators {

MODECHECK_OPERATOR(mm, MatrixProduct, "mm(Tensor self, Tensor mat2) -> Tensor");
MODECHECK_OPERATOR(mm_out, MatrixProduct, "mm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OPERATOR(addmm, MatrixProduct,
                   "addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor");
MODECHECK_OPERATOR(addmm_, MatrixProduct,
                   "addmm_(Tensor(a!) self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor(a!)");
MODECHECK_COMPOSITE_OPERATOR(matmul, MatrixProduct, "matmul(Tensor self, Tensor other) -> Tensor");
MODECHECK_OPERATOR(mv, MatrixProduct, "mv(Tensor self, Tensor vec) -> Tensor");
MODECHECK_OPERATOR(dot, MatrixProduct, "dot(Tensor self, Tensor tensor) -> Tensor");
MODECHECK_OPERATOR(bmm, MatrixProduct, "bmm(Tensor self, Tensor mat2) -> Tensor");
MODECHECK_OPERATOR(mv_out, MatrixProduct, "mv.out(Tensor self, Tensor vec, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OPERATOR(dot_out, MatrixProduct, "dot.out(Tensor self, Tensor tensor, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OPERATOR(bmm_out, MatrixProduct, "bmm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!)");
MODECHECK_OPERATOR(addmv, MatrixProduct,
                   "addmv(Tensor self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor");
MODECHECK_OPERATOR(addmv_, MatrixProduct,
                   "addmv_(Tensor(a!) self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor(a!)");
MODECHECK_OPERATOR(addbmm, MatrixProduct,
                   "addbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor");

MODECHECK_FORMS_WITH_KEYWORDS(baddbmm, MatrixProduct,
                              ", Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1");

using MatrixOperators = List<mm, mm_out, addmm, addmm_, matmul, mv, dot, bmm, mv_out, dot_out, bmm_out, addmv, addmv_,
                             addbmm, baddbmm, baddbmm_, baddbmm_out>;

}  // namespace modecheck::spec::operators
