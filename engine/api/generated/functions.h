// The catalogue's operators as functions in at::, in the catalogue's order. The ones that end in _out write their
// first arguments, and those in _outf their last; both return them.
// Written by engine/api/generate from the catalogue; `ninja -C build/release modecheck_api` writes it anew.
#pragma once

#include <cstdint>
#include <string_view>
#include <tuple>
#include <vector>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// neg(Tensor self) -> Tensor. Dtypes: any dtype but bool. Rules: K4, S1.
Tensor neg(const Tensor& self);
// neg_(Tensor(a!) self) -> Tensor(a!). Dtypes: any dtype but bool. Rules: M2, V3, W4.
Tensor& neg_(const Tensor& self);
// neg.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but bool; out has the dtype of the result.
// Rules: M2, M4, V3.
Tensor& neg_out(Tensor& out, const Tensor& self);
Tensor& neg_outf(const Tensor& self, Tensor& out);
// abs(Tensor self) -> Tensor. Dtypes: any dtype but bool. Rules: K4, S1.
Tensor abs(const Tensor& self);
// abs_(Tensor(a!) self) -> Tensor(a!). Dtypes: any dtype but bool and complex. Rules: M2, V3, W4.
Tensor& abs_(const Tensor& self);
// exp(Tensor self) -> Tensor. Dtypes: any dtype but float16. Rules: K4, S1.
Tensor exp(const Tensor& self);
// exp_(Tensor(a!) self) -> Tensor(a!). Dtypes: complex, or floating but float16. Rules: M2, V3, W4.
Tensor& exp_(const Tensor& self);
// exp.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but float16; the result can be cast to out.
// Rules: M2, M4, V3.
Tensor& exp_out(Tensor& out, const Tensor& self);
Tensor& exp_outf(const Tensor& self, Tensor& out);
// relu(Tensor self) -> Tensor. Dtypes: integer, or floating but float16. Rules: K4, S1.
Tensor relu(const Tensor& self);
// relu_(Tensor(a!) self) -> Tensor(a!). Dtypes: integer, or floating but float16. Rules: M2, V3, W4.
Tensor& relu_(const Tensor& self);
// sigmoid(Tensor self) -> Tensor. Dtypes: any dtype but float16. Rules: K4, S1.
Tensor sigmoid(const Tensor& self);
// sigmoid_(Tensor(a!) self) -> Tensor(a!). Dtypes: complex, or floating but float16. Rules: M2, V3, W4.
Tensor& sigmoid_(const Tensor& self);
// tanh(Tensor self) -> Tensor. Dtypes: any dtype but float16. Rules: K4, S1.
Tensor tanh(const Tensor& self);
// tanh_(Tensor(a!) self) -> Tensor(a!). Dtypes: complex, or floating but float16. Rules: M2, V3, W4.
Tensor& tanh_(const Tensor& self);
// add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor. Dtypes: self and other are of any dtype. Rules:
// K4, S1.
Tensor add(const Tensor& self, const Tensor& other, const c10::Scalar& alpha = 1);
// add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other are of
// any dtype; the result can be cast to out. Rules: M2, M4, V3.
Tensor& add_out(Tensor& out, const Tensor& self, const Tensor& other, const c10::Scalar& alpha = 1);
Tensor& add_outf(const Tensor& self, const Tensor& other, const c10::Scalar& alpha, Tensor& out);
// sub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor. Dtypes: self and other are of any dtype but bool.
// Rules: K4, S1.
Tensor sub(const Tensor& self, const Tensor& other, const c10::Scalar& alpha = 1);
// mul.Tensor(Tensor self, Tensor other) -> Tensor. Dtypes: self and other are of any dtype. Rules: K4, S1.
Tensor mul(const Tensor& self, const Tensor& other);
// mul.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other are of any dtype; the
// result can be cast to out. Rules: M2, M4, V3.
Tensor& mul_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& mul_outf(const Tensor& self, const Tensor& other, Tensor& out);
// div.Tensor(Tensor self, Tensor other) -> Tensor. Dtypes: self and other are of any dtype. Rules: K4, S1.
Tensor div(const Tensor& self, const Tensor& other);
// div.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other are of any dtype; the
// result can be cast to out. Rules: M2, M4, V3.
Tensor& div_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& div_outf(const Tensor& self, const Tensor& other, Tensor& out);
// maximum(Tensor self, Tensor other) -> Tensor. Dtypes: self and other are of any dtype but complex. Rules: K4, S1.
Tensor maximum(const Tensor& self, const Tensor& other);
// maximum.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other are of any dtype but
// complex; the result can be cast to out. Rules: M2, M4, V3.
Tensor& maximum_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& maximum_outf(const Tensor& self, const Tensor& other, Tensor& out);
// minimum(Tensor self, Tensor other) -> Tensor. Dtypes: self and other are of any dtype but complex. Rules: K4, S1.
Tensor minimum(const Tensor& self, const Tensor& other);
// minimum.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other are of any dtype but
// complex; the result can be cast to out. Rules: M2, M4, V3.
Tensor& minimum_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& minimum_outf(const Tensor& self, const Tensor& other, Tensor& out);
// fmax(Tensor self, Tensor other) -> Tensor. Dtypes: self and other are of any dtype but complex. Rules: K4, S1.
Tensor fmax(const Tensor& self, const Tensor& other);
// fmax.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other are of any dtype but
// complex; the result can be cast to out. Rules: M2, M4, V3.
Tensor& fmax_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& fmax_outf(const Tensor& self, const Tensor& other, Tensor& out);
// fmin(Tensor self, Tensor other) -> Tensor. Dtypes: self and other are of any dtype but complex. Rules: K4, S1.
Tensor fmin(const Tensor& self, const Tensor& other);
// fmin.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other are of any dtype but
// complex; the result can be cast to out. Rules: M2, M4, V3.
Tensor& fmin_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& fmin_outf(const Tensor& self, const Tensor& other, Tensor& out);
// atan2(Tensor self, Tensor other) -> Tensor. Dtypes: self and other promote to any dtype but float16 and complex.
// Rules: K4, S1.
Tensor atan2(const Tensor& self, const Tensor& other);
// atan2.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other promote to any dtype
// but float16 and complex; out is floating or complex. Rules: M2, M4, V3.
Tensor& atan2_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& atan2_outf(const Tensor& self, const Tensor& other, Tensor& out);
// sub.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other are of
// any dtype but bool; the result can be cast to out. Rules: M2, M4, V3.
Tensor& sub_out(Tensor& out, const Tensor& self, const Tensor& other, const c10::Scalar& alpha = 1);
Tensor& sub_outf(const Tensor& self, const Tensor& other, const c10::Scalar& alpha, Tensor& out);
// rsub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor. Dtypes: self and other are of any dtype but
// bool. Rules: K4, S1.
Tensor rsub(const Tensor& self, const Tensor& other, const c10::Scalar& alpha = 1);
// add.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor. Dtypes: any dtype. Rules: K4, S1.
Tensor add(const Tensor& self, const c10::Scalar& other, const c10::Scalar& alpha = 1);
// sub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor. Dtypes: any dtype but bool. Rules: K4, S1.
Tensor sub(const Tensor& self, const c10::Scalar& other, const c10::Scalar& alpha = 1);
// rsub.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor. Dtypes: any dtype but bool. Rules: K4, S1.
Tensor rsub(const Tensor& self, const c10::Scalar& other, const c10::Scalar& alpha = 1);
// mul.Scalar(Tensor self, Scalar other) -> Tensor. Dtypes: any dtype. Rules: K4, S1.
Tensor mul(const Tensor& self, const c10::Scalar& other);
// div.Scalar(Tensor self, Scalar other) -> Tensor. Dtypes: any dtype. Rules: K4, S1.
Tensor div(const Tensor& self, const c10::Scalar& other);
// pow.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor. Dtypes: any dtype. Rules: K4, S1.
Tensor pow(const Tensor& self, const c10::Scalar& exponent);
// pow.Tensor_Scalar_out(Tensor self, Scalar exponent, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype; out has the
// dtype of the result. Rules: M2, M4, V3.
Tensor& pow_out(Tensor& out, const Tensor& self, const c10::Scalar& exponent);
Tensor& pow_outf(const Tensor& self, const c10::Scalar& exponent, Tensor& out);
// where.self(Tensor condition, Tensor self, Tensor other) -> Tensor. Dtypes: condition is bool or uint8; self and other
// are of any dtype. Rules: K4, S1.
Tensor where(const Tensor& condition, const Tensor& self, const Tensor& other);
// eq.Tensor(Tensor self, Tensor other) -> Tensor. Dtypes: self and other are of any dtype. Rules: K4, S1.
Tensor eq(const Tensor& self, const Tensor& other);
// eq.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other are of any dtype;
// out is of any dtype. Rules: M2, M4, V3.
Tensor& eq_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& eq_outf(const Tensor& self, const Tensor& other, Tensor& out);
// eq.Scalar(Tensor self, Scalar other) -> Tensor. Dtypes: any dtype. Rules: K4, S1.
Tensor eq(const Tensor& self, const c10::Scalar& other);
// eq.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype; out is of any dtype.
// Rules: M2, M4, V3.
Tensor& eq_out(Tensor& out, const Tensor& self, const c10::Scalar& other);
Tensor& eq_outf(const Tensor& self, const c10::Scalar& other, Tensor& out);
// ne.Tensor(Tensor self, Tensor other) -> Tensor. Dtypes: self and other are of any dtype. Rules: K4, S1.
Tensor ne(const Tensor& self, const Tensor& other);
// ne.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other are of any dtype;
// out is of any dtype. Rules: M2, M4, V3.
Tensor& ne_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& ne_outf(const Tensor& self, const Tensor& other, Tensor& out);
// ne.Scalar(Tensor self, Scalar other) -> Tensor. Dtypes: any dtype. Rules: K4, S1.
Tensor ne(const Tensor& self, const c10::Scalar& other);
// ne.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype; out is of any dtype.
// Rules: M2, M4, V3.
Tensor& ne_out(Tensor& out, const Tensor& self, const c10::Scalar& other);
Tensor& ne_outf(const Tensor& self, const c10::Scalar& other, Tensor& out);
// lt.Tensor(Tensor self, Tensor other) -> Tensor. Dtypes: self and other are of any dtype but complex. Rules: K4, S1.
Tensor lt(const Tensor& self, const Tensor& other);
// lt.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other are of any dtype
// but complex; out is of any dtype. Rules: M2, M4, V3.
Tensor& lt_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& lt_outf(const Tensor& self, const Tensor& other, Tensor& out);
// lt.Scalar(Tensor self, Scalar other) -> Tensor. Dtypes: any dtype but complex. Rules: K4, S1.
Tensor lt(const Tensor& self, const c10::Scalar& other);
// lt.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but complex; out is of
// any dtype. Rules: M2, M4, V3.
Tensor& lt_out(Tensor& out, const Tensor& self, const c10::Scalar& other);
Tensor& lt_outf(const Tensor& self, const c10::Scalar& other, Tensor& out);
// le.Tensor(Tensor self, Tensor other) -> Tensor. Dtypes: self and other are of any dtype but complex. Rules: K4, S1.
Tensor le(const Tensor& self, const Tensor& other);
// le.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other are of any dtype
// but complex; out is of any dtype. Rules: M2, M4, V3.
Tensor& le_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& le_outf(const Tensor& self, const Tensor& other, Tensor& out);
// le.Scalar(Tensor self, Scalar other) -> Tensor. Dtypes: any dtype but complex. Rules: K4, S1.
Tensor le(const Tensor& self, const c10::Scalar& other);
// le.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but complex; out is of
// any dtype. Rules: M2, M4, V3.
Tensor& le_out(Tensor& out, const Tensor& self, const c10::Scalar& other);
Tensor& le_outf(const Tensor& self, const c10::Scalar& other, Tensor& out);
// gt.Tensor(Tensor self, Tensor other) -> Tensor. Dtypes: self and other are of any dtype but complex. Rules: K4, S1.
Tensor gt(const Tensor& self, const Tensor& other);
// gt.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other are of any dtype
// but complex; out is of any dtype. Rules: M2, M4, V3.
Tensor& gt_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& gt_outf(const Tensor& self, const Tensor& other, Tensor& out);
// gt.Scalar(Tensor self, Scalar other) -> Tensor. Dtypes: any dtype but complex. Rules: K4, S1.
Tensor gt(const Tensor& self, const c10::Scalar& other);
// gt.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but complex; out is of
// any dtype. Rules: M2, M4, V3.
Tensor& gt_out(Tensor& out, const Tensor& self, const c10::Scalar& other);
Tensor& gt_outf(const Tensor& self, const c10::Scalar& other, Tensor& out);
// ge.Tensor(Tensor self, Tensor other) -> Tensor. Dtypes: self and other are of any dtype but complex. Rules: K4, S1.
Tensor ge(const Tensor& self, const Tensor& other);
// ge.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other are of any dtype
// but complex; out is of any dtype. Rules: M2, M4, V3.
Tensor& ge_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& ge_outf(const Tensor& self, const Tensor& other, Tensor& out);
// ge.Scalar(Tensor self, Scalar other) -> Tensor. Dtypes: any dtype but complex. Rules: K4, S1.
Tensor ge(const Tensor& self, const c10::Scalar& other);
// ge.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but complex; out is of
// any dtype. Rules: M2, M4, V3.
Tensor& ge_out(Tensor& out, const Tensor& self, const c10::Scalar& other);
Tensor& ge_outf(const Tensor& self, const c10::Scalar& other, Tensor& out);
// logical_and(Tensor self, Tensor other) -> Tensor. Dtypes: self and other are of any dtype. Rules: K4, S1.
Tensor logical_and(const Tensor& self, const Tensor& other);
// logical_and.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other are of any dtype;
// out is of any dtype. Rules: M2, M4, V3.
Tensor& logical_and_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& logical_and_outf(const Tensor& self, const Tensor& other, Tensor& out);
// logical_or(Tensor self, Tensor other) -> Tensor. Dtypes: self and other are of any dtype. Rules: K4, S1.
Tensor logical_or(const Tensor& self, const Tensor& other);
// logical_or.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other are of any dtype;
// out is of any dtype. Rules: M2, M4, V3.
Tensor& logical_or_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& logical_or_outf(const Tensor& self, const Tensor& other, Tensor& out);
// logical_xor(Tensor self, Tensor other) -> Tensor. Dtypes: self and other are of any dtype. Rules: K4, S1.
Tensor logical_xor(const Tensor& self, const Tensor& other);
// logical_xor.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other are of any dtype;
// out is of any dtype. Rules: M2, M4, V3.
Tensor& logical_xor_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& logical_xor_outf(const Tensor& self, const Tensor& other, Tensor& out);
// bitwise_and.Tensor(Tensor self, Tensor other) -> Tensor. Dtypes: self and other are bool or integer. Rules: K4, S1.
Tensor bitwise_and(const Tensor& self, const Tensor& other);
// bitwise_or.Tensor(Tensor self, Tensor other) -> Tensor. Dtypes: self and other are bool or integer. Rules: K4, S1.
Tensor bitwise_or(const Tensor& self, const Tensor& other);
// bitwise_xor.Tensor(Tensor self, Tensor other) -> Tensor. Dtypes: self and other are bool or integer. Rules: K4, S1.
Tensor bitwise_xor(const Tensor& self, const Tensor& other);
// bitwise_and.Scalar(Tensor self, Scalar other) -> Tensor. Dtypes: bool or integer. Rules: K4, S1.
Tensor bitwise_and(const Tensor& self, const c10::Scalar& other);
// bitwise_or.Scalar(Tensor self, Scalar other) -> Tensor. Dtypes: bool or integer. Rules: K4, S1.
Tensor bitwise_or(const Tensor& self, const c10::Scalar& other);
// bitwise_xor.Scalar(Tensor self, Scalar other) -> Tensor. Dtypes: bool or integer. Rules: K4, S1.
Tensor bitwise_xor(const Tensor& self, const c10::Scalar& other);
// bitwise_left_shift.Tensor(Tensor self, Tensor other) -> Tensor. Dtypes: self and other promote to integer. Rules: K4,
// S1.
Tensor bitwise_left_shift(const Tensor& self, const Tensor& other);
// bitwise_left_shift.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other
// promote to integer; out is of any dtype but bool. Rules: M2, M4, V3.
Tensor& bitwise_left_shift_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& bitwise_left_shift_outf(const Tensor& self, const Tensor& other, Tensor& out);
// bitwise_left_shift.Tensor_Scalar(Tensor self, Scalar other) -> Tensor. Dtypes: bool or integer. Rules: K4, S1.
Tensor bitwise_left_shift(const Tensor& self, const c10::Scalar& other);
// bitwise_right_shift.Tensor(Tensor self, Tensor other) -> Tensor. Dtypes: self and other promote to integer. Rules:
// K4, S1.
Tensor bitwise_right_shift(const Tensor& self, const Tensor& other);
// bitwise_right_shift.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other
// promote to integer; out is of any dtype but bool. Rules: M2, M4, V3.
Tensor& bitwise_right_shift_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& bitwise_right_shift_outf(const Tensor& self, const Tensor& other, Tensor& out);
// bitwise_right_shift.Tensor_Scalar(Tensor self, Scalar other) -> Tensor. Dtypes: bool or integer. Rules: K4, S1.
Tensor bitwise_right_shift(const Tensor& self, const c10::Scalar& other);
// abs.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but bool; out is of any dtype but bool,
// depending on the inputs. Rules: M2, M4, V3.
Tensor& abs_out(Tensor& out, const Tensor& self);
Tensor& abs_outf(const Tensor& self, Tensor& out);
// sigmoid.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but float16; the result can be cast to
// out. Rules: M2, M4, V3.
Tensor& sigmoid_out(Tensor& out, const Tensor& self);
Tensor& sigmoid_outf(const Tensor& self, Tensor& out);
// tanh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but float16; the result can be cast to out.
// Rules: M2, M4, V3.
Tensor& tanh_out(Tensor& out, const Tensor& self);
Tensor& tanh_outf(const Tensor& self, Tensor& out);
// log(Tensor self) -> Tensor. Dtypes: any dtype but float16. Rules: K4, S1.
Tensor log(const Tensor& self);
// log_(Tensor(a!) self) -> Tensor(a!). Dtypes: complex, or floating but float16. Rules: M2, V3, W4.
Tensor& log_(const Tensor& self);
// log.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but float16; the result can be cast to out.
// Rules: M2, M4, V3.
Tensor& log_out(Tensor& out, const Tensor& self);
Tensor& log_outf(const Tensor& self, Tensor& out);
// log2(Tensor self) -> Tensor. Dtypes: any dtype but float16. Rules: K4, S1.
Tensor log2(const Tensor& self);
// log2_(Tensor(a!) self) -> Tensor(a!). Dtypes: complex, or floating but float16. Rules: M2, V3, W4.
Tensor& log2_(const Tensor& self);
// log2.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but float16; the result can be cast to out.
// Rules: M2, M4, V3.
Tensor& log2_out(Tensor& out, const Tensor& self);
Tensor& log2_outf(const Tensor& self, Tensor& out);
// log10(Tensor self) -> Tensor. Dtypes: any dtype but float16. Rules: K4, S1.
Tensor log10(const Tensor& self);
// log10_(Tensor(a!) self) -> Tensor(a!). Dtypes: complex, or floating but float16. Rules: M2, V3, W4.
Tensor& log10_(const Tensor& self);
// log10.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but float16; the result can be cast to
// out. Rules: M2, M4, V3.
Tensor& log10_out(Tensor& out, const Tensor& self);
Tensor& log10_outf(const Tensor& self, Tensor& out);
// log1p(Tensor self) -> Tensor. Dtypes: any dtype but float16 and complex. Rules: K4, S1.
Tensor log1p(const Tensor& self);
// log1p_(Tensor(a!) self) -> Tensor(a!). Dtypes: floating but float16. Rules: M2, V3, W4.
Tensor& log1p_(const Tensor& self);
// log1p.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but float16 and complex; out is floating
// or complex. Rules: M2, M4, V3.
Tensor& log1p_out(Tensor& out, const Tensor& self);
Tensor& log1p_outf(const Tensor& self, Tensor& out);
// exp2(Tensor self) -> Tensor. Dtypes: any dtype but complex. Rules: K4, S1.
Tensor exp2(const Tensor& self);
// exp2_(Tensor(a!) self) -> Tensor(a!). Dtypes: floating. Rules: M2, V3, W4.
Tensor& exp2_(const Tensor& self);
// exp2.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but complex; out is floating or complex.
// Rules: M2, M4, V3.
Tensor& exp2_out(Tensor& out, const Tensor& self);
Tensor& exp2_outf(const Tensor& self, Tensor& out);
// expm1(Tensor self) -> Tensor. Dtypes: any dtype but float16 and complex. Rules: K4, S1.
Tensor expm1(const Tensor& self);
// expm1_(Tensor(a!) self) -> Tensor(a!). Dtypes: floating but float16. Rules: M2, V3, W4.
Tensor& expm1_(const Tensor& self);
// expm1.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but float16 and complex; out is floating
// or complex. Rules: M2, M4, V3.
Tensor& expm1_out(Tensor& out, const Tensor& self);
Tensor& expm1_outf(const Tensor& self, Tensor& out);
// sqrt(Tensor self) -> Tensor. Dtypes: any dtype but float16. Rules: K4, S1.
Tensor sqrt(const Tensor& self);
// sqrt_(Tensor(a!) self) -> Tensor(a!). Dtypes: complex, or floating but float16. Rules: M2, V3, W4.
Tensor& sqrt_(const Tensor& self);
// sqrt.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but float16; the result can be cast to out.
// Rules: M2, M4, V3.
Tensor& sqrt_out(Tensor& out, const Tensor& self);
Tensor& sqrt_outf(const Tensor& self, Tensor& out);
// rsqrt(Tensor self) -> Tensor. Dtypes: any dtype but float16. Rules: K4, S1.
Tensor rsqrt(const Tensor& self);
// rsqrt_(Tensor(a!) self) -> Tensor(a!). Dtypes: complex, or floating but float16. Rules: M2, V3, W4.
Tensor& rsqrt_(const Tensor& self);
// rsqrt.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but float16; the result can be cast to
// out. Rules: M2, M4, V3.
Tensor& rsqrt_out(Tensor& out, const Tensor& self);
Tensor& rsqrt_outf(const Tensor& self, Tensor& out);
// sin(Tensor self) -> Tensor. Dtypes: any dtype but float16. Rules: K4, S1.
Tensor sin(const Tensor& self);
// sin_(Tensor(a!) self) -> Tensor(a!). Dtypes: complex, or floating but float16. Rules: M2, V3, W4.
Tensor& sin_(const Tensor& self);
// sin.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but float16; the result can be cast to out.
// Rules: M2, M4, V3.
Tensor& sin_out(Tensor& out, const Tensor& self);
Tensor& sin_outf(const Tensor& self, Tensor& out);
// cos(Tensor self) -> Tensor. Dtypes: any dtype but float16. Rules: K4, S1.
Tensor cos(const Tensor& self);
// cos_(Tensor(a!) self) -> Tensor(a!). Dtypes: complex, or floating but float16. Rules: M2, V3, W4.
Tensor& cos_(const Tensor& self);
// cos.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but float16; the result can be cast to out.
// Rules: M2, M4, V3.
Tensor& cos_out(Tensor& out, const Tensor& self);
Tensor& cos_outf(const Tensor& self, Tensor& out);
// tan(Tensor self) -> Tensor. Dtypes: any dtype but float16. Rules: K4, S1.
Tensor tan(const Tensor& self);
// tan_(Tensor(a!) self) -> Tensor(a!). Dtypes: complex, or floating but float16. Rules: M2, V3, W4.
Tensor& tan_(const Tensor& self);
// tan.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but float16; the result can be cast to out.
// Rules: M2, M4, V3.
Tensor& tan_out(Tensor& out, const Tensor& self);
Tensor& tan_outf(const Tensor& self, Tensor& out);
// asin(Tensor self) -> Tensor. Dtypes: any dtype but float16. Rules: K4, S1.
Tensor asin(const Tensor& self);
// asin_(Tensor(a!) self) -> Tensor(a!). Dtypes: complex, or floating but float16. Rules: M2, V3, W4.
Tensor& asin_(const Tensor& self);
// asin.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but float16; the result can be cast to out.
// Rules: M2, M4, V3.
Tensor& asin_out(Tensor& out, const Tensor& self);
Tensor& asin_outf(const Tensor& self, Tensor& out);
// acos(Tensor self) -> Tensor. Dtypes: any dtype but float16. Rules: K4, S1.
Tensor acos(const Tensor& self);
// acos_(Tensor(a!) self) -> Tensor(a!). Dtypes: complex, or floating but float16. Rules: M2, V3, W4.
Tensor& acos_(const Tensor& self);
// acos.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but float16; the result can be cast to out.
// Rules: M2, M4, V3.
Tensor& acos_out(Tensor& out, const Tensor& self);
Tensor& acos_outf(const Tensor& self, Tensor& out);
// atan(Tensor self) -> Tensor. Dtypes: any dtype but float16. Rules: K4, S1.
Tensor atan(const Tensor& self);
// atan_(Tensor(a!) self) -> Tensor(a!). Dtypes: complex, or floating but float16. Rules: M2, V3, W4.
Tensor& atan_(const Tensor& self);
// atan.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but float16; the result can be cast to out.
// Rules: M2, M4, V3.
Tensor& atan_out(Tensor& out, const Tensor& self);
Tensor& atan_outf(const Tensor& self, Tensor& out);
// sinh(Tensor self) -> Tensor. Dtypes: any dtype but float16. Rules: K4, S1.
Tensor sinh(const Tensor& self);
// sinh_(Tensor(a!) self) -> Tensor(a!). Dtypes: complex, or floating but float16. Rules: M2, V3, W4.
Tensor& sinh_(const Tensor& self);
// sinh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but float16; the result can be cast to out.
// Rules: M2, M4, V3.
Tensor& sinh_out(Tensor& out, const Tensor& self);
Tensor& sinh_outf(const Tensor& self, Tensor& out);
// cosh(Tensor self) -> Tensor. Dtypes: any dtype but float16. Rules: K4, S1.
Tensor cosh(const Tensor& self);
// cosh_(Tensor(a!) self) -> Tensor(a!). Dtypes: complex, or floating but float16. Rules: M2, V3, W4.
Tensor& cosh_(const Tensor& self);
// cosh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but float16; the result can be cast to out.
// Rules: M2, M4, V3.
Tensor& cosh_out(Tensor& out, const Tensor& self);
Tensor& cosh_outf(const Tensor& self, Tensor& out);
// asinh(Tensor self) -> Tensor. Dtypes: any dtype but float16. Rules: K4, S1.
Tensor asinh(const Tensor& self);
// asinh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but float16; the result can be cast to
// out. Rules: M2, M4, V3.
Tensor& asinh_out(Tensor& out, const Tensor& self);
Tensor& asinh_outf(const Tensor& self, Tensor& out);
// acosh(Tensor self) -> Tensor. Dtypes: any dtype but float16. Rules: K4, S1.
Tensor acosh(const Tensor& self);
// acosh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but float16; the result can be cast to
// out. Rules: M2, M4, V3.
Tensor& acosh_out(Tensor& out, const Tensor& self);
Tensor& acosh_outf(const Tensor& self, Tensor& out);
// atanh(Tensor self) -> Tensor. Dtypes: any dtype but float16. Rules: K4, S1.
Tensor atanh(const Tensor& self);
// atanh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but float16; the result can be cast to
// out. Rules: M2, M4, V3.
Tensor& atanh_out(Tensor& out, const Tensor& self);
Tensor& atanh_outf(const Tensor& self, Tensor& out);
// erf(Tensor self) -> Tensor. Dtypes: any dtype but float16 and complex. Rules: K4, S1.
Tensor erf(const Tensor& self);
// erf_(Tensor(a!) self) -> Tensor(a!). Dtypes: floating but float16. Rules: M2, V3, W4.
Tensor& erf_(const Tensor& self);
// erf.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but float16 and complex; out is floating or
// complex. Rules: M2, M4, V3.
Tensor& erf_out(Tensor& out, const Tensor& self);
Tensor& erf_outf(const Tensor& self, Tensor& out);
// erfc(Tensor self) -> Tensor. Dtypes: any dtype but float16 and complex. Rules: K4, S1.
Tensor erfc(const Tensor& self);
// erfc_(Tensor(a!) self) -> Tensor(a!). Dtypes: floating but float16. Rules: M2, V3, W4.
Tensor& erfc_(const Tensor& self);
// erfc.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but float16 and complex; out is floating or
// complex. Rules: M2, M4, V3.
Tensor& erfc_out(Tensor& out, const Tensor& self);
Tensor& erfc_outf(const Tensor& self, Tensor& out);
// reciprocal(Tensor self) -> Tensor. Dtypes: any dtype. Rules: K4, S1.
Tensor reciprocal(const Tensor& self);
// reciprocal_(Tensor(a!) self) -> Tensor(a!). Dtypes: floating or complex. Rules: M2, V3, W4.
Tensor& reciprocal_(const Tensor& self);
// reciprocal.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype; the result can be cast to out.
// Rules: M2, M4, V3.
Tensor& reciprocal_out(Tensor& out, const Tensor& self);
Tensor& reciprocal_outf(const Tensor& self, Tensor& out);
// Computes -1, 0 or 1, and 0 for NaN. No gradient flows through it. sign(Tensor self) -> Tensor. Dtypes: any dtype but
// complex. Rules: K4, S1.
Tensor sign(const Tensor& self);
// Computes -1, 0 or 1, and 0 for NaN. No gradient flows through it. sign.out(Tensor self, *, Tensor(a!) out) ->
// Tensor(a!). Dtypes: any dtype but complex; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& sign_out(Tensor& out, const Tensor& self);
Tensor& sign_outf(const Tensor& self, Tensor& out);
// floor(Tensor self) -> Tensor. Dtypes: integer, or floating but float16. Rules: K4, S1.
Tensor floor(const Tensor& self);
// floor_(Tensor(a!) self) -> Tensor(a!). Dtypes: integer, or floating but float16. Rules: M2, V3, W4.
Tensor& floor_(const Tensor& self);
// floor.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: integer, or floating but float16; out has the dtype
// of the result. Rules: M2, M4, V3.
Tensor& floor_out(Tensor& out, const Tensor& self);
Tensor& floor_outf(const Tensor& self, Tensor& out);
// ceil(Tensor self) -> Tensor. Dtypes: integer, or floating but float16. Rules: K4, S1.
Tensor ceil(const Tensor& self);
// ceil_(Tensor(a!) self) -> Tensor(a!). Dtypes: integer, or floating but float16. Rules: M2, V3, W4.
Tensor& ceil_(const Tensor& self);
// ceil.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: integer, or floating but float16; out has the dtype
// of the result. Rules: M2, M4, V3.
Tensor& ceil_out(Tensor& out, const Tensor& self);
Tensor& ceil_outf(const Tensor& self, Tensor& out);
// trunc(Tensor self) -> Tensor. Dtypes: integer, or floating but float16. Rules: K4, S1.
Tensor trunc(const Tensor& self);
// trunc_(Tensor(a!) self) -> Tensor(a!). Dtypes: integer, or floating but float16. Rules: M2, V3, W4.
Tensor& trunc_(const Tensor& self);
// trunc.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: integer, or floating but float16; out has the dtype
// of the result. Rules: M2, M4, V3.
Tensor& trunc_out(Tensor& out, const Tensor& self);
Tensor& trunc_outf(const Tensor& self, Tensor& out);
// round(Tensor self) -> Tensor. Dtypes: integer, or floating but float16. Rules: K4, S1.
Tensor round(const Tensor& self);
// round_(Tensor(a!) self) -> Tensor(a!). Dtypes: integer, or floating but float16. Rules: M2, V3, W4.
Tensor& round_(const Tensor& self);
// round.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: integer, or floating but float16; out has the dtype
// of the result. Rules: M2, M4, V3.
Tensor& round_out(Tensor& out, const Tensor& self);
Tensor& round_outf(const Tensor& self, Tensor& out);
// frac(Tensor self) -> Tensor. Dtypes: floating. Rules: K4, S1.
Tensor frac(const Tensor& self);
// frac_(Tensor(a!) self) -> Tensor(a!). Dtypes: floating. Rules: M2, V3, W4.
Tensor& frac_(const Tensor& self);
// frac.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: floating; out has the dtype of the result. Rules: M2,
// M4, V3.
Tensor& frac_out(Tensor& out, const Tensor& self);
Tensor& frac_outf(const Tensor& self, Tensor& out);
// silu(Tensor self) -> Tensor. Dtypes: complex, or floating but float16. Rules: K4, S1.
Tensor silu(const Tensor& self);
// silu_(Tensor(a!) self) -> Tensor(a!). Dtypes: complex, or floating but float16. Rules: M2, V3, W4.
Tensor& silu_(const Tensor& self);
// silu.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: complex, or floating but float16; out has the dtype
// of the result. Rules: M2, M4, V3.
Tensor& silu_out(Tensor& out, const Tensor& self);
Tensor& silu_outf(const Tensor& self, Tensor& out);
// isnan(Tensor self) -> Tensor. Dtypes: any dtype. Rules: K4, S1.
Tensor isnan(const Tensor& self);
// isinf(Tensor self) -> Tensor. Dtypes: any dtype. Rules: K4, S1.
Tensor isinf(const Tensor& self);
// logical_not(Tensor self) -> Tensor. Dtypes: any dtype. Rules: K4, S1.
Tensor logical_not(const Tensor& self);
// logical_not.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype; out is of any dtype. Rules: M2, M4,
// V3.
Tensor& logical_not_out(Tensor& out, const Tensor& self);
Tensor& logical_not_outf(const Tensor& self, Tensor& out);
// bitwise_not(Tensor self) -> Tensor. Dtypes: bool or integer. Rules: K4, S1.
Tensor bitwise_not(const Tensor& self);
// bitwise_not_(Tensor(a!) self) -> Tensor(a!). Dtypes: bool or integer. Rules: M2, V3, W4.
Tensor& bitwise_not_(const Tensor& self);
// `approximate` is "none" or "tanh". gelu(Tensor self, *, str approximate="none") -> Tensor. Dtypes: floating but
// float16. Rules: K4, S1.
Tensor gelu(const Tensor& self, std::string_view approximate = "none");
// gelu_(Tensor(a!) self, *, str approximate="none") -> Tensor(a!). Dtypes: floating but float16. Rules: M2, V3, W4.
Tensor& gelu_(const Tensor& self, std::string_view approximate = "none");
// `approximate` is "none" or "tanh". gelu.out(Tensor self, *, str approximate="none", Tensor(a!) out) -> Tensor(a!).
// Dtypes: floating but float16; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& gelu_out(Tensor& out, const Tensor& self, std::string_view approximate = "none");
Tensor& gelu_outf(const Tensor& self, std::string_view approximate, Tensor& out);
// elu(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor. Dtypes: floating but float16.
// Rules: K4, S1.
Tensor elu(const Tensor& self, const c10::Scalar& alpha = 1, const c10::Scalar& scale = 1,
           const c10::Scalar& input_scale = 1);
// elu.out(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1, *, Tensor(a!) out) -> Tensor(a!). Dtypes:
// floating but float16; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& elu_out(Tensor& out, const Tensor& self, const c10::Scalar& alpha = 1, const c10::Scalar& scale = 1,
                const c10::Scalar& input_scale = 1);
Tensor& elu_outf(const Tensor& self, const c10::Scalar& alpha, const c10::Scalar& scale, const c10::Scalar& input_scale,
                 Tensor& out);
// leaky_relu(Tensor self, Scalar negative_slope=0.01) -> Tensor. Dtypes: floating but float16. Rules: K4, S1.
Tensor leaky_relu(const Tensor& self, const c10::Scalar& negative_slope = 0.01);
// leaky_relu.out(Tensor self, Scalar negative_slope=0.01, *, Tensor(a!) out) -> Tensor(a!). Dtypes: floating but
// float16; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& leaky_relu_out(Tensor& out, const Tensor& self, const c10::Scalar& negative_slope = 0.01);
Tensor& leaky_relu_outf(const Tensor& self, const c10::Scalar& negative_slope, Tensor& out);
// hardtanh(Tensor self, Scalar min_val=-1, Scalar max_val=1) -> Tensor. Dtypes: integer, or floating but float16.
// Rules: K4, S1.
Tensor hardtanh(const Tensor& self, const c10::Scalar& min_val = -1, const c10::Scalar& max_val = 1);
// hardtanh_(Tensor(a!) self, Scalar min_val=-1, Scalar max_val=1) -> Tensor(a!). Dtypes: integer, or floating but
// float16. Rules: M2, V3, W4.
Tensor& hardtanh_(const Tensor& self, const c10::Scalar& min_val = -1, const c10::Scalar& max_val = 1);
// hardtanh.out(Tensor self, Scalar min_val=-1, Scalar max_val=1, *, Tensor(a!) out) -> Tensor(a!). Dtypes: integer, or
// floating but float16; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& hardtanh_out(Tensor& out, const Tensor& self, const c10::Scalar& min_val = -1, const c10::Scalar& max_val = 1);
Tensor& hardtanh_outf(const Tensor& self, const c10::Scalar& min_val, const c10::Scalar& max_val, Tensor& out);
// softplus(Tensor self, Scalar beta=1, Scalar threshold=20) -> Tensor. Dtypes: floating but float16. Rules: K4, S1.
Tensor softplus(const Tensor& self, const c10::Scalar& beta = 1, const c10::Scalar& threshold = 20);
// softplus.out(Tensor self, Scalar beta=1, Scalar threshold=20, *, Tensor(a!) out) -> Tensor(a!). Dtypes: floating but
// float16; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& softplus_out(Tensor& out, const Tensor& self, const c10::Scalar& beta = 1, const c10::Scalar& threshold = 20);
Tensor& softplus_outf(const Tensor& self, const c10::Scalar& beta, const c10::Scalar& threshold, Tensor& out);
// clamp(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor. Dtypes: any dtype but float16 and complex. Rules:
// K4, S1.
Tensor clamp(const Tensor& self, const c10::optional<c10::Scalar>& min,
             const c10::optional<c10::Scalar>& max = c10::nullopt);
// clamp_(Tensor(a!) self, Scalar? min=None, Scalar? max=None) -> Tensor(a!). Dtypes: integer, or floating but float16.
// Rules: M2, V3, W4.
Tensor& clamp_(const Tensor& self, const c10::optional<c10::Scalar>& min,
               const c10::optional<c10::Scalar>& max = c10::nullopt);
// clamp.out(Tensor self, Scalar? min=None, Scalar? max=None, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but
// float16 and complex; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& clamp_out(Tensor& out, const Tensor& self, const c10::optional<c10::Scalar>& min,
                  const c10::optional<c10::Scalar>& max = c10::nullopt);
Tensor& clamp_outf(const Tensor& self, const c10::optional<c10::Scalar>& min, const c10::optional<c10::Scalar>& max,
                   Tensor& out);
// clamp_min(Tensor self, Scalar min) -> Tensor. Dtypes: any dtype but float16 and complex. Rules: K4, S1.
Tensor clamp_min(const Tensor& self, const c10::Scalar& min);
// clamp_min_(Tensor(a!) self, Scalar min) -> Tensor(a!). Dtypes: integer, or floating but float16. Rules: M2, V3, W4.
Tensor& clamp_min_(const Tensor& self, const c10::Scalar& min);
// clamp_max(Tensor self, Scalar max) -> Tensor. Dtypes: any dtype but float16 and complex. Rules: K4, S1.
Tensor clamp_max(const Tensor& self, const c10::Scalar& max);
// clamp_max_(Tensor(a!) self, Scalar max) -> Tensor(a!). Dtypes: integer, or floating but float16. Rules: M2, V3, W4.
Tensor& clamp_max_(const Tensor& self, const c10::Scalar& max);
// nan_to_num(Tensor self, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor. Dtypes: any dtype but
// complex. Rules: K4, S1.
Tensor nan_to_num(const Tensor& self, c10::optional<double> nan = c10::nullopt,
                  c10::optional<double> posinf = c10::nullopt, c10::optional<double> neginf = c10::nullopt);
// nan_to_num_(Tensor(a!) self, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor(a!). Dtypes: any
// dtype but complex. Rules: M2, V3, W4.
Tensor& nan_to_num_(const Tensor& self, c10::optional<double> nan = c10::nullopt,
                    c10::optional<double> posinf = c10::nullopt, c10::optional<double> neginf = c10::nullopt);
// nan_to_num.out(Tensor self, float? nan=None, float? posinf=None, float? neginf=None, *, Tensor(a!) out) ->
// Tensor(a!). Dtypes: any dtype but complex; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& nan_to_num_out(Tensor& out, const Tensor& self, c10::optional<double> nan = c10::nullopt,
                       c10::optional<double> posinf = c10::nullopt, c10::optional<double> neginf = c10::nullopt);
Tensor& nan_to_num_outf(const Tensor& self, c10::optional<double> nan, c10::optional<double> posinf,
                        c10::optional<double> neginf, Tensor& out);
// hardsigmoid(Tensor self) -> Tensor. Dtypes: floating but float16. Rules: K4, S1.
Tensor hardsigmoid(const Tensor& self);
// hardsigmoid_(Tensor(a!) self) -> Tensor(a!). Dtypes: floating but float16. Rules: M2, V3, W4.
Tensor& hardsigmoid_(const Tensor& self);
// hardsigmoid.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: floating but float16; out has the dtype of the
// result. Rules: M2, M4, V3.
Tensor& hardsigmoid_out(Tensor& out, const Tensor& self);
Tensor& hardsigmoid_outf(const Tensor& self, Tensor& out);
// mish(Tensor self) -> Tensor. Dtypes: float32 or float64. Rules: K4, S1.
Tensor mish(const Tensor& self);
// mish_(Tensor(a!) self) -> Tensor(a!). Dtypes: float32 or float64. Rules: M2, V3, W4.
Tensor& mish_(const Tensor& self);
// mish.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: float32 or float64; out has the dtype of the result.
// Rules: M2, M4, V3.
Tensor& mish_out(Tensor& out, const Tensor& self);
Tensor& mish_outf(const Tensor& self, Tensor& out);
// hardswish(Tensor self) -> Tensor. Dtypes: floating but float16. Rules: K4, S1.
Tensor hardswish(const Tensor& self);
// hardswish_(Tensor(a!) self) -> Tensor(a!). Dtypes: floating but float16. Rules: M2, V3, W4.
Tensor& hardswish_(const Tensor& self);
// pow.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor. Dtypes: self and exponent promote to any dtype but bool.
// Rules: K4, S1.
Tensor pow(const Tensor& self, const Tensor& exponent);
// pow.Tensor_Tensor_out(Tensor self, Tensor exponent, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and exponent
// promote to any dtype but bool; the result can be cast to out. Rules: M2, M4, V3.
Tensor& pow_out(Tensor& out, const Tensor& self, const Tensor& exponent);
Tensor& pow_outf(const Tensor& self, const Tensor& exponent, Tensor& out);
// pow.Scalar(Scalar self, Tensor exponent) -> Tensor. Dtypes: any dtype. Rules: K4, S1.
Tensor pow(const c10::Scalar& self, const Tensor& exponent);
// fmod.Tensor(Tensor self, Tensor other) -> Tensor. Dtypes: self and other promote to any dtype but bool and complex.
// Rules: K4, S1.
Tensor fmod(const Tensor& self, const Tensor& other);
// fmod.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other promote to any
// dtype but bool and complex; the result can be cast to out. Rules: M2, M4, V3.
Tensor& fmod_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& fmod_outf(const Tensor& self, const Tensor& other, Tensor& out);
// fmod.Scalar(Tensor self, Scalar other) -> Tensor. Dtypes: any dtype but complex. Rules: K4, S1.
Tensor fmod(const Tensor& self, const c10::Scalar& other);
// remainder.Tensor(Tensor self, Tensor other) -> Tensor. Dtypes: self and other promote to any dtype but bool and
// complex. Rules: K4, S1.
Tensor remainder(const Tensor& self, const Tensor& other);
// remainder.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other promote to
// any dtype but bool and complex; the result can be cast to out. Rules: M2, M4, V3.
Tensor& remainder_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& remainder_outf(const Tensor& self, const Tensor& other, Tensor& out);
// remainder.Scalar(Tensor self, Scalar other) -> Tensor. Dtypes: any dtype but complex. Rules: K4, S1.
Tensor remainder(const Tensor& self, const c10::Scalar& other);
// div.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor. Dtypes: self and other are of any dtype.
// Rules: K4, S1.
Tensor div(const Tensor& self, const Tensor& other, c10::optional<std::string_view> rounding_mode);
// div.Scalar_mode(Tensor self, Scalar other, *, str? rounding_mode) -> Tensor. Dtypes: any dtype. Rules: K4, S1.
Tensor div(const Tensor& self, const c10::Scalar& other, c10::optional<std::string_view> rounding_mode);
// hypot(Tensor self, Tensor other) -> Tensor. Dtypes: self and other promote to floating but float16. Rules: K4, S1.
Tensor hypot(const Tensor& self, const Tensor& other);
// hypot.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other promote to floating but
// float16; out is floating or complex. Rules: M2, M4, V3.
Tensor& hypot_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& hypot_outf(const Tensor& self, const Tensor& other, Tensor& out);
// logaddexp(Tensor self, Tensor other) -> Tensor. Dtypes: self and other promote to floating but float16. Rules: K4,
// S1.
Tensor logaddexp(const Tensor& self, const Tensor& other);
// logaddexp.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other promote to floating
// but float16; out is floating or complex. Rules: M2, M4, V3.
Tensor& logaddexp_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& logaddexp_outf(const Tensor& self, const Tensor& other, Tensor& out);
// lerp.Scalar(Tensor self, Tensor end, Scalar weight) -> Tensor. Dtypes: self and end have the same dtype: complex, or
// floating but float16. Rules: K4, S1.
Tensor lerp(const Tensor& self, const Tensor& end, const c10::Scalar& weight);
// lerp.Tensor(Tensor self, Tensor end, Tensor weight) -> Tensor. Dtypes: self, end and weight have the same dtype:
// complex, or floating but float16. Rules: K4, S1.
Tensor lerp(const Tensor& self, const Tensor& end, const Tensor& weight);
// addcmul(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor. Dtypes: self, tensor1 and tensor2
// promote to any dtype but bool and float16. Rules: K4, S1.
Tensor addcmul(const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const c10::Scalar& value = 1);
// addcdiv(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor. Dtypes: self, tensor1 and tensor2
// promote to complex, or floating but float16; tensor1 and tensor2 promote to floating or complex. Rules: K4, S1.
Tensor addcdiv(const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const c10::Scalar& value = 1);
// copysign.Tensor(Tensor self, Tensor other) -> Tensor. Dtypes: self and other are of any dtype but complex. Rules: K4,
// S1.
Tensor copysign(const Tensor& self, const Tensor& other);
// copysign.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other are of any dtype but
// complex; out is floating or complex. Rules: M2, M4, V3.
Tensor& copysign_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& copysign_outf(const Tensor& self, const Tensor& other, Tensor& out);
// xlogy.Tensor(Tensor self, Tensor other) -> Tensor. Dtypes: self and other are of any dtype but complex. Rules: K4,
// S1.
Tensor xlogy(const Tensor& self, const Tensor& other);
// xlogy_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!). Dtypes: self is floating; other is of any dtype but
// complex. Rules: M2, V3, W4.
Tensor& xlogy_(const Tensor& self, const Tensor& other);
// xlogy.OutTensor(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other are of any dtype
// but complex; out is floating or complex. Rules: M2, M4, V3.
Tensor& xlogy_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& xlogy_outf(const Tensor& self, const Tensor& other, Tensor& out);
// clamp_min.Tensor(Tensor self, Tensor min) -> Tensor. Dtypes: self and min are of any dtype but complex. Rules: K4,
// S1.
Tensor clamp_min(const Tensor& self, const Tensor& min);
// clamp_min_.Tensor(Tensor(a!) self, Tensor min) -> Tensor(a!). Dtypes: self and min promote to any dtype but complex
// that self can hold. Rules: M2, V3, W4.
Tensor& clamp_min_(const Tensor& self, const Tensor& min);
// clamp_min.Tensor_out(Tensor self, Tensor min, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and min are of any dtype
// but complex; the result can be cast to out. Rules: M2, M4, V3.
Tensor& clamp_min_out(Tensor& out, const Tensor& self, const Tensor& min);
Tensor& clamp_min_outf(const Tensor& self, const Tensor& min, Tensor& out);
// clamp_max.Tensor(Tensor self, Tensor max) -> Tensor. Dtypes: self and max are of any dtype but complex. Rules: K4,
// S1.
Tensor clamp_max(const Tensor& self, const Tensor& max);
// clamp_max_.Tensor(Tensor(a!) self, Tensor max) -> Tensor(a!). Dtypes: self and max promote to any dtype but complex
// that self can hold. Rules: M2, V3, W4.
Tensor& clamp_max_(const Tensor& self, const Tensor& max);
// clamp_max.Tensor_out(Tensor self, Tensor max, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and max are of any dtype
// but complex; the result can be cast to out. Rules: M2, M4, V3.
Tensor& clamp_max_out(Tensor& out, const Tensor& self, const Tensor& max);
Tensor& clamp_max_outf(const Tensor& self, const Tensor& max, Tensor& out);
// clamp.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor. Dtypes: self, min and max promote to
// integer, or floating but float16. Rules: K4, S1.
Tensor clamp(const Tensor& self, const c10::optional<Tensor>& min = {}, const c10::optional<Tensor>& max = {});
// clamp_.Tensor(Tensor(a!) self, Tensor? min=None, Tensor? max=None) -> Tensor(a!). Dtypes: self, min and max promote
// to integer, or floating but float16 that self can hold. Rules: M2, V3, W4.
Tensor& clamp_(const Tensor& self, const c10::optional<Tensor>& min = {}, const c10::optional<Tensor>& max = {});
// clamp.Tensor_out(Tensor self, Tensor? min=None, Tensor? max=None, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self, min
// and max promote to integer, or floating but float16; the result can be cast to out. Rules: M2, M4, V3.
Tensor& clamp_out(Tensor& out, const Tensor& self, const c10::optional<Tensor>& min = {},
                  const c10::optional<Tensor>& max = {});
Tensor& clamp_outf(const Tensor& self, const c10::optional<Tensor>& min, const c10::optional<Tensor>& max, Tensor& out);
// Adds up all elements, or along `dim`; integers and bools become int64. The result is [], or lacks the dimensions
// `dim`; with keepdim they have size 1. sum(Tensor self, *, ScalarType? dtype=None) -> Tensor. Dtypes: any dtype.
// Rules: K4, S1.
Tensor sum(const Tensor& self, c10::optional<c10::ScalarType> dtype = c10::nullopt);
// Adds up all elements, or along `dim`; integers and bools become int64. The result is [], or lacks the dimensions
// `dim`; with keepdim they have size 1. sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType?
// dtype=None) -> Tensor. Dtypes: any dtype. Rules: K4, S1.
Tensor sum(const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim = false,
           c10::optional<c10::ScalarType> dtype = c10::nullopt);
// Adds up all elements, or along `dim`; integers and bools become int64. The result is [], or lacks the dimensions
// `dim`; with keepdim they have size 1. sum.IntList_out(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType?
// dtype=None, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype; out is of any dtype. Rules: M2, M4, V3.
Tensor& sum_out(Tensor& out, const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim = false,
                c10::optional<c10::ScalarType> dtype = c10::nullopt);
Tensor& sum_outf(const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim, c10::optional<c10::ScalarType> dtype,
                 Tensor& out);
// Averages floating-point or complex elements; the mean of no elements is NaN. The result is [], or lacks the
// dimensions `dim`; with keepdim they have size 1. mean.dim(Tensor self, int[1]? dim, bool keepdim=False, *,
// ScalarType? dtype=None) -> Tensor. Dtypes: floating or complex. Rules: K4, S1.
Tensor mean(const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim = false,
            c10::optional<c10::ScalarType> dtype = c10::nullopt);
// Finds the largest element along `dim`, or of all; NaN if there is one. Equal elements share the gradient. The result
// is [], or lacks the dimensions `dim`; with keepdim they have size 1. amax(Tensor self, int[1] dim=[], bool
// keepdim=False) -> Tensor. Dtypes: any dtype but complex. Rules: K4, S1.
Tensor amax(const Tensor& self, c10::IntArrayRef dim = {}, bool keepdim = false);
// _softmax(Tensor self, int dim, bool half_to_float) -> Tensor. Dtypes: floating but float16. Rules: K4, S1.
Tensor _softmax(const Tensor& self, std::int64_t dim, bool half_to_float);
// softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor. Dtypes: floating but float16. Rules: D4.
Tensor softmax(const Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype = c10::nullopt);
// Averages floating-point or complex elements; the mean of no elements is NaN. The result is [], or lacks the
// dimensions `dim`; with keepdim they have size 1. mean(Tensor self, *, ScalarType? dtype=None) -> Tensor. Dtypes:
// floating or complex. Rules: K4, S1.
Tensor mean(const Tensor& self, c10::optional<c10::ScalarType> dtype = c10::nullopt);
// Finds the largest element along `dim`, or of all; NaN if there is one. Equal elements share the gradient. The result
// is [], or lacks the dimensions `dim`; with keepdim they have size 1. amax.out(Tensor self, int[1] dim=[], bool
// keepdim=False, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but complex; out has the dtype of the result.
// Rules: M2, M4, V3.
Tensor& amax_out(Tensor& out, const Tensor& self, c10::IntArrayRef dim = {}, bool keepdim = false);
Tensor& amax_outf(const Tensor& self, c10::IntArrayRef dim, bool keepdim, Tensor& out);
// Finds the smallest element along `dim`, or of all; NaN if there is one. Equal elements share the gradient. The result
// is [], or lacks the dimensions `dim`; with keepdim they have size 1. amin(Tensor self, int[1] dim=[], bool
// keepdim=False) -> Tensor. Dtypes: any dtype but complex. Rules: K4, S1.
Tensor amin(const Tensor& self, c10::IntArrayRef dim = {}, bool keepdim = false);
// Finds the smallest element along `dim`, or of all; NaN if there is one. Equal elements share the gradient. The result
// is [], or lacks the dimensions `dim`; with keepdim they have size 1. amin.out(Tensor self, int[1] dim=[], bool
// keepdim=False, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but complex; out has the dtype of the result.
// Rules: M2, M4, V3.
Tensor& amin_out(Tensor& out, const Tensor& self, c10::IntArrayRef dim = {}, bool keepdim = false);
Tensor& amin_outf(const Tensor& self, c10::IntArrayRef dim, bool keepdim, Tensor& out);
// Multiplies all elements, or along `dim`; integers and bools become an int64 that wraps. The result is [], or lacks
// the dimension `dim`; with keepdim it has size 1. prod(Tensor self, *, ScalarType? dtype=None) -> Tensor. Dtypes: any
// dtype but float16 and bfloat16. Rules: K4, S1.
Tensor prod(const Tensor& self, c10::optional<c10::ScalarType> dtype = c10::nullopt);
// Multiplies all elements, or along `dim`; integers and bools become an int64 that wraps. The result is [], or lacks
// the dimension `dim`; with keepdim it has size 1. prod.dim_int(Tensor self, int dim, bool keepdim=False, *,
// ScalarType? dtype=None) -> Tensor. Dtypes: any dtype but float16 and bfloat16. Rules: K4, S1.
Tensor prod(const Tensor& self, std::int64_t dim, bool keepdim = false,
            c10::optional<c10::ScalarType> dtype = c10::nullopt);
// Adds up the elements that are not NaN. The result is [], or lacks the dimensions `dim`; with keepdim they have size
// 1. nansum(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor. Dtypes: any dtype
// but complex. Rules: K4, S1.
Tensor nansum(const Tensor& self, c10::OptionalIntArrayRef dim = c10::nullopt, bool keepdim = false,
              c10::optional<c10::ScalarType> dtype = c10::nullopt);
// Tells whether any element is nonzero; the result of bytes is a byte. No gradient flows through it. The result is [],
// or lacks the dimension `dim`; with keepdim it has size 1. any(Tensor self) -> Tensor. Dtypes: any dtype. Rules: K4,
// S1.
Tensor any(const Tensor& self);
// Tells whether any element is nonzero; the result of bytes is a byte. No gradient flows through it. The result is [],
// or lacks the dimension `dim`; with keepdim it has size 1. any.dim(Tensor self, int dim, bool keepdim=False) ->
// Tensor. Dtypes: any dtype. Rules: K4, S1.
Tensor any(const Tensor& self, std::int64_t dim, bool keepdim = false);
// Tells whether all elements are nonzero; the result of bytes is a byte. No gradient flows through it. The result is
// [], or lacks the dimension `dim`; with keepdim it has size 1. all(Tensor self) -> Tensor. Dtypes: any dtype. Rules:
// K4, S1.
Tensor all(const Tensor& self);
// Tells whether all elements are nonzero; the result of bytes is a byte. No gradient flows through it. The result is
// [], or lacks the dimension `dim`; with keepdim it has size 1. all.dim(Tensor self, int dim, bool keepdim=False) ->
// Tensor. Dtypes: any dtype. Rules: K4, S1.
Tensor all(const Tensor& self, std::int64_t dim, bool keepdim = false);
// Finds where the first largest element is, along `dim` or in row-major order. The result is [], or lacks the dimension
// `dim`; with keepdim it has size 1. argmax(Tensor self, int? dim=None, bool keepdim=False) -> Tensor. Dtypes: any
// dtype but bool and complex. Rules: K4, S1.
Tensor argmax(const Tensor& self, c10::optional<std::int64_t> dim = c10::nullopt, bool keepdim = false);
// Finds where the first smallest element is, along `dim` or in row-major order. The result is [], or lacks the
// dimension `dim`; with keepdim it has size 1. argmin(Tensor self, int? dim=None, bool keepdim=False) -> Tensor.
// Dtypes: any dtype but bool and complex. Rules: K4, S1.
Tensor argmin(const Tensor& self, c10::optional<std::int64_t> dim = c10::nullopt, bool keepdim = false);
// Counts the elements that are not zero as int64; the result is [], or lacks the dimension `dim`. count_nonzero(Tensor
// self, int? dim=None) -> Tensor. Dtypes: any dtype. Rules: K4, S1.
Tensor count_nonzero(const Tensor& self, c10::optional<std::int64_t> dim = c10::nullopt);
// Adds up along `dim`; integers and bools become int64. The result has the shape of `self`. cumsum(Tensor self, int
// dim, *, ScalarType? dtype=None) -> Tensor. Dtypes: any dtype but float16. Rules: K4, S1.
Tensor cumsum(const Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype = c10::nullopt);
// Adds up along `dim`; integers and bools become int64. The result has the shape of `self`. cumsum.out(Tensor self, int
// dim, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype; out is of any dtype but bool and
// float16. Rules: M2, M4, V3.
Tensor& cumsum_out(Tensor& out, const Tensor& self, std::int64_t dim,
                   c10::optional<c10::ScalarType> dtype = c10::nullopt);
Tensor& cumsum_outf(const Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype, Tensor& out);
// Computes log(sum(exp(self))) without overflow on the way. The result lacks the dimensions `dim`; with keepdim they
// have size 1. logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor. Dtypes: any dtype but float16 and
// complex. Rules: K4, S1.
Tensor logsumexp(const Tensor& self, c10::IntArrayRef dim, bool keepdim = false);
// `correction` is subtracted from the number of elements; unbiased means 1. The result is [], or lacks the dimensions
// `dim`; with keepdim they have size 1. var.correction(Tensor self, int[1]? dim, *, int? correction, bool
// keepdim=False) -> Tensor. Dtypes: floating or complex. Rules: K4, S1.
Tensor var(const Tensor& self, c10::OptionalIntArrayRef dim, c10::optional<std::int64_t> correction,
           bool keepdim = false);
// `correction` is subtracted from the number of elements; unbiased means 1. The result is [], or lacks the dimensions
// `dim`; with keepdim they have size 1. std.correction(Tensor self, int[1]? dim, *, int? correction, bool
// keepdim=False) -> Tensor. Dtypes: floating or complex. Rules: K4, S1.
Tensor std(const Tensor& self, c10::OptionalIntArrayRef dim, c10::optional<std::int64_t> correction,
           bool keepdim = false);
// Averages floating-point or complex elements; the mean of no elements is NaN. The result is [], or lacks the
// dimensions `dim`; with keepdim they have size 1. mean.out(Tensor self, int[1]? dim, bool keepdim=False, *,
// ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!). Dtypes: floating or complex; out is floating or complex.
// Rules: M2, M4, V3.
Tensor& mean_out(Tensor& out, const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim = false,
                 c10::optional<c10::ScalarType> dtype = c10::nullopt);
Tensor& mean_outf(const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim, c10::optional<c10::ScalarType> dtype,
                  Tensor& out);
// Multiplies all elements, or along `dim`; integers and bools become an int64 that wraps. The result is [], or lacks
// the dimension `dim`; with keepdim it has size 1. prod.int_out(Tensor self, int dim, bool keepdim=False, *,
// ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype; out is of any dtype but float16 and
// bfloat16. Rules: M2, M4, V3.
Tensor& prod_out(Tensor& out, const Tensor& self, std::int64_t dim, bool keepdim = false,
                 c10::optional<c10::ScalarType> dtype = c10::nullopt);
Tensor& prod_outf(const Tensor& self, std::int64_t dim, bool keepdim, c10::optional<c10::ScalarType> dtype,
                  Tensor& out);
// Multiplies up along `dim`; integers and bools become int64. The result has the shape of `self`. cumprod(Tensor self,
// int dim, *, ScalarType? dtype=None) -> Tensor. Dtypes: any dtype but float16. Rules: K4, S1.
Tensor cumprod(const Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype = c10::nullopt);
// Multiplies up along `dim`; integers and bools become int64. The result has the shape of `self`. cumprod.out(Tensor
// self, int dim, *, ScalarType? dtype=None, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype; out is of any dtype but
// bool and float16. Rules: M2, M4, V3.
Tensor& cumprod_out(Tensor& out, const Tensor& self, std::int64_t dim,
                    c10::optional<c10::ScalarType> dtype = c10::nullopt);
Tensor& cumprod_outf(const Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype, Tensor& out);
// _log_softmax(Tensor self, int dim, bool half_to_float) -> Tensor. Dtypes: floating but float16. Rules: K4, S1.
Tensor _log_softmax(const Tensor& self, std::int64_t dim, bool half_to_float);
// log_softmax.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor. Dtypes: floating but float16. Rules: D4.
Tensor log_softmax(const Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype = c10::nullopt);
// `correction` is subtracted from the number of elements; unbiased means 1. The result is [], or lacks the dimensions
// `dim`; with keepdim they have size 1. var.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) ->
// Tensor. Dtypes: floating or complex. Rules: D4.
Tensor var(const Tensor& self, c10::OptionalIntArrayRef dim, bool unbiased = true, bool keepdim = false);
// Averages equal shares of the input, as many as output_size says, which are the last sizes of the result.
// _adaptive_avg_pool2d(Tensor self, SymInt[2] output_size) -> Tensor. Dtypes: floating but float16. Rules: K4, S1.
Tensor _adaptive_avg_pool2d(const Tensor& self, c10::IntArrayRef output_size);
// Averages windows of [N, C, L] or [C, L]; each size becomes (size + 2 * padding - kernel) / stride + 1, rounded down,
// or up with ceil_mode. avg_pool1d(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=[0], bool
// ceil_mode=False, bool count_include_pad=True) -> Tensor. Dtypes: int64, or floating but float16. Rules: D4.
Tensor avg_pool1d(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride = {},
                  c10::IntArrayRef padding = {0}, bool ceil_mode = false, bool count_include_pad = true);
// Averages windows of [N, C, H, W] or [C, H, W]; each size becomes (size + 2 * padding - kernel) / stride + 1, rounded
// down, or up with ceil_mode. avg_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, bool
// ceil_mode=False, bool count_include_pad=True, int? divisor_override=None) -> Tensor. Dtypes: int64, or floating but
// float16. Rules: K4, S1.
Tensor avg_pool2d(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride = {},
                  c10::IntArrayRef padding = 0, bool ceil_mode = false, bool count_include_pad = true,
                  c10::optional<std::int64_t> divisor_override = c10::nullopt);
// Averages windows of [N, C, D, H, W] or [C, D, H, W]; each size becomes (size + 2 * padding - kernel) / stride + 1,
// rounded down, or up with ceil_mode. avg_pool3d(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0,
// bool ceil_mode=False, bool count_include_pad=True, int? divisor_override=None) -> Tensor. Dtypes: int64, float32 or
// float64. Rules: K4, S1.
Tensor avg_pool3d(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride = {},
                  c10::IntArrayRef padding = 0, bool ceil_mode = false, bool count_include_pad = true,
                  c10::optional<std::int64_t> divisor_override = c10::nullopt);
// Averages equal shares of the input, as many as output_size says. It is the last size of the result.
// adaptive_avg_pool1d(Tensor self, int[1] output_size) -> Tensor. Dtypes: floating or complex. Rules: D4.
Tensor adaptive_avg_pool1d(const Tensor& self, c10::IntArrayRef output_size);
// Averages equal shares of the input, as many as output_size says, which are the last sizes of the result.
// _adaptive_avg_pool3d(Tensor self, int[3] output_size) -> Tensor. Dtypes: float32 or float64; unspecified: float16.
// Rules: K4, S1.
Tensor _adaptive_avg_pool3d(const Tensor& self, c10::IntArrayRef output_size);
// Multiplies matrices [n, m] and [m, p]; the result is [n, p]. mm(Tensor self, Tensor mat2) -> Tensor. Dtypes: self and
// mat2 have the same dtype: any dtype but bool and float16. Rules: K4, S1.
Tensor mm(const Tensor& self, const Tensor& mat2);
// Multiplies matrices [n, m] and [m, p]; the result is [n, p]. mm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) ->
// Tensor(a!). Dtypes: self and mat2 have the same dtype: any dtype but bool and float16; out has the dtype of the
// result. Rules: M2, M4, V3.
Tensor& mm_out(Tensor& out, const Tensor& self, const Tensor& mat2);
Tensor& mm_outf(const Tensor& self, const Tensor& mat2, Tensor& out);
// Computes beta * self + alpha * mat1 @ mat2, [n, p] of [n, m] and [m, p]; `self` broadcasts. addmm(Tensor self, Tensor
// mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor. Dtypes: self, mat1 and mat2 have the same dtype: any
// dtype but bool and float16. Rules: K4, S1.
Tensor addmm(const Tensor& self, const Tensor& mat1, const Tensor& mat2, const c10::Scalar& beta = 1,
             const c10::Scalar& alpha = 1);
// Multiplies [..., n, m] by [..., m, p] to [..., n, p]; leading dimensions broadcast. A vector counts as one row on the
// left, or one column on the right, and its dimension of size 1 is removed. matmul(Tensor self, Tensor other) ->
// Tensor. Dtypes: self and other have the same dtype: any dtype but bool and float16. Rules: D4.
Tensor matmul(const Tensor& self, const Tensor& other);
// Multiplies a matrix [n, m] by a vector [m]; the result is [n]. mv(Tensor self, Tensor vec) -> Tensor. Dtypes: self
// and vec have the same dtype: any dtype but bool and float16. Rules: K4, S1.
Tensor mv(const Tensor& self, const Tensor& vec);
// Adds up the products of two vectors [n]; the result is []. dot(Tensor self, Tensor tensor) -> Tensor. Dtypes: self
// and tensor have the same dtype: any dtype but bool and float16. Rules: K4, S1.
Tensor dot(const Tensor& self, const Tensor& tensor);
// Multiplies matrices [b, n, m] and [b, m, p]; the result is [b, n, p]. bmm(Tensor self, Tensor mat2) -> Tensor.
// Dtypes: self and mat2 have the same dtype: any dtype but bool and float16. Rules: K4, S1.
Tensor bmm(const Tensor& self, const Tensor& mat2);
// Multiplies a matrix [n, m] by a vector [m]; the result is [n]. mv.out(Tensor self, Tensor vec, *, Tensor(a!) out) ->
// Tensor(a!). Dtypes: self and vec have the same dtype: any dtype but bool and float16; out has the dtype of the
// result. Rules: M2, M4, V3.
Tensor& mv_out(Tensor& out, const Tensor& self, const Tensor& vec);
Tensor& mv_outf(const Tensor& self, const Tensor& vec, Tensor& out);
// Adds up the products of two vectors [n]; the result is []. dot.out(Tensor self, Tensor tensor, *, Tensor(a!) out) ->
// Tensor(a!). Dtypes: self and tensor have the same dtype: any dtype but bool and float16; out has the dtype of the
// result. Rules: M2, M4, V3.
Tensor& dot_out(Tensor& out, const Tensor& self, const Tensor& tensor);
Tensor& dot_outf(const Tensor& self, const Tensor& tensor, Tensor& out);
// Multiplies matrices [b, n, m] and [b, m, p]; the result is [b, n, p]. bmm.out(Tensor self, Tensor mat2, *, Tensor(a!)
// out) -> Tensor(a!). Dtypes: self and mat2 have the same dtype: any dtype but bool and float16; out has the dtype of
// the result. Rules: M2, M4, V3.
Tensor& bmm_out(Tensor& out, const Tensor& self, const Tensor& mat2);
Tensor& bmm_outf(const Tensor& self, const Tensor& mat2, Tensor& out);
// Computes beta * self + alpha * mat @ vec, [n] of [n, m] and [m]; `self` broadcasts. addmv(Tensor self, Tensor mat,
// Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor. Dtypes: self, mat and vec have the same dtype: any dtype but
// bool and float16; unspecified: other dtypes of self. Rules: K4, S1.
Tensor addmv(const Tensor& self, const Tensor& mat, const Tensor& vec, const c10::Scalar& beta = 1,
             const c10::Scalar& alpha = 1);
// addmv_(Tensor(a!) self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor(a!). Dtypes: self, mat
// and vec have the same dtype: any dtype but bool and float16. Rules: M2, V3, W4.
Tensor& addmv_(const Tensor& self, const Tensor& mat, const Tensor& vec, const c10::Scalar& beta = 1,
               const c10::Scalar& alpha = 1);
// Adds up the products of matrices [b, n, m] and [b, m, p] over b; the result is [n, p], to which `self` broadcasts.
// addbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor. Dtypes: self, batch1
// and batch2 have the same dtype: any dtype but bool and float16; unspecified: other dtypes of self. Rules: K4, S1.
Tensor addbmm(const Tensor& self, const Tensor& batch1, const Tensor& batch2, const c10::Scalar& beta = 1,
              const c10::Scalar& alpha = 1);
// Computes beta * self + alpha * batch1 @ batch2, [b, n, p] of [b, n, m] and [b, m, p]; `self` broadcasts.
// baddbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor. Dtypes: self, batch1
// and batch2 have the same dtype: any dtype but bool and float16; unspecified: other dtypes of self. Rules: K4, S1.
Tensor baddbmm(const Tensor& self, const Tensor& batch1, const Tensor& batch2, const c10::Scalar& beta = 1,
               const c10::Scalar& alpha = 1);
// Computes beta * self + alpha * batch1 @ batch2, [b, n, p] of [b, n, m] and [b, m, p]; `self` broadcasts.
// baddbmm.out(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1, Tensor(a!) out) ->
// Tensor(a!). Dtypes: self, batch1 and batch2 have the same dtype: any dtype but bool and float16; unspecified: other
// dtypes of self; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& baddbmm_out(Tensor& out, const Tensor& self, const Tensor& batch1, const Tensor& batch2,
                    const c10::Scalar& beta = 1, const c10::Scalar& alpha = 1);
Tensor& baddbmm_outf(const Tensor& self, const Tensor& batch1, const Tensor& batch2, const c10::Scalar& beta,
                     const c10::Scalar& alpha, Tensor& out);
// Takes one to three spatial dimensions. `weight` is [out, in / groups, kernel...], or [in, out / groups, kernel...] if
// transposed. The result is [N, out, size...]; `conv2d` and `conv_transpose2d` give the sizes. convolution(Tensor
// input, Tensor weight, Tensor? bias, int[] stride, int[] padding, int[] dilation, bool transposed, int[]
// output_padding, int groups) -> Tensor. Dtypes: input, weight and bias have the same dtype: float32 or float64;
// unspecified: other dtypes. Rules: K4, S1.
Tensor convolution(const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias,
                   c10::IntArrayRef stride, c10::IntArrayRef padding, c10::IntArrayRef dilation, bool transposed,
                   c10::IntArrayRef output_padding, std::int64_t groups);
// flip(Tensor self, int[] dims) -> Tensor. Dtypes: any dtype. Rules: K4, S1.
Tensor flip(const Tensor& self, c10::IntArrayRef dims);
// tril(Tensor self, int diagonal=0) -> Tensor. Dtypes: any dtype. Rules: K4, S1.
Tensor tril(const Tensor& self, std::int64_t diagonal = 0);
// triu(Tensor self, int diagonal=0) -> Tensor. Dtypes: any dtype. Rules: K4, S1.
Tensor triu(const Tensor& self, std::int64_t diagonal = 0);
// `pad` counts elements before and after, last dimension first; a negative count removes elements.
// constant_pad_nd(Tensor self, int[] pad, Scalar value=0) -> Tensor. Dtypes: any dtype. Rules: K4, S1.
Tensor constant_pad_nd(const Tensor& self, c10::IntArrayRef pad, const c10::Scalar& value = 0);
// slice_scatter(Tensor self, Tensor src, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor.
// Dtypes: self and src are of any dtype. Rules: K4, S1.
Tensor slice_scatter(const Tensor& self, const Tensor& src, std::int64_t dim = 0,
                     c10::optional<std::int64_t> start = c10::nullopt, c10::optional<std::int64_t> end = c10::nullopt,
                     std::int64_t step = 1);
// select_scatter(Tensor self, Tensor src, int dim, int index) -> Tensor. Dtypes: self and src are of any dtype. Rules:
// K4, S1.
Tensor select_scatter(const Tensor& self, const Tensor& src, std::int64_t dim, std::int64_t index);
// reflection_pad1d(Tensor self, int[2] padding) -> Tensor. Dtypes: float32, float64 or complex. Rules: K4, S1.
Tensor reflection_pad1d(const Tensor& self, c10::IntArrayRef padding);
// reflection_pad2d(Tensor self, int[4] padding) -> Tensor. Dtypes: float32, float64 or complex. Rules: K4, S1.
Tensor reflection_pad2d(const Tensor& self, c10::IntArrayRef padding);
// replication_pad2d(Tensor self, int[4] padding) -> Tensor. Dtypes: float32, float64 or complex. Rules: K4, S1.
Tensor replication_pad2d(const Tensor& self, c10::IntArrayRef padding);
// reflection_pad3d(Tensor self, int[6] padding) -> Tensor. Dtypes: floating or complex. Rules: K4, S1.
Tensor reflection_pad3d(const Tensor& self, c10::IntArrayRef padding);
// replication_pad3d(Tensor self, int[6] padding) -> Tensor. Dtypes: float32, float64 or complex. Rules: K4, S1.
Tensor replication_pad3d(const Tensor& self, c10::IntArrayRef padding);
// narrow_copy(Tensor self, int dim, SymInt start, SymInt length) -> Tensor. Dtypes: any dtype. Rules: K4, S1.
Tensor narrow_copy(const Tensor& self, std::int64_t dim, std::int64_t start, std::int64_t length);
// cat(Tensor[] tensors, int dim=0) -> Tensor. Dtypes: any dtype. Rules: K4, S1.
Tensor cat(TensorList tensors, std::int64_t dim = 0);
// cat.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype; the result can be cast to
// out. Rules: M2, M4, V3.
Tensor& cat_out(Tensor& out, TensorList tensors, std::int64_t dim = 0);
Tensor& cat_outf(TensorList tensors, std::int64_t dim, Tensor& out);
// stack(Tensor[] tensors, int dim=0) -> Tensor. Dtypes: any dtype. Rules: K4, S1.
Tensor stack(TensorList tensors, std::int64_t dim = 0);
// index_select(Tensor self, int dim, Tensor index) -> Tensor. Dtypes: self is of any dtype; index is int64 or int32.
// Rules: K4, S1.
Tensor index_select(const Tensor& self, std::int64_t dim, const Tensor& index);
// index_select.out(Tensor self, int dim, Tensor index, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self is of any dtype;
// index is int64 or int32; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& index_select_out(Tensor& out, const Tensor& self, std::int64_t dim, const Tensor& index);
Tensor& index_select_outf(const Tensor& self, std::int64_t dim, const Tensor& index, Tensor& out);
// gather(Tensor self, int dim, Tensor index, *, bool sparse_grad=False) -> Tensor. Dtypes: self is of any dtype; index
// is int64. Rules: K4, S1.
Tensor gather(const Tensor& self, std::int64_t dim, const Tensor& index, bool sparse_grad = false);
// masked_fill.Scalar(Tensor self, Tensor mask, Scalar value) -> Tensor. Dtypes: self is of any dtype; mask is bool.
// Rules: K4, S1.
Tensor masked_fill(const Tensor& self, const Tensor& mask, const c10::Scalar& value);
// masked_fill.Tensor(Tensor self, Tensor mask, Tensor value) -> Tensor. Dtypes: self and value are of any dtype; mask
// is bool; unspecified: other dtypes. Rules: K4, S1.
Tensor masked_fill(const Tensor& self, const Tensor& mask, const Tensor& value);
// index_add(Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor. Dtypes: self and source
// have the same dtype: any dtype but bool; index is int64 or int32; unspecified: other dtypes of self. Rules: K4, S1.
Tensor index_add(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& source,
                 const c10::Scalar& alpha = 1);
// index_copy(Tensor self, int dim, Tensor index, Tensor source) -> Tensor. Dtypes: self and source have the same dtype;
// index is int64. Rules: K4, S1.
Tensor index_copy(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& source);
// index_fill.int_Scalar(Tensor self, int dim, Tensor index, Scalar value) -> Tensor. Dtypes: self is of any dtype;
// index is int64. Rules: K4, S1.
Tensor index_fill(const Tensor& self, std::int64_t dim, const Tensor& index, const c10::Scalar& value);
// scatter.src(Tensor self, int dim, Tensor index, Tensor src) -> Tensor. Dtypes: self and src have the same dtype;
// index is int64. Rules: K4, S1.
Tensor scatter(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src);
// scatter.value(Tensor self, int dim, Tensor index, Scalar value) -> Tensor. Dtypes: self is of any dtype; index is
// int64. Rules: K4, S1.
Tensor scatter(const Tensor& self, std::int64_t dim, const Tensor& index, const c10::Scalar& value);
// scatter_add(Tensor self, int dim, Tensor index, Tensor src) -> Tensor. Dtypes: self and src have the same dtype: any
// dtype but bool; index is int64; unspecified: other dtypes of self. Rules: K4, S1.
Tensor scatter_add(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src);
// Takes the elements of `source` in row-major order, one for each place where `mask` is true. masked_scatter(Tensor
// self, Tensor mask, Tensor source) -> Tensor. Dtypes: self and source have the same dtype; mask is bool or uint8.
// Rules: K4, S1.
Tensor masked_scatter(const Tensor& self, const Tensor& mask, const Tensor& source);
// Picks row indices[...] of `weight` [n, d]; the result is [..., d]. The row padding_idx gets no gradient.
// embedding(Tensor weight, Tensor indices, int padding_idx=-1, bool scale_grad_by_freq=False, bool sparse=False) ->
// Tensor. Dtypes: weight is of any dtype; indices is int64 or int32. Rules: K4, S1.
Tensor embedding(const Tensor& weight, const Tensor& indices, std::int64_t padding_idx = -1,
                 bool scale_grad_by_freq = false, bool sparse = false);
// col2im(Tensor self, SymInt[2] output_size, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride) ->
// Tensor. Dtypes: floating or complex. Rules: K4, S1.
Tensor col2im(const Tensor& self, c10::IntArrayRef output_size, c10::IntArrayRef kernel_size, c10::IntArrayRef dilation,
              c10::IntArrayRef padding, c10::IntArrayRef stride);
// upsample_nearest2d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor. Dtypes: uint8, or
// floating but float16. Rules: K4, S1.
Tensor upsample_nearest2d(const Tensor& input, c10::OptionalIntArrayRef output_size,
                          c10::optional<c10::ArrayRef<double>> scale_factors);
// upsample_bilinear2d.vec(Tensor input, SymInt[]? output_size, bool align_corners, float[]? scale_factors) -> Tensor.
// Dtypes: floating but float16; unspecified: uint8. Rules: K4, S1.
Tensor upsample_bilinear2d(const Tensor& input, c10::OptionalIntArrayRef output_size, bool align_corners,
                           c10::optional<c10::ArrayRef<double>> scale_factors);
// An undefined tensor stands for a whole dimension. index.Tensor(Tensor self, Tensor?[] indices) -> Tensor. Dtypes:
// self is of any dtype; indices is bool or int64; unspecified: uint8 of indices. Rules: K4, S1.
Tensor index(const Tensor& self, const c10::List<c10::optional<Tensor>>& indices);
// index_put(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor. Dtypes: self and values
// have the same dtype; indices is int64; unspecified: uint8 of indices. Rules: K4, S1.
Tensor index_put(const Tensor& self, const c10::List<c10::optional<Tensor>>& indices, const Tensor& values,
                 bool accumulate = false);
// index_put_(Tensor(a!) self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor(a!). Dtypes: self and
// values have the same dtype; indices is int64; unspecified: uint8 of indices. Rules: M2, V3, W4.
Tensor& index_put_(const Tensor& self, const c10::List<c10::optional<Tensor>>& indices, const Tensor& values,
                   bool accumulate = false);
// nonzero(Tensor self) -> Tensor. Dtypes: any dtype. Rules: K4, S1.
Tensor nonzero(const Tensor& self);
// Samples input [N, C, H, W] at the positions grid [N, h, w, 2]; the result is [N, C, h, w]. grid_sampler_2d(Tensor
// input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners) -> Tensor. Dtypes: input and grid
// have the same dtype: float32 or float64. Rules: K4, S1.
Tensor grid_sampler_2d(const Tensor& input, const Tensor& grid, std::int64_t interpolation_mode,
                       std::int64_t padding_mode, bool align_corners);
// scatter_reduce.two(Tensor self, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True) -> Tensor.
// Dtypes: self and src have the same dtype: any dtype but bool; index is int64; unspecified: other dtypes of self.
// Rules: K4, S1.
Tensor scatter_reduce(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src,
                      std::string_view reduce, bool include_self = true);
// scatter_reduce.two_out(Tensor self, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True,
// Tensor(a!) out) -> Tensor(a!). Dtypes: self and src have the same dtype: any dtype but bool; index is int64;
// unspecified: other dtypes of self; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& scatter_reduce_out(Tensor& out, const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src,
                           std::string_view reduce, bool include_self = true);
Tensor& scatter_reduce_outf(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src,
                            std::string_view reduce, bool include_self, Tensor& out);
// clone(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor. Dtypes: any dtype. Rules: K4, S1.
Tensor clone(const Tensor& self, c10::optional<c10::MemoryFormat> memory_format = c10::nullopt);
// zero_(Tensor(a!) self) -> Tensor(a!). Dtypes: any dtype. Rules: M2, V3, W4.
Tensor& zero_(const Tensor& self);
// fill_.Scalar(Tensor(a!) self, Scalar value) -> Tensor(a!). Dtypes: any dtype. Rules: M2, V3, W4.
Tensor& fill_(const Tensor& self, const c10::Scalar& value);
// fill_.Tensor(Tensor(a!) self, Tensor value) -> Tensor(a!). Dtypes: self and value are of any dtype. Rules: M2, V3,
// W4.
Tensor& fill_(const Tensor& self, const Tensor& value);
// Returns a tensor laid out as `self` whose elements are `value`. fill.Scalar(Tensor self, Scalar value) -> Tensor.
// Dtypes: any dtype. Rules: K4, S1.
Tensor fill(const Tensor& self, const c10::Scalar& value);
// Returns `src` with the dtype and the sizes of `self`; `src` itself if it has them. copy(Tensor self, Tensor src, bool
// non_blocking=False) -> Tensor. Dtypes: self and src are of any dtype. Rules: K4, S1.
Tensor copy(const Tensor& self, const Tensor& src, bool non_blocking = false);
// alias(Tensor(a) self) -> Tensor(a). Dtypes: any dtype. Rules: K2, W1.
Tensor alias(const Tensor& self);
// reshape(Tensor(a) self, SymInt[] shape) -> Tensor(a). Dtypes: any dtype. Rules: K2, W1.
Tensor reshape(const Tensor& self, c10::IntArrayRef shape);
// transpose.int(Tensor(a) self, int dim0, int dim1) -> Tensor(a). Dtypes: any dtype. Rules: K2, W1.
Tensor transpose(const Tensor& self, std::int64_t dim0, std::int64_t dim1);
// permute(Tensor(a) self, int[] dims) -> Tensor(a). Dtypes: any dtype. Rules: K2, W1.
Tensor permute(const Tensor& self, c10::IntArrayRef dims);
// t(Tensor(a) self) -> Tensor(a). Dtypes: any dtype. Rules: K2, W1.
Tensor t(const Tensor& self);
// select.int(Tensor(a) self, int dim, int index) -> Tensor(a). Dtypes: any dtype. Rules: K2, W1.
Tensor select(const Tensor& self, std::int64_t dim, std::int64_t index);
// Returns a view. slice.Tensor(Tensor(a) self, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) ->
// Tensor(a). Dtypes: any dtype. Rules: K2, W1.
Tensor slice(const Tensor& self, std::int64_t dim = 0, c10::optional<std::int64_t> start = c10::nullopt,
             c10::optional<std::int64_t> end = c10::nullopt, std::int64_t step = 1);
// narrow(Tensor(a) self, int dim, int start, int length) -> Tensor(a). Dtypes: any dtype. Rules: K2, W1.
Tensor narrow(const Tensor& self, std::int64_t dim, std::int64_t start, std::int64_t length);
// squeeze(Tensor(a) self) -> Tensor(a). Dtypes: any dtype. Rules: K2, W1.
Tensor squeeze(const Tensor& self);
// squeeze.dim(Tensor(a) self, int dim) -> Tensor(a). Dtypes: any dtype. Rules: K2, W1.
Tensor squeeze(const Tensor& self, std::int64_t dim);
// unsqueeze(Tensor(a) self, int dim) -> Tensor(a). Dtypes: any dtype. Rules: K2, W1.
Tensor unsqueeze(const Tensor& self, std::int64_t dim);
// diagonal(Tensor(a) self, int offset=0, int dim1=0, int dim2=1) -> Tensor(a). Dtypes: any dtype. Rules: K2, W1.
Tensor diagonal(const Tensor& self, std::int64_t offset = 0, std::int64_t dim1 = 0, std::int64_t dim2 = 1);
// as_strided(Tensor(a) self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor(a). Dtypes: any
// dtype. Rules: K2, W1.
Tensor as_strided(const Tensor& self, c10::IntArrayRef size, c10::IntArrayRef stride,
                  c10::optional<std::int64_t> storage_offset = c10::nullopt);
// split.Tensor(Tensor(a -> *) self, int split_size, int dim=0) -> Tensor(a)[]. Dtypes: any dtype. Rules: K2, W1.
std::vector<Tensor> split(const Tensor& self, std::int64_t split_size, std::int64_t dim = 0);
// split_with_sizes(Tensor(a -> *) self, int[] split_sizes, int dim=0) -> Tensor(a)[]. Dtypes: any dtype. Rules: K2, W1.
std::vector<Tensor> split_with_sizes(const Tensor& self, c10::IntArrayRef split_sizes, std::int64_t dim = 0);
// chunk(Tensor(a -> *) self, int chunks, int dim=0) -> Tensor(a)[]. Dtypes: any dtype. Rules: K2, W1.
std::vector<Tensor> chunk(const Tensor& self, std::int64_t chunks, std::int64_t dim = 0);
// unbind.int(Tensor(a -> *) self, int dim=0) -> Tensor(a)[]. Dtypes: any dtype. Rules: K2, W1.
std::vector<Tensor> unbind(const Tensor& self, std::int64_t dim = 0);
// detach(Tensor(a) self) -> Tensor(a). Dtypes: any dtype. Rules: K2.
Tensor detach(const Tensor& self);
// as_strided_(Tensor(a!) self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor(a!). Dtypes: any
// dtype. Rules: M2, V3, W4.
Tensor& as_strided_(const Tensor& self, c10::IntArrayRef size, c10::IntArrayRef stride,
                    c10::optional<std::int64_t> storage_offset = c10::nullopt);
// detach_(Tensor(a!) self) -> Tensor(a!). Dtypes: any dtype. Rules: M2, V3, W4.
Tensor& detach_(const Tensor& self);
// Finds the largest element, along `dim` the first of equal ones, or takes the larger of two; NaN if there is one. The
// results along `dim` are values and int64 indices, without that dimension; with keepdim it has size 1. max.dim(Tensor
// self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices). Dtypes: any dtype but complex. Rules: K4, S1.
std::tuple<Tensor, Tensor> max(const Tensor& self, std::int64_t dim, bool keepdim = false);
// Finds the smallest element, along `dim` the first of equal ones, or takes the smaller of two; NaN if there is one.
// The results along `dim` are values and int64 indices, without that dimension; with keepdim it has size 1.
// min.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices). Dtypes: any dtype but complex.
// Rules: K4, S1.
std::tuple<Tensor, Tensor> min(const Tensor& self, std::int64_t dim, bool keepdim = false);
// Returns values and int64 indices along `dim`. Equal elements keep their order. sort.stable(Tensor self, *, bool?
// stable, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices). Dtypes: any dtype but complex. Rules:
// K4, S1.
std::tuple<Tensor, Tensor> sort(const Tensor& self, c10::optional<bool> stable, std::int64_t dim = -1,
                                bool descending = false);
// Returns values and int64 indices along `dim`. Equal elements keep their order. sort(Tensor self, int dim=-1, bool
// descending=False) -> (Tensor values, Tensor indices). Dtypes: any dtype but complex. Rules: K4, S1.
std::tuple<Tensor, Tensor> sort(const Tensor& self, std::int64_t dim = -1, bool descending = false);
// Returns the k largest or smallest elements and their int64 indices, always in order; both have size k along `dim`.
// topk(Tensor self, int k, int dim=-1, bool largest=True, bool sorted=True) -> (Tensor values, Tensor indices). Dtypes:
// integer, or floating but float16. Rules: K4, S1.
std::tuple<Tensor, Tensor> topk(const Tensor& self, std::int64_t k, std::int64_t dim = -1, bool largest = true,
                                bool sorted = true);
// Finds the k-th smallest element, counted from 1. Values and int64 indices lack the dimension `dim`; with keepdim it
// has size 1. kthvalue(Tensor self, int k, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices). Dtypes:
// integer, or floating but float16. Rules: K4, S1.
std::tuple<Tensor, Tensor> kthvalue(const Tensor& self, std::int64_t k, std::int64_t dim = -1, bool keepdim = false);
// Finds the middle element, of two the smaller one; NaN if there is one. The results along `dim` are values and int64
// indices, without that dimension; with keepdim it has size 1. median.dim(Tensor self, int dim, bool keepdim=False) ->
// (Tensor values, Tensor indices). Dtypes: integer, or floating but float16. Rules: K4, S1.
std::tuple<Tensor, Tensor> median(const Tensor& self, std::int64_t dim, bool keepdim = false);
// Finds the largest element up to each one, the last of equal ones; NaN from the first NaN on. Values and int64 indices
// have the shape of `self`. cummax(Tensor self, int dim) -> (Tensor values, Tensor indices). Dtypes: any dtype but
// float16 and complex. Rules: K4, S1.
std::tuple<Tensor, Tensor> cummax(const Tensor& self, std::int64_t dim);
// Finds the smallest element up to each one, the last of equal ones; NaN from the first NaN on. Values and int64
// indices have the shape of `self`. cummin(Tensor self, int dim) -> (Tensor values, Tensor indices). Dtypes: any dtype
// but float16 and complex. Rules: K4, S1.
std::tuple<Tensor, Tensor> cummin(const Tensor& self, std::int64_t dim);
// Returns variance and mean. `correction` is subtracted from the number of elements. Each is [], or lacks the
// dimensions `dim`; with keepdim they have size 1. var_mean.correction(Tensor self, int[1]? dim, *, int? correction,
// bool keepdim=False) -> (Tensor, Tensor). Dtypes: floating or complex. Rules: K4, S1.
std::tuple<Tensor, Tensor> var_mean(const Tensor& self, c10::OptionalIntArrayRef dim,
                                    c10::optional<std::int64_t> correction, bool keepdim = false);
// Returns standard deviation and mean. `correction` is subtracted from the number of elements. Each is [], or lacks the
// dimensions `dim`; with keepdim they have size 1. std_mean.correction(Tensor self, int[1]? dim, *, int? correction,
// bool keepdim=False) -> (Tensor, Tensor). Dtypes: floating or complex. Rules: K4, S1.
std::tuple<Tensor, Tensor> std_mean(const Tensor& self, c10::OptionalIntArrayRef dim,
                                    c10::optional<std::int64_t> correction, bool keepdim = false);
// aminmax(Tensor self, *, int? dim=None, bool keepdim=False) -> (Tensor min, Tensor max). Dtypes: any dtype but float16
// and complex. Rules: K4, S1.
std::tuple<Tensor, Tensor> aminmax(const Tensor& self, c10::optional<std::int64_t> dim = c10::nullopt,
                                   bool keepdim = false);
// `stride` is the kernel's size unless given. NaN counts as the largest. Each size becomes (size + 2 * padding -
// dilation * (kernel - 1) - 1) / stride + 1, rounded down, or up with ceil_mode. max_pool2d_with_indices(Tensor self,
// int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] dilation=1, bool ceil_mode=False) -> (Tensor, Tensor).
// Dtypes: floating but float16. Rules: K4, S1.
std::tuple<Tensor, Tensor> max_pool2d_with_indices(const Tensor& self, c10::IntArrayRef kernel_size,
                                                   c10::IntArrayRef stride = {}, c10::IntArrayRef padding = 0,
                                                   c10::IntArrayRef dilation = 1, bool ceil_mode = false);
// `stride` is the kernel's size unless given. NaN counts as the largest. Each size becomes (size + 2 * padding -
// dilation * (kernel - 1) - 1) / stride + 1, rounded down, or up with ceil_mode. max_pool3d_with_indices(Tensor self,
// int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] dilation=1, bool ceil_mode=False) -> (Tensor, Tensor).
// Dtypes: float32 or float64. Rules: K4, S1.
std::tuple<Tensor, Tensor> max_pool3d_with_indices(const Tensor& self, c10::IntArrayRef kernel_size,
                                                   c10::IntArrayRef stride = {}, c10::IntArrayRef padding = 0,
                                                   c10::IntArrayRef dilation = 1, bool ceil_mode = false);
// Normalises over the last dimensions, which normalized_shape names. Returns the result, the means and the reciprocal
// deviations; gradients flow through the first alone. native_layer_norm(Tensor input, SymInt[] normalized_shape,
// Tensor? weight, Tensor? bias, float eps) -> (Tensor, Tensor, Tensor). Dtypes: input, weight and bias have the same
// dtype: floating but float16. Rules: K4, S1.
std::tuple<Tensor, Tensor, Tensor> native_layer_norm(const Tensor& input, c10::IntArrayRef normalized_shape,
                                                     const c10::optional<Tensor>& weight,
                                                     const c10::optional<Tensor>& bias, double eps);
// Normalises the channels of each group, [N, C, ...]. `weight` and `bias` are [C], means and reciprocals [N, group].
// Gradients flow through all three results. native_group_norm(Tensor input, Tensor? weight, Tensor? bias, SymInt N,
// SymInt C, SymInt HxW, int group, float eps) -> (Tensor, Tensor, Tensor). Dtypes: input, weight and bias have the same
// dtype: floating but float16. Rules: K4, S1.
std::tuple<Tensor, Tensor, Tensor> native_group_norm(const Tensor& input, const c10::optional<Tensor>& weight,
                                                     const c10::optional<Tensor>& bias, std::int64_t N, std::int64_t C,
                                                     std::int64_t HxW, std::int64_t group, double eps);
// Computes the p-norms of the differences of each row of x1 and each row of x2. Leading dimensions broadcast. Every
// compute_mode computes the same. [..., n, d] and [..., m, d] become [..., n, m]. _cdist_forward(Tensor x1, Tensor x2,
// float p, int? compute_mode) -> Tensor. Dtypes: x1 and x2 have the same dtype: float32 or float64; unspecified:
// float16 and bfloat16 of x1 and x2. Rules: K4, S1.
Tensor _cdist_forward(const Tensor& x1, const Tensor& x2, double p, c10::optional<std::int64_t> compute_mode);
// Computes the p-norms of the differences of each two rows of a contiguous matrix. [n, d] becomes [n * (n - 1) / 2].
// _pdist_forward(Tensor self, float p=2.) -> Tensor. Dtypes: float32 or float64. Rules: K4, S1.
Tensor _pdist_forward(const Tensor& self, double p = 2.);
// Transforms real numbers; `onesided` keeps the half of the last dimension that determines the rest. That half has size
// n / 2 + 1, rounded down. _fft_r2c(Tensor self, int[] dim, int normalization, bool onesided) -> Tensor. Dtypes:
// float32 or float64. Rules: K4, S1.
Tensor _fft_r2c(const Tensor& self, c10::IntArrayRef dim, std::int64_t normalization, bool onesided);
// Transforms a half spectrum back to last_dim_size real numbers. The result has size last_dim_size along the last of
// `dim`. _fft_c2r(Tensor self, int[] dim, int normalization, int last_dim_size) -> Tensor. Dtypes: complex. Rules: K4,
// S1.
Tensor _fft_c2r(const Tensor& self, c10::IntArrayRef dim, std::int64_t normalization, std::int64_t last_dim_size);
// Computes sums (mode 0), means (1) or maxima (2) of the rows of `weight` that `indices` name, bag by bag. `offsets`
// tell where each bag begins. Sparse gradients are not supported. _embedding_bag(Tensor weight, Tensor indices, Tensor
// offsets, bool scale_grad_by_freq=False, int mode=0, bool sparse=False, Tensor? per_sample_weights=None, bool
// include_last_offset=False, int padding_idx=-1) -> (Tensor, Tensor, Tensor, Tensor). Dtypes: indices and offsets
// promote to int64 or int32; weight and per_sample_weights have the same dtype: float32 or float64; unspecified:
// float16 of weight. Rules: K4, S1.
std::tuple<Tensor, Tensor, Tensor, Tensor> _embedding_bag(const Tensor& weight, const Tensor& indices,
                                                          const Tensor& offsets, bool scale_grad_by_freq = false,
                                                          std::int64_t mode = 0, bool sparse = false,
                                                          const c10::optional<Tensor>& per_sample_weights = {},
                                                          bool include_last_offset = false,
                                                          std::int64_t padding_idx = -1);
// Draws ones with the probabilities of `self`, or with probability p. bernoulli(Tensor self, *, Generator?
// generator=None) -> Tensor. Dtypes: floating but float16. Rules: D4.
Tensor bernoulli(const Tensor& self, c10::optional<Generator> generator = c10::nullopt);
// mse_loss(Tensor self, Tensor target, int reduction=1) -> Tensor. Dtypes: self and target promote to floating but
// bfloat16. Rules: K4, S1.
Tensor mse_loss(const Tensor& self, const Tensor& target, std::int64_t reduction = 1);
// smooth_l1_loss(Tensor self, Tensor target, int reduction=1, float beta=1.) -> Tensor. Dtypes: self and target promote
// to floating. Rules: K4, S1.
Tensor smooth_l1_loss(const Tensor& self, const Tensor& target, std::int64_t reduction = 1, double beta = 1.);
// huber_loss(Tensor self, Tensor target, int reduction=1, float delta=1.) -> Tensor. Dtypes: self is floating; target
// is of any dtype but complex. Rules: K4, S1.
Tensor huber_loss(const Tensor& self, const Tensor& target, std::int64_t reduction = 1, double delta = 1.);
// Takes probabilities in [0, 1]. binary_cross_entropy(Tensor self, Tensor target, Tensor? weight=None, int reduction=1)
// -> Tensor. Dtypes: self, target and weight have the same dtype: float32 or float64; unspecified: other dtypes. Rules:
// K4, S1.
Tensor binary_cross_entropy(const Tensor& self, const Tensor& target, const c10::optional<Tensor>& weight = {},
                            std::int64_t reduction = 1);
// Returns the loss and the total weight of its targets. nll_loss_forward(Tensor self, Tensor target, Tensor? weight,
// int reduction, int ignore_index) -> (Tensor output, Tensor total_weight). Dtypes: self and weight have the same
// dtype: floating but float16; target is int64 or uint8. Rules: K4, S1.
std::tuple<Tensor, Tensor> nll_loss_forward(const Tensor& self, const Tensor& target,
                                            const c10::optional<Tensor>& weight, std::int64_t reduction,
                                            std::int64_t ignore_index);
// Finds the largest element, along `dim` the first of equal ones, or takes the larger of two; NaN if there is one. The
// results along `dim` are values and int64 indices, without that dimension; with keepdim it has size 1. max(Tensor
// self) -> Tensor. Dtypes: any dtype but complex. Rules: K4, S1.
Tensor max(const Tensor& self);
// Finds the smallest element, along `dim` the first of equal ones, or takes the smaller of two; NaN if there is one.
// The results along `dim` are values and int64 indices, without that dimension; with keepdim it has size 1. min(Tensor
// self) -> Tensor. Dtypes: any dtype but complex. Rules: K4, S1.
Tensor min(const Tensor& self);
// Finds the middle element, of two the smaller one; NaN if there is one. The results along `dim` are values and int64
// indices, without that dimension; with keepdim it has size 1. median(Tensor self) -> Tensor. Dtypes: integer, or
// floating but float16. Rules: K4, S1.
Tensor median(const Tensor& self);
// masked_select(Tensor self, Tensor mask) -> Tensor. Dtypes: self is of any dtype; mask is bool; unspecified: uint8 of
// mask. Rules: K4, S1.
Tensor masked_select(const Tensor& self, const Tensor& mask);
// Picks elements by their index in row-major order. take(Tensor self, Tensor index) -> Tensor. Dtypes: self is of any
// dtype; index is int64. Rules: K4, S1.
Tensor take(const Tensor& self, const Tensor& index);
// Without `dims` the tensor is rolled as if it were flat. roll(Tensor self, int[1] shifts, int[1] dims=[]) -> Tensor.
// Dtypes: any dtype. Rules: K4, S1.
Tensor roll(const Tensor& self, c10::IntArrayRef shifts, c10::IntArrayRef dims = {});
// diag_embed(Tensor self, int offset=0, int dim1=-2, int dim2=-1) -> Tensor. Dtypes: any dtype. Rules: K4, S1.
Tensor diag_embed(const Tensor& self, std::int64_t offset = 0, std::int64_t dim1 = -2, std::int64_t dim2 = -1);
// Adds up the diagonal of a matrix; integers become int64. The result is []. trace(Tensor self) -> Tensor. Dtypes: any
// dtype but bool, float16 and bfloat16. Rules: K4, S1.
Tensor trace(const Tensor& self);
// softshrink(Tensor self, Scalar lambd=0.5) -> Tensor. Dtypes: floating but float16. Rules: K4, S1.
Tensor softshrink(const Tensor& self, const c10::Scalar& lambd = 0.5);
// softshrink.out(Tensor self, Scalar lambd=0.5, *, Tensor(a!) out) -> Tensor(a!). Dtypes: floating but float16; out has
// the dtype of the result. Rules: M2, M4, V3.
Tensor& softshrink_out(Tensor& out, const Tensor& self, const c10::Scalar& lambd = 0.5);
Tensor& softshrink_outf(const Tensor& self, const c10::Scalar& lambd, Tensor& out);
// threshold(Tensor self, Scalar threshold, Scalar value) -> Tensor. Dtypes: integer, or floating but float16. Rules:
// K4, S1.
Tensor threshold(const Tensor& self, const c10::Scalar& threshold, const c10::Scalar& value);
// threshold_(Tensor(a!) self, Scalar threshold, Scalar value) -> Tensor(a!). Dtypes: integer, or floating but float16.
// Rules: M2, V3, W4.
Tensor& threshold_(const Tensor& self, const c10::Scalar& threshold, const c10::Scalar& value);
// logit.out(Tensor self, float? eps=None, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but float16 and complex;
// out is floating or complex. Rules: M2, M4, V3.
Tensor& logit_out(Tensor& out, const Tensor& self, c10::optional<double> eps = c10::nullopt);
Tensor& logit_outf(const Tensor& self, c10::optional<double> eps, Tensor& out);
// Computes the sign, or the direction of a complex number; zero of zero. sgn(Tensor self) -> Tensor. Dtypes: any dtype.
// Rules: K4, S1.
Tensor sgn(const Tensor& self);
// Computes the sign, or the direction of a complex number; zero of zero. sgn.out(Tensor self, *, Tensor(a!) out) ->
// Tensor(a!). Dtypes: any dtype; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& sgn_out(Tensor& out, const Tensor& self);
Tensor& sgn_outf(const Tensor& self, Tensor& out);
// celu(Tensor self, Scalar alpha=1.) -> Tensor. Dtypes: floating but float16. Rules: K4, S1.
Tensor celu(const Tensor& self, const c10::Scalar& alpha = 1.);
// celu_(Tensor(a!) self, Scalar alpha=1.) -> Tensor(a!). Dtypes: floating but float16. Rules: M2, V3, W4.
Tensor& celu_(const Tensor& self, const c10::Scalar& alpha = 1.);
// Computes log(cumsum(exp(self))) without overflow on the way. The result has the shape of `self`. logcumsumexp(Tensor
// self, int dim) -> Tensor. Dtypes: floating but float16. Rules: K4, S1.
Tensor logcumsumexp(const Tensor& self, std::int64_t dim);
// Returns the inverse and int32 numbers of zero pivots, counted from 1, or zero. Matrices [..., n, n] give [..., n, n]
// and [...]. linalg_inv_ex(Tensor A, *, bool check_errors=False) -> (Tensor inverse, Tensor info). Dtypes: float32 or
// float64; unspecified: complex. Rules: K4, S1.
std::tuple<Tensor, Tensor> linalg_inv_ex(const Tensor& A, bool check_errors = false);
// Returns the factor [..., n, n] and, as int32 [...], the order of the first minor that is not positive-definite, or
// zero. linalg_cholesky_ex(Tensor self, *, bool upper=False, bool check_errors=False) -> (Tensor L, Tensor info).
// Dtypes: float32 or float64; unspecified: complex. Rules: K4, S1.
std::tuple<Tensor, Tensor> linalg_cholesky_ex(const Tensor& self, bool upper = false, bool check_errors = false);
// Computes the norm of order `ord`. The result is [], or lacks the dimensions `dim`; with keepdim they have size 1.
// linalg_vector_norm(Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) ->
// Tensor. Dtypes: floating or complex. Rules: K4, S1.
Tensor linalg_vector_norm(const Tensor& self, const c10::Scalar& ord = 2, c10::OptionalIntArrayRef dim = c10::nullopt,
                          bool keepdim = false, c10::optional<c10::ScalarType> dtype = c10::nullopt);
// p may be infinite, or 0, which counts nonzero elements. The result is [], or lacks the dimensions `dim`; with keepdim
// they have size 1. norm.Scalar(Tensor self, Scalar p=2) -> Tensor. Dtypes: floating or complex. Rules: K4, S1.
Tensor norm(const Tensor& self, const c10::Scalar& p = 2);
// p may be infinite, or 0, which counts nonzero elements. The result is [], or lacks the dimensions `dim`; with keepdim
// they have size 1. norm.ScalarOpt_dim(Tensor self, Scalar? p, int[1] dim, bool keepdim=False) -> Tensor. Dtypes:
// floating or complex. Rules: K4, S1.
Tensor norm(const Tensor& self, const c10::optional<c10::Scalar>& p, c10::IntArrayRef dim, bool keepdim = false);
// Finds where each element would go into the sorted last dimension: before equal ones, or after them if `right` or side
// is "right". searchsorted.Tensor(Tensor sorted_sequence, Tensor self, *, bool out_int32=False, bool right=False, str?
// side=None, Tensor? sorter=None) -> Tensor. Dtypes: sorted_sequence and self promote to any dtype but bool and
// complex; sorter is int64. Rules: K4, S1.
Tensor searchsorted(const Tensor& sorted_sequence, const Tensor& self, bool out_int32 = false, bool right = false,
                    c10::optional<std::string_view> side = c10::nullopt, const c10::optional<Tensor>& sorter = {});
// bucketize.Tensor(Tensor self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor. Dtypes: self
// and boundaries promote to any dtype but bool and complex. Rules: K4, S1.
Tensor bucketize(const Tensor& self, const Tensor& boundaries, bool out_int32 = false, bool right = false);
// Returns the elements without repetition, in order; the place of each element among them; how often each occurs. The
// last two are empty unless asked for. _unique2(Tensor self, bool sorted=True, bool return_inverse=False, bool
// return_counts=False) -> (Tensor, Tensor, Tensor). Dtypes: any dtype but float16 and complex. Rules: K4, S1.
std::tuple<Tensor, Tensor, Tensor> _unique2(const Tensor& self, bool sorted = true, bool return_inverse = false,
                                            bool return_counts = false);
// Transforms complex numbers in either direction. normalization: 0 none, 1 the root of the size, 2 the size. The result
// has the shape of `self`. _fft_c2c(Tensor self, int[] dim, int normalization, bool forward) -> Tensor. Dtypes:
// complex. Rules: K4, S1.
Tensor _fft_c2c(const Tensor& self, c10::IntArrayRef dim, std::int64_t normalization, bool forward);
// Returns the determinant [...] of matrices [..., n, n], the factors [..., n, n] and the int32 pivots [..., n].
// _linalg_det(Tensor A) -> (Tensor result, Tensor LU, Tensor pivots). Dtypes: float32 or float64; unspecified: complex.
// Rules: K4, S1.
std::tuple<Tensor, Tensor, Tensor> _linalg_det(const Tensor& A);
// Returns sign [...] and logarithm [...] of the absolute determinant of matrices [..., n, n], the factors [..., n, n]
// and the int32 pivots [..., n]. _linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet, Tensor LU, Tensor
// pivots). Dtypes: float32 or float64; unspecified: complex. Rules: K4, S1.
std::tuple<Tensor, Tensor, Tensor, Tensor> _linalg_slogdet(const Tensor& A);
// Returns the solution, the factors and pivots, and the numbers of zero pivots as linalg_inv_ex. With A [..., n, n],
// the solution has the shape of `B`, [..., n] or [..., n, k]. _linalg_solve_ex(Tensor A, Tensor B, *, bool left=True,
// bool check_errors=False) -> (Tensor result, Tensor LU, Tensor pivots, Tensor info). Dtypes: A and B have the same
// dtype: float32 or float64; unspecified: complex of A. Rules: K4, S1.
std::tuple<Tensor, Tensor, Tensor, Tensor> _linalg_solve_ex(const Tensor& A, const Tensor& B, bool left = true,
                                                            bool check_errors = false);
// Computes log(|gamma(self)|). lgamma(Tensor self) -> Tensor. Dtypes: any dtype but float16 and complex. Rules: K4, S1.
Tensor lgamma(const Tensor& self);
// Computes log(|gamma(self)|). lgamma.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but float16
// and complex; out is floating or complex. Rules: M2, M4, V3.
Tensor& lgamma_out(Tensor& out, const Tensor& self);
Tensor& lgamma_outf(const Tensor& self, Tensor& out);
// Computes the derivative of lgamma; NaN at the negative integers. digamma(Tensor self) -> Tensor. Dtypes: any dtype
// but float16 and complex. Rules: K4, S1.
Tensor digamma(const Tensor& self);
// Computes the derivative of lgamma; NaN at the negative integers. digamma.out(Tensor self, *, Tensor(a!) out) ->
// Tensor(a!). Dtypes: any dtype but float16 and complex; out is floating or complex. Rules: M2, M4, V3.
Tensor& digamma_out(Tensor& out, const Tensor& self);
Tensor& digamma_outf(const Tensor& self, Tensor& out);
// Computes the n-th derivative of digamma for n from 0 to 100. polygamma(int n, Tensor self) -> Tensor. Dtypes: any
// dtype but float16 and complex. Rules: K4, S1.
Tensor polygamma(std::int64_t n, const Tensor& self);
// Returns the result and a bool tensor that tells which elements stayed. native_dropout(Tensor input, float p, bool?
// train) -> (Tensor, Tensor). Dtypes: floating or complex. Rules: K4, S1.
std::tuple<Tensor, Tensor> native_dropout(const Tensor& input, double p, c10::optional<bool> train);
// Finds where each element would go into the sorted last dimension: before equal ones, or after them if `right` or side
// is "right". searchsorted.Scalar(Tensor sorted_sequence, Scalar self, *, bool out_int32=False, bool right=False, str?
// side=None, Tensor? sorter=None) -> Tensor. Dtypes: sorted_sequence is of any dtype but complex; sorter is int64.
// Rules: K4, S1.
Tensor searchsorted(const Tensor& sorted_sequence, const c10::Scalar& self, bool out_int32 = false, bool right = false,
                    c10::optional<std::string_view> side = c10::nullopt, const c10::optional<Tensor>& sorter = {});
// bucketize.Scalar(Scalar self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor. Dtypes: any
// dtype but complex. Rules: K4, S1.
Tensor bucketize(const c10::Scalar& self, const Tensor& boundaries, bool out_int32 = false, bool right = false);
// Returns [..., 2]: real and imaginary part. view_as_real(Tensor(a) self) -> Tensor(a). Dtypes: complex. Rules: K2, W1.
Tensor view_as_real(const Tensor& self);
// Takes float32 or float64 [..., 2] whose strides fit complex numbers. view_as_complex(Tensor(a) self) -> Tensor(a).
// Dtypes: float32 or float64; unspecified: float16. Rules: K2, W1.
Tensor view_as_complex(const Tensor& self);
// `reduce` is "sum", "prod", "mean", "max" or "min". A segment without elements becomes `initial`. `indices` are
// rejected. `unsafe` skips the check that the lengths add up. segment_reduce(Tensor data, str reduce, *, Tensor?
// lengths=None, Tensor? indices=None, Tensor? offsets=None, int axis=0, bool unsafe=False, Scalar? initial=None) ->
// Tensor. Dtypes: data is floating; offsets is int64 or int32. Rules: K4, S1.
Tensor segment_reduce(const Tensor& data, std::string_view reduce, const c10::optional<Tensor>& lengths = {},
                      const c10::optional<Tensor>& indices = {}, const c10::optional<Tensor>& offsets = {},
                      std::int64_t axis = 0, bool unsafe = false,
                      const c10::optional<c10::Scalar>& initial = c10::nullopt);
// flatten.using_ints(Tensor(a) self, int start_dim=0, int end_dim=-1) -> Tensor(a). Dtypes: any dtype. Rules: D4.
Tensor flatten(const Tensor& self, std::int64_t start_dim = 0, std::int64_t end_dim = -1);
// ravel(Tensor(a) self) -> Tensor(a). Dtypes: any dtype. Rules: D4.
Tensor ravel(const Tensor& self);
// unflatten.int(Tensor(a) self, int dim, int[] sizes) -> Tensor(a). Dtypes: any dtype. Rules: D4.
Tensor unflatten(const Tensor& self, std::int64_t dim, c10::IntArrayRef sizes);
// broadcast_to(Tensor(a) self, int[] size) -> Tensor(a). Dtypes: any dtype. Rules: D4.
Tensor broadcast_to(const Tensor& self, c10::IntArrayRef size);
// movedim.int(Tensor(a) self, int source, int destination) -> Tensor(a). Dtypes: any dtype. Rules: D4.
Tensor movedim(const Tensor& self, std::int64_t source, std::int64_t destination);
// movedim.intlist(Tensor(a) self, int[] source, int[] destination) -> Tensor(a). Dtypes: any dtype. Rules: D4.
Tensor movedim(const Tensor& self, c10::IntArrayRef source, c10::IntArrayRef destination);
// tensor_split.sections(Tensor(a -> *) self, int sections, int dim=0) -> Tensor(a)[]. Dtypes: any dtype. Rules: D4.
std::vector<Tensor> tensor_split(const Tensor& self, std::int64_t sections, std::int64_t dim = 0);
// Draws ones with the probabilities of `self`, or with probability p. bernoulli.p(Tensor self, float p, *, Generator?
// generator=None) -> Tensor. Dtypes: any dtype but float16 and complex. Rules: D4.
Tensor bernoulli(const Tensor& self, double p, c10::optional<Generator> generator = c10::nullopt);
// where.ScalarSelf(Tensor condition, Scalar self, Tensor other) -> Tensor. Dtypes: condition is bool or uint8; other is
// of any dtype. Rules: D4.
Tensor where(const Tensor& condition, const c10::Scalar& self, const Tensor& other);
// where.ScalarOther(Tensor condition, Tensor self, Scalar other) -> Tensor. Dtypes: condition is bool or uint8; self is
// of any dtype. Rules: D4.
Tensor where(const Tensor& condition, const Tensor& self, const c10::Scalar& other);
// The result has the dtype that the numbers have together. where.Scalar(Tensor condition, Scalar self, Scalar other) ->
// Tensor. Dtypes: bool or uint8. Rules: D4.
Tensor where(const Tensor& condition, const c10::Scalar& self, const c10::Scalar& other);
// `correction` is subtracted from the number of elements; unbiased means 1. The result is [], or lacks the dimensions
// `dim`; with keepdim they have size 1. var(Tensor self, bool unbiased=True) -> Tensor. Dtypes: floating or complex.
// Rules: D4.
Tensor var(const Tensor& self, bool unbiased = true);
// `correction` is subtracted from the number of elements; unbiased means 1. The result is [], or lacks the dimensions
// `dim`; with keepdim they have size 1. std(Tensor self, bool unbiased=True) -> Tensor. Dtypes: floating or complex.
// Rules: D4.
Tensor std(const Tensor& self, bool unbiased = true);
// `correction` is subtracted from the number of elements; unbiased means 1. The result is [], or lacks the dimensions
// `dim`; with keepdim they have size 1. std.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) ->
// Tensor. Dtypes: floating or complex. Rules: D4.
Tensor std(const Tensor& self, c10::OptionalIntArrayRef dim, bool unbiased = true, bool keepdim = false);
// Returns variance and mean. `correction` is subtracted from the number of elements. Each is [], or lacks the
// dimensions `dim`; with keepdim they have size 1. var_mean(Tensor self, bool unbiased=True) -> (Tensor, Tensor).
// Dtypes: floating or complex. Rules: D4.
std::tuple<Tensor, Tensor> var_mean(const Tensor& self, bool unbiased = true);
// Returns variance and mean. `correction` is subtracted from the number of elements. Each is [], or lacks the
// dimensions `dim`; with keepdim they have size 1. var_mean.dim(Tensor self, int[1]? dim, bool unbiased=True, bool
// keepdim=False) -> (Tensor, Tensor). Dtypes: floating or complex. Rules: D4.
std::tuple<Tensor, Tensor> var_mean(const Tensor& self, c10::OptionalIntArrayRef dim, bool unbiased = true,
                                    bool keepdim = false);
// Returns standard deviation and mean. `correction` is subtracted from the number of elements. Each is [], or lacks the
// dimensions `dim`; with keepdim they have size 1. std_mean(Tensor self, bool unbiased=True) -> (Tensor, Tensor).
// Dtypes: floating or complex. Rules: D4.
std::tuple<Tensor, Tensor> std_mean(const Tensor& self, bool unbiased = true);
// Returns standard deviation and mean. `correction` is subtracted from the number of elements. Each is [], or lacks the
// dimensions `dim`; with keepdim they have size 1. std_mean.dim(Tensor self, int[1]? dim, bool unbiased=True, bool
// keepdim=False) -> (Tensor, Tensor). Dtypes: floating or complex. Rules: D4.
std::tuple<Tensor, Tensor> std_mean(const Tensor& self, c10::OptionalIntArrayRef dim, bool unbiased = true,
                                    bool keepdim = false);
// argsort(Tensor self, int dim=-1, bool descending=False) -> Tensor. Dtypes: any dtype but complex. Rules: D4.
Tensor argsort(const Tensor& self, std::int64_t dim = -1, bool descending = false);
// Sorts along the first dimension. msort(Tensor self) -> Tensor. Dtypes: any dtype but complex. Rules: D4.
Tensor msort(const Tensor& self);
// tile(Tensor self, int[] dims) -> Tensor. Dtypes: any dtype. Rules: D4.
Tensor tile(const Tensor& self, c10::IntArrayRef dims);
// `pad` counts elements before and after, last dimension first. `mode` is "constant", "reflect", "replicate" or
// "circular"; all but the first take one to three dimensions. pad(Tensor self, int[] pad, str mode="constant", float?
// value=None) -> Tensor. Dtypes: any dtype. Rules: D4.
Tensor pad(const Tensor& self, c10::IntArrayRef pad, std::string_view mode = "constant",
           c10::optional<double> value = c10::nullopt);
// Multiplies each two elements of two vectors. The result is [n, m]. outer(Tensor self, Tensor vec2) -> Tensor. Dtypes:
// self and vec2 are of any dtype. Rules: D4.
Tensor outer(const Tensor& self, const Tensor& vec2);
// ger(Tensor self, Tensor vec2) -> Tensor. Dtypes: self and vec2 are of any dtype. Rules: D4.
Tensor ger(const Tensor& self, const Tensor& vec2);
// Multiplies each two elements of two vectors. The result is [n, m]. outer.out(Tensor self, Tensor vec2, *, Tensor(a!)
// out) -> Tensor(a!). Dtypes: self and vec2 are of any dtype; the result can be cast to out. Rules: D4.
Tensor& outer_out(Tensor& out, const Tensor& self, const Tensor& vec2);
Tensor& outer_outf(const Tensor& self, const Tensor& vec2, Tensor& out);
// ger.out(Tensor self, Tensor vec2, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and vec2 are of any dtype; the
// result can be cast to out. Rules: D4.
Tensor& ger_out(Tensor& out, const Tensor& self, const Tensor& vec2);
Tensor& ger_outf(const Tensor& self, const Tensor& vec2, Tensor& out);
// asinh_(Tensor(a!) self) -> Tensor(a!). Dtypes: complex, or floating but float16. Rules: M2, V3, W4.
Tensor& asinh_(const Tensor& self);
// acosh_(Tensor(a!) self) -> Tensor(a!). Dtypes: complex, or floating but float16. Rules: M2, V3, W4.
Tensor& acosh_(const Tensor& self);
// atanh_(Tensor(a!) self) -> Tensor(a!). Dtypes: complex, or floating but float16. Rules: M2, V3, W4.
Tensor& atanh_(const Tensor& self);
// elu_(Tensor(a!) self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor(a!). Dtypes: floating but
// float16. Rules: M2, V3, W4.
Tensor& elu_(const Tensor& self, const c10::Scalar& alpha = 1, const c10::Scalar& scale = 1,
             const c10::Scalar& input_scale = 1);
// leaky_relu_(Tensor(a!) self, Scalar negative_slope=0.01) -> Tensor(a!). Dtypes: floating but float16. Rules: M2, V3,
// W4.
Tensor& leaky_relu_(const Tensor& self, const c10::Scalar& negative_slope = 0.01);
// logical_not_(Tensor(a!) self) -> Tensor(a!). Dtypes: any dtype. Rules: M2, V3, W4.
Tensor& logical_not_(const Tensor& self);
// hardswish.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: floating but float16; out has the dtype of the
// result. Rules: M2, M4, V3.
Tensor& hardswish_out(Tensor& out, const Tensor& self);
Tensor& hardswish_outf(const Tensor& self, Tensor& out);
// threshold.out(Tensor self, Scalar threshold, Scalar value, *, Tensor(a!) out) -> Tensor(a!). Dtypes: integer, or
// floating but float16; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& threshold_out(Tensor& out, const Tensor& self, const c10::Scalar& threshold, const c10::Scalar& value);
Tensor& threshold_outf(const Tensor& self, const c10::Scalar& threshold, const c10::Scalar& value, Tensor& out);
// bitwise_and.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other are bool
// or integer; the result can be cast to out. Rules: M2, M4, V3.
Tensor& bitwise_and_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& bitwise_and_outf(const Tensor& self, const Tensor& other, Tensor& out);
// bitwise_or.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other are bool or
// integer; the result can be cast to out. Rules: M2, M4, V3.
Tensor& bitwise_or_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& bitwise_or_outf(const Tensor& self, const Tensor& other, Tensor& out);
// bitwise_xor.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other are bool
// or integer; the result can be cast to out. Rules: M2, M4, V3.
Tensor& bitwise_xor_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& bitwise_xor_outf(const Tensor& self, const Tensor& other, Tensor& out);
// bitwise_not.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: bool or integer; out has the dtype of the
// result. Rules: M2, M4, V3.
Tensor& bitwise_not_out(Tensor& out, const Tensor& self);
Tensor& bitwise_not_outf(const Tensor& self, Tensor& out);
// clamp_min.out(Tensor self, Scalar min, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but float16 and complex;
// out has the dtype of the result. Rules: M2, M4, V3.
Tensor& clamp_min_out(Tensor& out, const Tensor& self, const c10::Scalar& min);
Tensor& clamp_min_outf(const Tensor& self, const c10::Scalar& min, Tensor& out);
// clamp_max.out(Tensor self, Scalar max, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype but float16 and complex;
// out has the dtype of the result. Rules: M2, M4, V3.
Tensor& clamp_max_out(Tensor& out, const Tensor& self, const c10::Scalar& max);
Tensor& clamp_max_outf(const Tensor& self, const c10::Scalar& max, Tensor& out);
// div.out_mode(Tensor self, Tensor other, *, str? rounding_mode, Tensor(a!) out) -> Tensor(a!). Dtypes: self and other
// are of any dtype; the result can be cast to out. Rules: M2, M4, V3.
Tensor& div_out(Tensor& out, const Tensor& self, const Tensor& other, c10::optional<std::string_view> rounding_mode);
Tensor& div_outf(const Tensor& self, const Tensor& other, c10::optional<std::string_view> rounding_mode, Tensor& out);
// pow.Scalar_out(Scalar self, Tensor exponent, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype; the result can be
// cast to out. Rules: M2, M4, V3.
Tensor& pow_out(Tensor& out, const c10::Scalar& self, const Tensor& exponent);
Tensor& pow_outf(const c10::Scalar& self, const Tensor& exponent, Tensor& out);
// lerp.Scalar_out(Tensor self, Tensor end, Scalar weight, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and end have
// the same dtype: complex, or floating but float16; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& lerp_out(Tensor& out, const Tensor& self, const Tensor& end, const c10::Scalar& weight);
Tensor& lerp_outf(const Tensor& self, const Tensor& end, const c10::Scalar& weight, Tensor& out);
// lerp.Tensor_out(Tensor self, Tensor end, Tensor weight, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self, end and
// weight have the same dtype: complex, or floating but float16; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& lerp_out(Tensor& out, const Tensor& self, const Tensor& end, const Tensor& weight);
Tensor& lerp_outf(const Tensor& self, const Tensor& end, const Tensor& weight, Tensor& out);
// addcmul.out(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1, Tensor(a!) out) -> Tensor(a!). Dtypes:
// self, tensor1 and tensor2 promote to any dtype but bool and float16; the result can be cast to out. Rules: M2, M4,
// V3.
Tensor& addcmul_out(Tensor& out, const Tensor& self, const Tensor& tensor1, const Tensor& tensor2,
                    const c10::Scalar& value = 1);
Tensor& addcmul_outf(const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const c10::Scalar& value,
                     Tensor& out);
// addcdiv.out(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1, Tensor(a!) out) -> Tensor(a!). Dtypes:
// self, tensor1 and tensor2 promote to complex, or floating but float16; tensor1 and tensor2 promote to floating or
// complex; the result can be cast to out. Rules: M2, M4, V3.
Tensor& addcdiv_out(Tensor& out, const Tensor& self, const Tensor& tensor1, const Tensor& tensor2,
                    const c10::Scalar& value = 1);
Tensor& addcdiv_outf(const Tensor& self, const Tensor& tensor1, const Tensor& tensor2, const c10::Scalar& value,
                     Tensor& out);
// Computes beta * self + alpha * mat1 @ mat2, [n, p] of [n, m] and [m, p]; `self` broadcasts. addmm.out(Tensor self,
// Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!). Dtypes: self, mat1 and
// mat2 have the same dtype: any dtype but bool and float16; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& addmm_out(Tensor& out, const Tensor& self, const Tensor& mat1, const Tensor& mat2, const c10::Scalar& beta = 1,
                  const c10::Scalar& alpha = 1);
Tensor& addmm_outf(const Tensor& self, const Tensor& mat1, const Tensor& mat2, const c10::Scalar& beta,
                   const c10::Scalar& alpha, Tensor& out);
// Computes beta * self + alpha * mat @ vec, [n] of [n, m] and [m]; `self` broadcasts. addmv.out(Tensor self, Tensor
// mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!). Dtypes: self, mat and vec have the
// same dtype: any dtype but bool and float16; unspecified: other dtypes of self; out has the dtype of the result.
// Rules: M2, M4, V3.
Tensor& addmv_out(Tensor& out, const Tensor& self, const Tensor& mat, const Tensor& vec, const c10::Scalar& beta = 1,
                  const c10::Scalar& alpha = 1);
Tensor& addmv_outf(const Tensor& self, const Tensor& mat, const Tensor& vec, const c10::Scalar& beta,
                   const c10::Scalar& alpha, Tensor& out);
// Adds up the products of matrices [b, n, m] and [b, m, p] over b; the result is [n, p], to which `self` broadcasts.
// addbmm.out(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1, Tensor(a!) out) ->
// Tensor(a!). Dtypes: self, batch1 and batch2 have the same dtype: any dtype but bool and float16; unspecified: other
// dtypes of self; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& addbmm_out(Tensor& out, const Tensor& self, const Tensor& batch1, const Tensor& batch2,
                   const c10::Scalar& beta = 1, const c10::Scalar& alpha = 1);
Tensor& addbmm_outf(const Tensor& self, const Tensor& batch1, const Tensor& batch2, const c10::Scalar& beta,
                    const c10::Scalar& alpha, Tensor& out);
// gather.out(Tensor self, int dim, Tensor index, *, bool sparse_grad=False, Tensor(a!) out) -> Tensor(a!). Dtypes: self
// is of any dtype; index is int64; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& gather_out(Tensor& out, const Tensor& self, std::int64_t dim, const Tensor& index, bool sparse_grad = false);
Tensor& gather_outf(const Tensor& self, std::int64_t dim, const Tensor& index, bool sparse_grad, Tensor& out);
// scatter.src_out(Tensor self, int dim, Tensor index, Tensor src, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and
// src have the same dtype; index is int64; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& scatter_out(Tensor& out, const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src);
Tensor& scatter_outf(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src, Tensor& out);
// scatter.value_out(Tensor self, int dim, Tensor index, Scalar value, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self is
// of any dtype; index is int64; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& scatter_out(Tensor& out, const Tensor& self, std::int64_t dim, const Tensor& index, const c10::Scalar& value);
Tensor& scatter_outf(const Tensor& self, std::int64_t dim, const Tensor& index, const c10::Scalar& value, Tensor& out);
// scatter_add.out(Tensor self, int dim, Tensor index, Tensor src, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and
// src have the same dtype: any dtype but bool; index is int64; unspecified: other dtypes of self; out has the dtype of
// the result. Rules: M2, M4, V3.
Tensor& scatter_add_out(Tensor& out, const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src);
Tensor& scatter_add_outf(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& src, Tensor& out);
// index_add.out(Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!).
// Dtypes: self and source have the same dtype: any dtype but bool; index is int64 or int32; unspecified: other dtypes
// of self; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& index_add_out(Tensor& out, const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& source,
                      const c10::Scalar& alpha = 1);
Tensor& index_add_outf(const Tensor& self, std::int64_t dim, const Tensor& index, const Tensor& source,
                       const c10::Scalar& alpha, Tensor& out);
// tril.out(Tensor self, int diagonal=0, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype; out has the dtype of the
// result. Rules: M2, M4, V3.
Tensor& tril_out(Tensor& out, const Tensor& self, std::int64_t diagonal = 0);
Tensor& tril_outf(const Tensor& self, std::int64_t diagonal, Tensor& out);
// triu.out(Tensor self, int diagonal=0, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype; out has the dtype of the
// result. Rules: M2, M4, V3.
Tensor& triu_out(Tensor& out, const Tensor& self, std::int64_t diagonal = 0);
Tensor& triu_outf(const Tensor& self, std::int64_t diagonal, Tensor& out);
// Finds where the first largest element is, along `dim` or in row-major order. The result is [], or lacks the dimension
// `dim`; with keepdim it has size 1. argmax.out(Tensor self, int? dim=None, bool keepdim=False, *, Tensor(a!) out) ->
// Tensor(a!). Dtypes: any dtype but bool and complex; out is int64. Rules: M2, M4, V3.
Tensor& argmax_out(Tensor& out, const Tensor& self, c10::optional<std::int64_t> dim = c10::nullopt,
                   bool keepdim = false);
Tensor& argmax_outf(const Tensor& self, c10::optional<std::int64_t> dim, bool keepdim, Tensor& out);
// Finds where the first smallest element is, along `dim` or in row-major order. The result is [], or lacks the
// dimension `dim`; with keepdim it has size 1. argmin.out(Tensor self, int? dim=None, bool keepdim=False, *, Tensor(a!)
// out) -> Tensor(a!). Dtypes: any dtype but bool and complex; out is int64. Rules: M2, M4, V3.
Tensor& argmin_out(Tensor& out, const Tensor& self, c10::optional<std::int64_t> dim = c10::nullopt,
                   bool keepdim = false);
Tensor& argmin_outf(const Tensor& self, c10::optional<std::int64_t> dim, bool keepdim, Tensor& out);
// Tells whether any element is nonzero; the result of bytes is a byte. No gradient flows through it. The result is [],
// or lacks the dimension `dim`; with keepdim it has size 1. any.out(Tensor self, int dim, bool keepdim=False, *,
// Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& any_out(Tensor& out, const Tensor& self, std::int64_t dim, bool keepdim = false);
Tensor& any_outf(const Tensor& self, std::int64_t dim, bool keepdim, Tensor& out);
// Tells whether all elements are nonzero; the result of bytes is a byte. No gradient flows through it. The result is
// [], or lacks the dimension `dim`; with keepdim it has size 1. all.out(Tensor self, int dim, bool keepdim=False, *,
// Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& all_out(Tensor& out, const Tensor& self, std::int64_t dim, bool keepdim = false);
Tensor& all_outf(const Tensor& self, std::int64_t dim, bool keepdim, Tensor& out);
// Tells whether any element is nonzero; the result of bytes is a byte. No gradient flows through it. The result is [],
// or lacks the dimension `dim`; with keepdim it has size 1. any.all_out(Tensor self, *, Tensor(a!) out) -> Tensor(a!).
// Dtypes: any dtype; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& any_out(Tensor& out, const Tensor& self);
Tensor& any_outf(const Tensor& self, Tensor& out);
// Tells whether all elements are nonzero; the result of bytes is a byte. No gradient flows through it. The result is
// [], or lacks the dimension `dim`; with keepdim it has size 1. all.all_out(Tensor self, *, Tensor(a!) out) ->
// Tensor(a!). Dtypes: any dtype; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& all_out(Tensor& out, const Tensor& self);
Tensor& all_outf(const Tensor& self, Tensor& out);
// Adds up the elements that are not NaN. The result is [], or lacks the dimensions `dim`; with keepdim they have size
// 1. nansum.out(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None, Tensor(a!) out) ->
// Tensor(a!). Dtypes: any dtype but complex; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& nansum_out(Tensor& out, const Tensor& self, c10::OptionalIntArrayRef dim = c10::nullopt, bool keepdim = false,
                   c10::optional<c10::ScalarType> dtype = c10::nullopt);
Tensor& nansum_outf(const Tensor& self, c10::OptionalIntArrayRef dim, bool keepdim,
                    c10::optional<c10::ScalarType> dtype, Tensor& out);
// Computes log(sum(exp(self))) without overflow on the way. The result lacks the dimensions `dim`; with keepdim they
// have size 1. logsumexp.out(Tensor self, int[1] dim, bool keepdim=False, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any
// dtype but float16 and complex; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& logsumexp_out(Tensor& out, const Tensor& self, c10::IntArrayRef dim, bool keepdim = false);
Tensor& logsumexp_outf(const Tensor& self, c10::IntArrayRef dim, bool keepdim, Tensor& out);
// `correction` is subtracted from the number of elements; unbiased means 1. The result is [], or lacks the dimensions
// `dim`; with keepdim they have size 1. var.correction_out(Tensor self, int[1]? dim, *, int? correction, bool
// keepdim=False, Tensor(a!) out) -> Tensor(a!). Dtypes: floating or complex; out has the dtype of the result. Rules:
// M2, M4, V3.
Tensor& var_out(Tensor& out, const Tensor& self, c10::OptionalIntArrayRef dim, c10::optional<std::int64_t> correction,
                bool keepdim = false);
Tensor& var_outf(const Tensor& self, c10::OptionalIntArrayRef dim, c10::optional<std::int64_t> correction, bool keepdim,
                 Tensor& out);
// `correction` is subtracted from the number of elements; unbiased means 1. The result is [], or lacks the dimensions
// `dim`; with keepdim they have size 1. std.correction_out(Tensor self, int[1]? dim, *, int? correction, bool
// keepdim=False, Tensor(a!) out) -> Tensor(a!). Dtypes: floating or complex; out has the dtype of the result. Rules:
// M2, M4, V3.
Tensor& std_out(Tensor& out, const Tensor& self, c10::OptionalIntArrayRef dim, c10::optional<std::int64_t> correction,
                bool keepdim = false);
Tensor& std_outf(const Tensor& self, c10::OptionalIntArrayRef dim, c10::optional<std::int64_t> correction, bool keepdim,
                 Tensor& out);
// Averages windows of [N, C, H, W] or [C, H, W]; each size becomes (size + 2 * padding - kernel) / stride + 1, rounded
// down, or up with ceil_mode. avg_pool2d.out(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, bool
// ceil_mode=False, bool count_include_pad=True, int? divisor_override=None, *, Tensor(a!) out) -> Tensor(a!). Dtypes:
// int64, or floating but float16; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& avg_pool2d_out(Tensor& out, const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride = {},
                       c10::IntArrayRef padding = 0, bool ceil_mode = false, bool count_include_pad = true,
                       c10::optional<std::int64_t> divisor_override = c10::nullopt);
Tensor& avg_pool2d_outf(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride,
                        c10::IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                        c10::optional<std::int64_t> divisor_override, Tensor& out);
// Averages windows of [N, C, D, H, W] or [C, D, H, W]; each size becomes (size + 2 * padding - kernel) / stride + 1,
// rounded down, or up with ceil_mode. avg_pool3d.out(Tensor self, int[3] kernel_size, int[3] stride=[], int[3]
// padding=0, bool ceil_mode=False, bool count_include_pad=True, int? divisor_override=None, *, Tensor(a!) out) ->
// Tensor(a!). Dtypes: int64, float32 or float64; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& avg_pool3d_out(Tensor& out, const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride = {},
                       c10::IntArrayRef padding = 0, bool ceil_mode = false, bool count_include_pad = true,
                       c10::optional<std::int64_t> divisor_override = c10::nullopt);
Tensor& avg_pool3d_outf(const Tensor& self, c10::IntArrayRef kernel_size, c10::IntArrayRef stride,
                        c10::IntArrayRef padding, bool ceil_mode, bool count_include_pad,
                        c10::optional<std::int64_t> divisor_override, Tensor& out);
// Picks elements by their index in row-major order. take.out(Tensor self, Tensor index, *, Tensor(a!) out) ->
// Tensor(a!). Dtypes: self is of any dtype; index is int64; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& take_out(Tensor& out, const Tensor& self, const Tensor& index);
Tensor& take_outf(const Tensor& self, const Tensor& index, Tensor& out);
// masked_select.out(Tensor self, Tensor mask, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self is of any dtype; mask is
// bool; unspecified: uint8 of mask; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& masked_select_out(Tensor& out, const Tensor& self, const Tensor& mask);
Tensor& masked_select_outf(const Tensor& self, const Tensor& mask, Tensor& out);
// nonzero.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype; out is int64. Rules: M2, M4, V3.
Tensor& nonzero_out(Tensor& out, const Tensor& self);
Tensor& nonzero_outf(const Tensor& self, Tensor& out);
// mse_loss.out(Tensor self, Tensor target, int reduction=1, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self and target
// promote to floating but bfloat16; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& mse_loss_out(Tensor& out, const Tensor& self, const Tensor& target, std::int64_t reduction = 1);
Tensor& mse_loss_outf(const Tensor& self, const Tensor& target, std::int64_t reduction, Tensor& out);
// smooth_l1_loss.out(Tensor self, Tensor target, int reduction=1, float beta=1., *, Tensor(a!) out) -> Tensor(a!).
// Dtypes: self and target promote to floating; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& smooth_l1_loss_out(Tensor& out, const Tensor& self, const Tensor& target, std::int64_t reduction = 1,
                           double beta = 1.);
Tensor& smooth_l1_loss_outf(const Tensor& self, const Tensor& target, std::int64_t reduction, double beta, Tensor& out);
// huber_loss.out(Tensor self, Tensor target, int reduction=1, float delta=1., *, Tensor(a!) out) -> Tensor(a!). Dtypes:
// self is floating; target is of any dtype but complex; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& huber_loss_out(Tensor& out, const Tensor& self, const Tensor& target, std::int64_t reduction = 1,
                       double delta = 1.);
Tensor& huber_loss_outf(const Tensor& self, const Tensor& target, std::int64_t reduction, double delta, Tensor& out);
// reflection_pad1d.out(Tensor self, int[2] padding, *, Tensor(a!) out) -> Tensor(a!). Dtypes: float32, float64 or
// complex; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& reflection_pad1d_out(Tensor& out, const Tensor& self, c10::IntArrayRef padding);
Tensor& reflection_pad1d_outf(const Tensor& self, c10::IntArrayRef padding, Tensor& out);
// reflection_pad2d.out(Tensor self, int[4] padding, *, Tensor(a!) out) -> Tensor(a!). Dtypes: float32, float64 or
// complex; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& reflection_pad2d_out(Tensor& out, const Tensor& self, c10::IntArrayRef padding);
Tensor& reflection_pad2d_outf(const Tensor& self, c10::IntArrayRef padding, Tensor& out);
// reflection_pad3d.out(Tensor self, int[6] padding, *, Tensor(a!) out) -> Tensor(a!). Dtypes: floating or complex; out
// has the dtype of the result. Rules: M2, M4, V3.
Tensor& reflection_pad3d_out(Tensor& out, const Tensor& self, c10::IntArrayRef padding);
Tensor& reflection_pad3d_outf(const Tensor& self, c10::IntArrayRef padding, Tensor& out);
// replication_pad2d.out(Tensor self, int[4] padding, *, Tensor(a!) out) -> Tensor(a!). Dtypes: float32, float64 or
// complex; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& replication_pad2d_out(Tensor& out, const Tensor& self, c10::IntArrayRef padding);
Tensor& replication_pad2d_outf(const Tensor& self, c10::IntArrayRef padding, Tensor& out);
// replication_pad3d.out(Tensor self, int[6] padding, *, Tensor(a!) out) -> Tensor(a!). Dtypes: float32, float64 or
// complex; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& replication_pad3d_out(Tensor& out, const Tensor& self, c10::IntArrayRef padding);
Tensor& replication_pad3d_outf(const Tensor& self, c10::IntArrayRef padding, Tensor& out);
// where.self_out(Tensor condition, Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!). Dtypes: condition is
// bool or uint8; self and other are of any dtype; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& where_out(Tensor& out, const Tensor& condition, const Tensor& self, const Tensor& other);
Tensor& where_outf(const Tensor& condition, const Tensor& self, const Tensor& other, Tensor& out);
// col2im.out(Tensor self, SymInt[2] output_size, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride, *,
// Tensor(a!) out) -> Tensor(a!). Dtypes: floating or complex; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& col2im_out(Tensor& out, const Tensor& self, c10::IntArrayRef output_size, c10::IntArrayRef kernel_size,
                   c10::IntArrayRef dilation, c10::IntArrayRef padding, c10::IntArrayRef stride);
Tensor& col2im_outf(const Tensor& self, c10::IntArrayRef output_size, c10::IntArrayRef kernel_size,
                    c10::IntArrayRef dilation, c10::IntArrayRef padding, c10::IntArrayRef stride, Tensor& out);
// stack.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any dtype; out has the dtype of the
// result. Rules: M2, M4, V3.
Tensor& stack_out(Tensor& out, TensorList tensors, std::int64_t dim = 0);
Tensor& stack_outf(TensorList tensors, std::int64_t dim, Tensor& out);
// Finds the largest element, along `dim` the first of equal ones, or takes the larger of two; NaN if there is one. The
// results along `dim` are values and int64 indices, without that dimension; with keepdim it has size 1.
// max.dim_max(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) max, Tensor(b!) max_values) -> (Tensor(a!)
// values, Tensor(b!) indices). Dtypes: any dtype but complex; max has the dtype of the result; max_values is int64.
// Rules: M2, M4, V3.
std::tuple<Tensor&, Tensor&> max_out(Tensor& max, Tensor& max_values, const Tensor& self, std::int64_t dim,
                                     bool keepdim = false);
std::tuple<Tensor&, Tensor&> max_outf(const Tensor& self, std::int64_t dim, bool keepdim, Tensor& max,
                                      Tensor& max_values);
// Finds the smallest element, along `dim` the first of equal ones, or takes the smaller of two; NaN if there is one.
// The results along `dim` are values and int64 indices, without that dimension; with keepdim it has size 1.
// min.dim_min(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) min, Tensor(b!) min_indices) -> (Tensor(a!)
// values, Tensor(b!) indices). Dtypes: any dtype but complex; min has the dtype of the result; min_indices is int64.
// Rules: M2, M4, V3.
std::tuple<Tensor&, Tensor&> min_out(Tensor& min, Tensor& min_indices, const Tensor& self, std::int64_t dim,
                                     bool keepdim = false);
std::tuple<Tensor&, Tensor&> min_outf(const Tensor& self, std::int64_t dim, bool keepdim, Tensor& min,
                                      Tensor& min_indices);
// Returns values and int64 indices along `dim`. Equal elements keep their order. sort.values_stable(Tensor self, *,
// bool? stable, int dim=-1, bool descending=False, Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!) values,
// Tensor(b!) indices). Dtypes: any dtype but complex; values has the dtype of the result; indices is int64. Rules: M2,
// M4, V3.
std::tuple<Tensor&, Tensor&> sort_out(Tensor& values, Tensor& indices, const Tensor& self, c10::optional<bool> stable,
                                      std::int64_t dim = -1, bool descending = false);
std::tuple<Tensor&, Tensor&> sort_outf(const Tensor& self, c10::optional<bool> stable, std::int64_t dim,
                                       bool descending, Tensor& values, Tensor& indices);
// Returns values and int64 indices along `dim`. Equal elements keep their order. sort.values(Tensor self, int dim=-1,
// bool descending=False, *, Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices). Dtypes:
// any dtype but complex; values has the dtype of the result; indices is int64. Rules: M2, M4, V3.
std::tuple<Tensor&, Tensor&> sort_out(Tensor& values, Tensor& indices, const Tensor& self, std::int64_t dim = -1,
                                      bool descending = false);
std::tuple<Tensor&, Tensor&> sort_outf(const Tensor& self, std::int64_t dim, bool descending, Tensor& values,
                                       Tensor& indices);
// Returns the k largest or smallest elements and their int64 indices, always in order; both have size k along `dim`.
// topk.values(Tensor self, int k, int dim=-1, bool largest=True, bool sorted=True, *, Tensor(a!) values, Tensor(b!)
// indices) -> (Tensor(a!) values, Tensor(b!) indices). Dtypes: integer, or floating but float16; values has the dtype
// of the result; indices is int64. Rules: M2, M4, V3.
std::tuple<Tensor&, Tensor&> topk_out(Tensor& values, Tensor& indices, const Tensor& self, std::int64_t k,
                                      std::int64_t dim = -1, bool largest = true, bool sorted = true);
std::tuple<Tensor&, Tensor&> topk_outf(const Tensor& self, std::int64_t k, std::int64_t dim, bool largest, bool sorted,
                                       Tensor& values, Tensor& indices);
// Finds the k-th smallest element, counted from 1. Values and int64 indices lack the dimension `dim`; with keepdim it
// has size 1. kthvalue.values(Tensor self, int k, int dim=-1, bool keepdim=False, *, Tensor(a!) values, Tensor(b!)
// indices) -> (Tensor(a!) values, Tensor(b!) indices). Dtypes: integer, or floating but float16; values has the dtype
// of the result; indices is int64. Rules: M2, M4, V3.
std::tuple<Tensor&, Tensor&> kthvalue_out(Tensor& values, Tensor& indices, const Tensor& self, std::int64_t k,
                                          std::int64_t dim = -1, bool keepdim = false);
std::tuple<Tensor&, Tensor&> kthvalue_outf(const Tensor& self, std::int64_t k, std::int64_t dim, bool keepdim,
                                           Tensor& values, Tensor& indices);
// Finds the middle element, of two the smaller one; NaN if there is one. The results along `dim` are values and int64
// indices, without that dimension; with keepdim it has size 1. median.dim_values(Tensor self, int dim, bool
// keepdim=False, *, Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!) values, Tensor(b!) indices). Dtypes: integer,
// or floating but float16; values has the dtype of the result; indices is int64. Rules: M2, M4, V3.
std::tuple<Tensor&, Tensor&> median_out(Tensor& values, Tensor& indices, const Tensor& self, std::int64_t dim,
                                        bool keepdim = false);
std::tuple<Tensor&, Tensor&> median_outf(const Tensor& self, std::int64_t dim, bool keepdim, Tensor& values,
                                         Tensor& indices);
// Finds the largest element up to each one, the last of equal ones; NaN from the first NaN on. Values and int64 indices
// have the shape of `self`. cummax.out(Tensor self, int dim, *, Tensor(a!) values, Tensor(b!) indices) -> (Tensor(a!)
// values, Tensor(b!) indices). Dtypes: any dtype but float16 and complex; values has the dtype of the result; indices
// is int64. Rules: M2, M4, V3.
std::tuple<Tensor&, Tensor&> cummax_out(Tensor& values, Tensor& indices, const Tensor& self, std::int64_t dim);
std::tuple<Tensor&, Tensor&> cummax_outf(const Tensor& self, std::int64_t dim, Tensor& values, Tensor& indices);
// Finds the smallest element up to each one, the last of equal ones; NaN from the first NaN on. Values and int64
// indices have the shape of `self`. cummin.out(Tensor self, int dim, *, Tensor(a!) values, Tensor(b!) indices) ->
// (Tensor(a!) values, Tensor(b!) indices). Dtypes: any dtype but float16 and complex; values has the dtype of the
// result; indices is int64. Rules: M2, M4, V3.
std::tuple<Tensor&, Tensor&> cummin_out(Tensor& values, Tensor& indices, const Tensor& self, std::int64_t dim);
std::tuple<Tensor&, Tensor&> cummin_outf(const Tensor& self, std::int64_t dim, Tensor& values, Tensor& indices);
// `stride` is the kernel's size unless given. NaN counts as the largest. Each size becomes (size + 2 * padding -
// dilation * (kernel - 1) - 1) / stride + 1, rounded down, or up with ceil_mode. max_pool2d_with_indices.out(Tensor
// self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] dilation=1, bool ceil_mode=False, *, Tensor(a!)
// out, Tensor(b!) indices) -> (Tensor(a!), Tensor(b!)). Dtypes: floating but float16; out has the dtype of the result;
// indices is int64. Rules: M2, M4, V3.
std::tuple<Tensor&, Tensor&> max_pool2d_with_indices_out(Tensor& out, Tensor& indices, const Tensor& self,
                                                         c10::IntArrayRef kernel_size, c10::IntArrayRef stride = {},
                                                         c10::IntArrayRef padding = 0, c10::IntArrayRef dilation = 1,
                                                         bool ceil_mode = false);
std::tuple<Tensor&, Tensor&> max_pool2d_with_indices_outf(const Tensor& self, c10::IntArrayRef kernel_size,
                                                          c10::IntArrayRef stride, c10::IntArrayRef padding,
                                                          c10::IntArrayRef dilation, bool ceil_mode, Tensor& out,
                                                          Tensor& indices);
// `stride` is the kernel's size unless given. NaN counts as the largest. Each size becomes (size + 2 * padding -
// dilation * (kernel - 1) - 1) / stride + 1, rounded down, or up with ceil_mode. max_pool3d_with_indices.out(Tensor
// self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] dilation=1, bool ceil_mode=False, *, Tensor(a!)
// out, Tensor(b!) indices) -> (Tensor(a!), Tensor(b!)). Dtypes: float32 or float64; out has the dtype of the result;
// indices is int64. Rules: M2, M4, V3.
std::tuple<Tensor&, Tensor&> max_pool3d_with_indices_out(Tensor& out, Tensor& indices, const Tensor& self,
                                                         c10::IntArrayRef kernel_size, c10::IntArrayRef stride = {},
                                                         c10::IntArrayRef padding = 0, c10::IntArrayRef dilation = 1,
                                                         bool ceil_mode = false);
std::tuple<Tensor&, Tensor&> max_pool3d_with_indices_outf(const Tensor& self, c10::IntArrayRef kernel_size,
                                                          c10::IntArrayRef stride, c10::IntArrayRef padding,
                                                          c10::IntArrayRef dilation, bool ceil_mode, Tensor& out,
                                                          Tensor& indices);
// Returns the loss and the total weight of its targets. nll_loss_forward.output(Tensor self, Tensor target, Tensor?
// weight, int reduction, int ignore_index, *, Tensor(a!) output, Tensor(b!) total_weight) -> (Tensor(a!), Tensor(b!)).
// Dtypes: self and weight have the same dtype: floating but float16; target is int64 or uint8; output has the dtype of
// the result; total_weight has the dtype of the result. Rules: M2, M4, V3.
std::tuple<Tensor&, Tensor&> nll_loss_forward_out(Tensor& output, Tensor& total_weight, const Tensor& self,
                                                  const Tensor& target, const c10::optional<Tensor>& weight,
                                                  std::int64_t reduction, std::int64_t ignore_index);
std::tuple<Tensor&, Tensor&> nll_loss_forward_outf(const Tensor& self, const Tensor& target,
                                                   const c10::optional<Tensor>& weight, std::int64_t reduction,
                                                   std::int64_t ignore_index, Tensor& output, Tensor& total_weight);
// index.Tensor_out(Tensor self, Tensor?[] indices, *, Tensor(a!) out) -> Tensor(a!). Dtypes: self is of any dtype;
// indices is bool or int64; unspecified: uint8 of indices; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& index_out(Tensor& out, const Tensor& self, const c10::List<c10::optional<Tensor>>& indices);
Tensor& index_outf(const Tensor& self, const c10::List<c10::optional<Tensor>>& indices, Tensor& out);
// narrow_copy.out(Tensor self, int dim, SymInt start, SymInt length, *, Tensor(a!) out) -> Tensor(a!). Dtypes: any
// dtype; out has the dtype of the result. Rules: M2, M4, V3.
Tensor& narrow_copy_out(Tensor& out, const Tensor& self, std::int64_t dim, std::int64_t start, std::int64_t length);
Tensor& narrow_copy_outf(const Tensor& self, std::int64_t dim, std::int64_t start, std::int64_t length, Tensor& out);
// aminmax.out(Tensor self, *, int? dim=None, bool keepdim=False, Tensor(a!) min, Tensor(b!) max) -> (Tensor(a!) min,
// Tensor(b!) max). Dtypes: any dtype but float16 and complex; min has the dtype of the result; max has the dtype of the
// result. Rules: M2, M4, V3.
std::tuple<Tensor&, Tensor&> aminmax_out(Tensor& min, Tensor& max, const Tensor& self,
                                         c10::optional<std::int64_t> dim = c10::nullopt, bool keepdim = false);
std::tuple<Tensor&, Tensor&> aminmax_outf(const Tensor& self, c10::optional<std::int64_t> dim, bool keepdim,
                                          Tensor& min, Tensor& max);
// absolute(Tensor self) -> Tensor, another name of abs. Dtypes: any dtype but bool. Rules: D4.
Tensor absolute(const Tensor& self);
// absolute.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!), another name of abs.out. Dtypes: any dtype but bool; out
// is of any dtype but bool, depending on the inputs. Rules: D4.
Tensor& absolute_out(Tensor& out, const Tensor& self);
Tensor& absolute_outf(const Tensor& self, Tensor& out);
// arccos(Tensor self) -> Tensor, another name of acos. Dtypes: any dtype but float16. Rules: D4.
Tensor arccos(const Tensor& self);
// arccos_(Tensor(a!) self) -> Tensor(a!), another name of acos_. Dtypes: complex, or floating but float16. Rules: D4.
Tensor& arccos_(const Tensor& self);
// arccos.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!), another name of acos.out. Dtypes: any dtype but float16;
// the result can be cast to out. Rules: D4.
Tensor& arccos_out(Tensor& out, const Tensor& self);
Tensor& arccos_outf(const Tensor& self, Tensor& out);
// arccosh(Tensor self) -> Tensor, another name of acosh. Dtypes: any dtype but float16. Rules: D4.
Tensor arccosh(const Tensor& self);
// arccosh_(Tensor(a!) self) -> Tensor(a!), another name of acosh_. Dtypes: complex, or floating but float16. Rules: D4.
Tensor& arccosh_(const Tensor& self);
// arccosh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!), another name of acosh.out. Dtypes: any dtype but float16;
// the result can be cast to out. Rules: D4.
Tensor& arccosh_out(Tensor& out, const Tensor& self);
Tensor& arccosh_outf(const Tensor& self, Tensor& out);
// arcsin(Tensor self) -> Tensor, another name of asin. Dtypes: any dtype but float16. Rules: D4.
Tensor arcsin(const Tensor& self);
// arcsin_(Tensor(a!) self) -> Tensor(a!), another name of asin_. Dtypes: complex, or floating but float16. Rules: D4.
Tensor& arcsin_(const Tensor& self);
// arcsin.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!), another name of asin.out. Dtypes: any dtype but float16;
// the result can be cast to out. Rules: D4.
Tensor& arcsin_out(Tensor& out, const Tensor& self);
Tensor& arcsin_outf(const Tensor& self, Tensor& out);
// arcsinh(Tensor self) -> Tensor, another name of asinh. Dtypes: any dtype but float16. Rules: D4.
Tensor arcsinh(const Tensor& self);
// arcsinh_(Tensor(a!) self) -> Tensor(a!), another name of asinh_. Dtypes: complex, or floating but float16. Rules: D4.
Tensor& arcsinh_(const Tensor& self);
// arcsinh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!), another name of asinh.out. Dtypes: any dtype but float16;
// the result can be cast to out. Rules: D4.
Tensor& arcsinh_out(Tensor& out, const Tensor& self);
Tensor& arcsinh_outf(const Tensor& self, Tensor& out);
// arctan(Tensor self) -> Tensor, another name of atan. Dtypes: any dtype but float16. Rules: D4.
Tensor arctan(const Tensor& self);
// arctan_(Tensor(a!) self) -> Tensor(a!), another name of atan_. Dtypes: complex, or floating but float16. Rules: D4.
Tensor& arctan_(const Tensor& self);
// arctan.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!), another name of atan.out. Dtypes: any dtype but float16;
// the result can be cast to out. Rules: D4.
Tensor& arctan_out(Tensor& out, const Tensor& self);
Tensor& arctan_outf(const Tensor& self, Tensor& out);
// arctanh(Tensor self) -> Tensor, another name of atanh. Dtypes: any dtype but float16. Rules: D4.
Tensor arctanh(const Tensor& self);
// arctanh_(Tensor(a!) self) -> Tensor(a!), another name of atanh_. Dtypes: complex, or floating but float16. Rules: D4.
Tensor& arctanh_(const Tensor& self);
// arctanh.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!), another name of atanh.out. Dtypes: any dtype but float16;
// the result can be cast to out. Rules: D4.
Tensor& arctanh_out(Tensor& out, const Tensor& self);
Tensor& arctanh_outf(const Tensor& self, Tensor& out);
// negative(Tensor self) -> Tensor, another name of neg. Dtypes: any dtype but bool. Rules: D4.
Tensor negative(const Tensor& self);
// negative_(Tensor(a!) self) -> Tensor(a!), another name of neg_. Dtypes: any dtype but bool. Rules: D4.
Tensor& negative_(const Tensor& self);
// negative.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!), another name of neg.out. Dtypes: any dtype but bool; out
// has the dtype of the result. Rules: D4.
Tensor& negative_out(Tensor& out, const Tensor& self);
Tensor& negative_outf(const Tensor& self, Tensor& out);
// fix(Tensor self) -> Tensor, another name of trunc. Dtypes: integer, or floating but float16. Rules: D4.
Tensor fix(const Tensor& self);
// fix_(Tensor(a!) self) -> Tensor(a!), another name of trunc_. Dtypes: integer, or floating but float16. Rules: D4.
Tensor& fix_(const Tensor& self);
// fix.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!), another name of trunc.out. Dtypes: integer, or floating but
// float16; out has the dtype of the result. Rules: D4.
Tensor& fix_out(Tensor& out, const Tensor& self);
Tensor& fix_outf(const Tensor& self, Tensor& out);
// arctan2(Tensor self, Tensor other) -> Tensor, another name of atan2. Dtypes: self and other promote to any dtype but
// float16 and complex. Rules: D4.
Tensor arctan2(const Tensor& self, const Tensor& other);
// arctan2.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!), another name of atan2.out. Dtypes: self and
// other promote to any dtype but float16 and complex; out is floating or complex. Rules: D4.
Tensor& arctan2_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& arctan2_outf(const Tensor& self, const Tensor& other, Tensor& out);
// Finds the largest element, along `dim` the first of equal ones, or takes the larger of two; NaN if there is one. The
// results along `dim` are values and int64 indices, without that dimension; with keepdim it has size 1.
// max.other(Tensor self, Tensor other) -> Tensor, another name of maximum. Dtypes: self and other are of any dtype but
// complex. Rules: D4.
Tensor max(const Tensor& self, const Tensor& other);
// Finds the largest element, along `dim` the first of equal ones, or takes the larger of two; NaN if there is one. The
// results along `dim` are values and int64 indices, without that dimension; with keepdim it has size 1. max.out(Tensor
// self, Tensor other, *, Tensor(a!) out) -> Tensor(a!), another name of maximum.out. Dtypes: self and other are of any
// dtype but complex; the result can be cast to out. Rules: D4.
Tensor& max_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& max_outf(const Tensor& self, const Tensor& other, Tensor& out);
// Finds the smallest element, along `dim` the first of equal ones, or takes the smaller of two; NaN if there is one.
// The results along `dim` are values and int64 indices, without that dimension; with keepdim it has size 1.
// min.other(Tensor self, Tensor other) -> Tensor, another name of minimum. Dtypes: self and other are of any dtype but
// complex. Rules: D4.
Tensor min(const Tensor& self, const Tensor& other);
// Finds the smallest element, along `dim` the first of equal ones, or takes the smaller of two; NaN if there is one.
// The results along `dim` are values and int64 indices, without that dimension; with keepdim it has size 1.
// min.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!), another name of minimum.out. Dtypes: self and
// other are of any dtype but complex; the result can be cast to out. Rules: D4.
Tensor& min_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& min_outf(const Tensor& self, const Tensor& other, Tensor& out);
// clip(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor, another name of clamp. Dtypes: any dtype but float16
// and complex. Rules: D4.
Tensor clip(const Tensor& self, const c10::optional<c10::Scalar>& min,
            const c10::optional<c10::Scalar>& max = c10::nullopt);
// clip_(Tensor(a!) self, Scalar? min=None, Scalar? max=None) -> Tensor(a!), another name of clamp_. Dtypes: integer, or
// floating but float16. Rules: D4.
Tensor& clip_(const Tensor& self, const c10::optional<c10::Scalar>& min,
              const c10::optional<c10::Scalar>& max = c10::nullopt);
// clip.out(Tensor self, Scalar? min=None, Scalar? max=None, *, Tensor(a!) out) -> Tensor(a!), another name of
// clamp.out. Dtypes: any dtype but float16 and complex; out has the dtype of the result. Rules: D4.
Tensor& clip_out(Tensor& out, const Tensor& self, const c10::optional<c10::Scalar>& min,
                 const c10::optional<c10::Scalar>& max = c10::nullopt);
Tensor& clip_outf(const Tensor& self, const c10::optional<c10::Scalar>& min, const c10::optional<c10::Scalar>& max,
                  Tensor& out);
// clip.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor, another name of clamp.Tensor. Dtypes: self,
// min and max promote to integer, or floating but float16. Rules: D4.
Tensor clip(const Tensor& self, const c10::optional<Tensor>& min = {}, const c10::optional<Tensor>& max = {});
// clip_.Tensor(Tensor(a!) self, Tensor? min=None, Tensor? max=None) -> Tensor(a!), another name of clamp_.Tensor.
// Dtypes: self, min and max promote to integer, or floating but float16 that self can hold. Rules: D4.
Tensor& clip_(const Tensor& self, const c10::optional<Tensor>& min = {}, const c10::optional<Tensor>& max = {});
// clip.Tensor_out(Tensor self, Tensor? min=None, Tensor? max=None, *, Tensor(a!) out) -> Tensor(a!), another name of
// clamp.Tensor_out. Dtypes: self, min and max promote to integer, or floating but float16; the result can be cast to
// out. Rules: D4.
Tensor& clip_out(Tensor& out, const Tensor& self, const c10::optional<Tensor>& min = {},
                 const c10::optional<Tensor>& max = {});
Tensor& clip_outf(const Tensor& self, const c10::optional<Tensor>& min, const c10::optional<Tensor>& max, Tensor& out);
// divide.Tensor(Tensor self, Tensor other) -> Tensor, another name of div.Tensor. Dtypes: self and other are of any
// dtype. Rules: D4.
Tensor divide(const Tensor& self, const Tensor& other);
// divide.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!), another name of div.out. Dtypes: self and
// other are of any dtype; the result can be cast to out. Rules: D4.
Tensor& divide_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& divide_outf(const Tensor& self, const Tensor& other, Tensor& out);
// divide.Scalar(Tensor self, Scalar other) -> Tensor, another name of div.Scalar. Dtypes: any dtype. Rules: D4.
Tensor divide(const Tensor& self, const c10::Scalar& other);
// divide.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor, another name of div.Tensor_mode.
// Dtypes: self and other are of any dtype. Rules: D4.
Tensor divide(const Tensor& self, const Tensor& other, c10::optional<std::string_view> rounding_mode);
// divide.Scalar_mode(Tensor self, Scalar other, *, str? rounding_mode) -> Tensor, another name of div.Scalar_mode.
// Dtypes: any dtype. Rules: D4.
Tensor divide(const Tensor& self, const c10::Scalar& other, c10::optional<std::string_view> rounding_mode);
// multiply.Tensor(Tensor self, Tensor other) -> Tensor, another name of mul.Tensor. Dtypes: self and other are of any
// dtype. Rules: D4.
Tensor multiply(const Tensor& self, const Tensor& other);
// multiply.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!), another name of mul.out. Dtypes: self and
// other are of any dtype; the result can be cast to out. Rules: D4.
Tensor& multiply_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& multiply_outf(const Tensor& self, const Tensor& other, Tensor& out);
// multiply.Scalar(Tensor self, Scalar other) -> Tensor, another name of mul.Scalar. Dtypes: any dtype. Rules: D4.
Tensor multiply(const Tensor& self, const c10::Scalar& other);
// subtract.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor, another name of sub.Tensor. Dtypes: self and
// other are of any dtype but bool. Rules: D4.
Tensor subtract(const Tensor& self, const Tensor& other, const c10::Scalar& alpha = 1);
// subtract.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!), another name of sub.out.
// Dtypes: self and other are of any dtype but bool; the result can be cast to out. Rules: D4.
Tensor& subtract_out(Tensor& out, const Tensor& self, const Tensor& other, const c10::Scalar& alpha = 1);
Tensor& subtract_outf(const Tensor& self, const Tensor& other, const c10::Scalar& alpha, Tensor& out);
// subtract.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor, another name of sub.Scalar. Dtypes: any dtype
// but bool. Rules: D4.
Tensor subtract(const Tensor& self, const c10::Scalar& other, const c10::Scalar& alpha = 1);
// true_divide.Tensor(Tensor self, Tensor other) -> Tensor, another name of div.Tensor. Dtypes: self and other are of
// any dtype. Rules: D4.
Tensor true_divide(const Tensor& self, const Tensor& other);
// true_divide.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!), another name of div.out. Dtypes: self
// and other are of any dtype; the result can be cast to out. Rules: D4.
Tensor& true_divide_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& true_divide_outf(const Tensor& self, const Tensor& other, Tensor& out);
// true_divide.Scalar(Tensor self, Scalar other) -> Tensor, another name of div.Scalar. Dtypes: any dtype. Rules: D4.
Tensor true_divide(const Tensor& self, const c10::Scalar& other);
// greater.Tensor(Tensor self, Tensor other) -> Tensor, another name of gt.Tensor. Dtypes: self and other are of any
// dtype but complex. Rules: D4.
Tensor greater(const Tensor& self, const Tensor& other);
// greater.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!), another name of gt.Tensor_out.
// Dtypes: self and other are of any dtype but complex; out is of any dtype. Rules: D4.
Tensor& greater_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& greater_outf(const Tensor& self, const Tensor& other, Tensor& out);
// greater.Scalar(Tensor self, Scalar other) -> Tensor, another name of gt.Scalar. Dtypes: any dtype but complex. Rules:
// D4.
Tensor greater(const Tensor& self, const c10::Scalar& other);
// greater.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!), another name of gt.Scalar_out.
// Dtypes: any dtype but complex; out is of any dtype. Rules: D4.
Tensor& greater_out(Tensor& out, const Tensor& self, const c10::Scalar& other);
Tensor& greater_outf(const Tensor& self, const c10::Scalar& other, Tensor& out);
// greater_equal.Tensor(Tensor self, Tensor other) -> Tensor, another name of ge.Tensor. Dtypes: self and other are of
// any dtype but complex. Rules: D4.
Tensor greater_equal(const Tensor& self, const Tensor& other);
// greater_equal.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!), another name of ge.Tensor_out.
// Dtypes: self and other are of any dtype but complex; out is of any dtype. Rules: D4.
Tensor& greater_equal_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& greater_equal_outf(const Tensor& self, const Tensor& other, Tensor& out);
// greater_equal.Scalar(Tensor self, Scalar other) -> Tensor, another name of ge.Scalar. Dtypes: any dtype but complex.
// Rules: D4.
Tensor greater_equal(const Tensor& self, const c10::Scalar& other);
// greater_equal.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!), another name of ge.Scalar_out.
// Dtypes: any dtype but complex; out is of any dtype. Rules: D4.
Tensor& greater_equal_out(Tensor& out, const Tensor& self, const c10::Scalar& other);
Tensor& greater_equal_outf(const Tensor& self, const c10::Scalar& other, Tensor& out);
// less.Tensor(Tensor self, Tensor other) -> Tensor, another name of lt.Tensor. Dtypes: self and other are of any dtype
// but complex. Rules: D4.
Tensor less(const Tensor& self, const Tensor& other);
// less.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!), another name of lt.Tensor_out. Dtypes:
// self and other are of any dtype but complex; out is of any dtype. Rules: D4.
Tensor& less_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& less_outf(const Tensor& self, const Tensor& other, Tensor& out);
// less.Scalar(Tensor self, Scalar other) -> Tensor, another name of lt.Scalar. Dtypes: any dtype but complex. Rules:
// D4.
Tensor less(const Tensor& self, const c10::Scalar& other);
// less.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!), another name of lt.Scalar_out. Dtypes:
// any dtype but complex; out is of any dtype. Rules: D4.
Tensor& less_out(Tensor& out, const Tensor& self, const c10::Scalar& other);
Tensor& less_outf(const Tensor& self, const c10::Scalar& other, Tensor& out);
// less_equal.Tensor(Tensor self, Tensor other) -> Tensor, another name of le.Tensor. Dtypes: self and other are of any
// dtype but complex. Rules: D4.
Tensor less_equal(const Tensor& self, const Tensor& other);
// less_equal.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!), another name of le.Tensor_out.
// Dtypes: self and other are of any dtype but complex; out is of any dtype. Rules: D4.
Tensor& less_equal_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& less_equal_outf(const Tensor& self, const Tensor& other, Tensor& out);
// less_equal.Scalar(Tensor self, Scalar other) -> Tensor, another name of le.Scalar. Dtypes: any dtype but complex.
// Rules: D4.
Tensor less_equal(const Tensor& self, const c10::Scalar& other);
// less_equal.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!), another name of le.Scalar_out.
// Dtypes: any dtype but complex; out is of any dtype. Rules: D4.
Tensor& less_equal_out(Tensor& out, const Tensor& self, const c10::Scalar& other);
Tensor& less_equal_outf(const Tensor& self, const c10::Scalar& other, Tensor& out);
// not_equal.Tensor(Tensor self, Tensor other) -> Tensor, another name of ne.Tensor. Dtypes: self and other are of any
// dtype. Rules: D4.
Tensor not_equal(const Tensor& self, const Tensor& other);
// not_equal.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!), another name of ne.Tensor_out.
// Dtypes: self and other are of any dtype; out is of any dtype. Rules: D4.
Tensor& not_equal_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& not_equal_outf(const Tensor& self, const Tensor& other, Tensor& out);
// not_equal.Scalar(Tensor self, Scalar other) -> Tensor, another name of ne.Scalar. Dtypes: any dtype. Rules: D4.
Tensor not_equal(const Tensor& self, const c10::Scalar& other);
// not_equal.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!), another name of ne.Scalar_out.
// Dtypes: any dtype; out is of any dtype. Rules: D4.
Tensor& not_equal_out(Tensor& out, const Tensor& self, const c10::Scalar& other);
Tensor& not_equal_outf(const Tensor& self, const c10::Scalar& other, Tensor& out);
// concat(Tensor[] tensors, int dim=0) -> Tensor, another name of cat. Dtypes: any dtype. Rules: D4.
Tensor concat(TensorList tensors, std::int64_t dim = 0);
// concat.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!), another name of cat.out. Dtypes: any dtype;
// the result can be cast to out. Rules: D4.
Tensor& concat_out(Tensor& out, TensorList tensors, std::int64_t dim = 0);
Tensor& concat_outf(TensorList tensors, std::int64_t dim, Tensor& out);
// concatenate(Tensor[] tensors, int dim=0) -> Tensor, another name of cat. Dtypes: any dtype. Rules: D4.
Tensor concatenate(TensorList tensors, std::int64_t dim = 0);
// concatenate.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!), another name of cat.out. Dtypes: any
// dtype; the result can be cast to out. Rules: D4.
Tensor& concatenate_out(Tensor& out, TensorList tensors, std::int64_t dim = 0);
Tensor& concatenate_outf(TensorList tensors, std::int64_t dim, Tensor& out);
// special_erf(Tensor self) -> Tensor, another name of erf. Dtypes: any dtype but float16 and complex. Rules: D4.
Tensor special_erf(const Tensor& self);
// special_erf.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!), another name of erf.out. Dtypes: any dtype but float16
// and complex; out is floating or complex. Rules: D4.
Tensor& special_erf_out(Tensor& out, const Tensor& self);
Tensor& special_erf_outf(const Tensor& self, Tensor& out);
// special_erfc(Tensor self) -> Tensor, another name of erfc. Dtypes: any dtype but float16 and complex. Rules: D4.
Tensor special_erfc(const Tensor& self);
// special_erfc.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!), another name of erfc.out. Dtypes: any dtype but
// float16 and complex; out is floating or complex. Rules: D4.
Tensor& special_erfc_out(Tensor& out, const Tensor& self);
Tensor& special_erfc_outf(const Tensor& self, Tensor& out);
// special_exp2(Tensor self) -> Tensor, another name of exp2. Dtypes: any dtype but complex. Rules: D4.
Tensor special_exp2(const Tensor& self);
// special_exp2.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!), another name of exp2.out. Dtypes: any dtype but
// complex; out is floating or complex. Rules: D4.
Tensor& special_exp2_out(Tensor& out, const Tensor& self);
Tensor& special_exp2_outf(const Tensor& self, Tensor& out);
// special_expit(Tensor self) -> Tensor, another name of sigmoid. Dtypes: any dtype but float16. Rules: D4.
Tensor special_expit(const Tensor& self);
// special_expit.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!), another name of sigmoid.out. Dtypes: any dtype but
// float16; the result can be cast to out. Rules: D4.
Tensor& special_expit_out(Tensor& out, const Tensor& self);
Tensor& special_expit_outf(const Tensor& self, Tensor& out);
// special_expm1(Tensor self) -> Tensor, another name of expm1. Dtypes: any dtype but float16 and complex. Rules: D4.
Tensor special_expm1(const Tensor& self);
// special_expm1.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!), another name of expm1.out. Dtypes: any dtype but
// float16 and complex; out is floating or complex. Rules: D4.
Tensor& special_expm1_out(Tensor& out, const Tensor& self);
Tensor& special_expm1_outf(const Tensor& self, Tensor& out);
// special_log1p(Tensor self) -> Tensor, another name of log1p. Dtypes: any dtype but float16 and complex. Rules: D4.
Tensor special_log1p(const Tensor& self);
// special_log1p.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!), another name of log1p.out. Dtypes: any dtype but
// float16 and complex; out is floating or complex. Rules: D4.
Tensor& special_log1p_out(Tensor& out, const Tensor& self);
Tensor& special_log1p_outf(const Tensor& self, Tensor& out);
// special_logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor, another name of logsumexp. Dtypes: any
// dtype but float16 and complex. Rules: D4.
Tensor special_logsumexp(const Tensor& self, c10::IntArrayRef dim, bool keepdim = false);
// special_softmax(Tensor self, int dim, ScalarType? dtype=None) -> Tensor, another name of softmax.int. Dtypes:
// floating but float16. Rules: D4.
Tensor special_softmax(const Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype = c10::nullopt);
// special_log_softmax(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor, another name of log_softmax.int.
// Dtypes: floating but float16. Rules: D4.
Tensor special_log_softmax(const Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype = c10::nullopt);
// special_xlogy(Tensor self, Tensor other) -> Tensor, another name of xlogy.Tensor. Dtypes: self and other are of any
// dtype but complex. Rules: D4.
Tensor special_xlogy(const Tensor& self, const Tensor& other);
// special_xlogy.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!), another name of xlogy.OutTensor.
// Dtypes: self and other are of any dtype but complex; out is floating or complex. Rules: D4.
Tensor& special_xlogy_out(Tensor& out, const Tensor& self, const Tensor& other);
Tensor& special_xlogy_outf(const Tensor& self, const Tensor& other, Tensor& out);
// swapaxes(Tensor(a) self, int axis0, int axis1) -> Tensor(a), another name of transpose.int. Dtypes: any dtype. Rules:
// D4.
Tensor swapaxes(const Tensor& self, std::int64_t axis0, std::int64_t axis1);
// swapdims(Tensor(a) self, int dim0, int dim1) -> Tensor(a), another name of transpose.int. Dtypes: any dtype. Rules:
// D4.
Tensor swapdims(const Tensor& self, std::int64_t dim0, std::int64_t dim1);

}  // namespace modecheck_v1
}  // namespace at
