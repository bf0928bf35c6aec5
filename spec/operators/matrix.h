// The matrix products.
#pragma once

#include "spec/operators/forms.h"

namespace modecheck::spec::operators {

struct mm : Operator<Family::MatrixProduct> {
  static constexpr std::string_view schema = "mm(Tensor self, Tensor mat2) -> Tensor";
};

struct mm_out : Operator<Family::MatrixProduct> {
  static constexpr std::string_view schema = "mm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!)";
};

struct addmm : Operator<Family::MatrixProduct> {
  static constexpr std::string_view schema =
      "addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor";
};

struct addmm_ : Operator<Family::MatrixProduct> {
  static constexpr std::string_view schema =
      "addmm_(Tensor(a!) self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor(a!)";
};

struct matmul : Operator<Family::MatrixProduct, Made::Composite> {
  static constexpr std::string_view schema = "matmul(Tensor self, Tensor other) -> Tensor";
};

struct mv : Operator<Family::MatrixProduct> {
  static constexpr std::string_view schema = "mv(Tensor self, Tensor vec) -> Tensor";
};

struct dot : Operator<Family::MatrixProduct> {
  static constexpr std::string_view schema = "dot(Tensor self, Tensor tensor) -> Tensor";
};

struct bmm : Operator<Family::MatrixProduct> {
  static constexpr std::string_view schema = "bmm(Tensor self, Tensor mat2) -> Tensor";
};

struct mv_out : Operator<Family::MatrixProduct> {
  static constexpr std::string_view schema = "mv.out(Tensor self, Tensor vec, *, Tensor(a!) out) -> Tensor(a!)";
};

struct dot_out : Operator<Family::MatrixProduct> {
  static constexpr std::string_view schema = "dot.out(Tensor self, Tensor tensor, *, Tensor(a!) out) -> Tensor(a!)";
};

struct bmm_out : Operator<Family::MatrixProduct> {
  static constexpr std::string_view schema = "bmm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!)";
};

struct addmv : Operator<Family::MatrixProduct> {
  static constexpr std::string_view schema =
      "addmv(Tensor self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor";
};

struct addmv_ : Operator<Family::MatrixProduct> {
  static constexpr std::string_view schema =
      "addmv_(Tensor(a!) self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor(a!)";
};

struct addbmm : Operator<Family::MatrixProduct> {
  static constexpr std::string_view schema =
      "addbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor";
};

MODECHECK_FORMS_WITH_KEYWORDS(baddbmm, MatrixProduct,
                              ", Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1");

using MatrixOperators = List<mm, mm_out, addmm, addmm_, matmul, mv, dot, bmm, mv_out, dot_out, bmm_out, addmv, addmv_,
                             addbmm, baddbmm, baddbmm_, baddbmm_out>;

}  // namespace modecheck::spec::operators
