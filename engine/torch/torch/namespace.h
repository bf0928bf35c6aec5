// libtorch's torch:: has everything that at:: has.
#pragma once

#include "ATen/ATen.h"

namespace torch {
inline namespace modecheck_v1 {

using at::device;
using at::dtype;
using at::manual_seed;
using at::requires_grad;
using at::ScalarType;
using at::Tensor;
using at::TensorList;
using at::TensorOptions;
using c10::Device;
using c10::DeviceType;
using c10::IntArrayRef;
using c10::kBool;
using c10::kCPU;
using c10::kDouble;
using c10::kFloat;
using c10::kFloat32;
using c10::kFloat64;
using c10::kInt64;
using c10::kLong;
using c10::kMeta;
using c10::nullopt;
using c10::optional;
using c10::Scalar;

using at::_softmax;
using at::_to_copy;
using at::abs;
using at::abs_;
using at::add;
using at::add_out;
using at::addmm;
using at::alias;
using at::amax;
using at::as_strided;
using at::as_strided_;
using at::cat;
using at::cat_out;
using at::chunk;
using at::clone;
using at::detach;
using at::detach_;
using at::diagonal;
using at::div;
using at::div_out;
using at::eq;
using at::exp;
using at::exp_;
using at::exp_out;
using at::fill_;
using at::gather;
using at::gt;
using at::index_select;
using at::index_select_out;
using at::lt;
using at::lt_out;
using at::masked_fill;
using at::matmul;
using at::maximum;
using at::mean;
using at::mm;
using at::mm_out;
using at::mul;
using at::mul_out;
using at::narrow;
using at::neg;
using at::neg_;
using at::neg_out;
using at::permute;
using at::relu;
using at::relu_;
using at::reshape;
using at::select;
using at::sigmoid;
using at::sigmoid_;
using at::slice;
using at::softmax;
using at::split;
using at::squeeze;
using at::stack;
using at::sub;
using at::sum;
using at::sum_out;
using at::t;
using at::tanh;
using at::tanh_;
using at::transpose;
using at::unbind;
using at::unsqueeze;
using at::where;
using at::zero_;

}  // namespace modecheck_v1
}  // namespace torch
