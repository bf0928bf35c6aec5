// Declares the options of activations.
#pragma once

#include <cstdint>
#include <string>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/options/argument.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using at::Tensor;

struct ELUOptions {
  TORCH_ARG(double, alpha) = 1.0;
  TORCH_ARG(bool, inplace) = false;
};

struct SELUOptions {
  SELUOptions(bool inplace = false) : inplace_(inplace) {}
  TORCH_ARG(bool, inplace);
};

struct GLUOptions {
  GLUOptions(std::int64_t dim = -1) : dim_(dim) {}
  TORCH_ARG(std::int64_t, dim);
};

// `approximate` is "none" or "tanh".
struct GELUOptions {
  TORCH_ARG(std::string, approximate) = "none";
};

struct HardshrinkOptions {
  HardshrinkOptions(double lambda = 0.5) : lambda_(lambda) {}
  TORCH_ARG(double, lambda);
};

struct HardtanhOptions {
  TORCH_ARG(double, min_val) = -1.0;
  TORCH_ARG(double, max_val) = 1.0;
  TORCH_ARG(bool, inplace) = false;
};

struct LeakyReLUOptions {
  TORCH_ARG(double, negative_slope) = 1e-2;
  TORCH_ARG(bool, inplace) = false;
};

struct SoftmaxOptions {
  SoftmaxOptions(std::int64_t dim) : dim_(dim) {}
  TORCH_ARG(std::int64_t, dim);
};

struct SoftminOptions {
  SoftminOptions(std::int64_t dim) : dim_(dim) {}
  TORCH_ARG(std::int64_t, dim);
};

struct LogSoftmaxOptions {
  LogSoftmaxOptions(std::int64_t dim) : dim_(dim) {}
  TORCH_ARG(std::int64_t, dim);
};

struct PReLUOptions {
  TORCH_ARG(std::int64_t, num_parameters) = 1;
  TORCH_ARG(double, init) = 0.25;
};

struct ReLUOptions {
  ReLUOptions(bool inplace = false) : inplace_(inplace) {}
  TORCH_ARG(bool, inplace);
};

struct ReLU6Options {
  ReLU6Options(bool inplace = false) : inplace_(inplace) {}
  TORCH_ARG(bool, inplace);
};

struct RReLUOptions {
  TORCH_ARG(double, lower) = 1.0 / 8.0;
  TORCH_ARG(double, upper) = 1.0 / 3.0;
  TORCH_ARG(bool, inplace) = false;
};

struct CELUOptions {
  TORCH_ARG(double, alpha) = 1.0;
  TORCH_ARG(bool, inplace) = false;
};

struct SoftplusOptions {
  TORCH_ARG(double, beta) = 1.0;
  TORCH_ARG(double, threshold) = 20.0;
};

struct SoftshrinkOptions {
  SoftshrinkOptions(double lambda = 0.5) : lambda_(lambda) {}
  TORCH_ARG(double, lambda);
};

struct ThresholdOptions {
  ThresholdOptions(double threshold, double value) : threshold_(threshold), value_(value) {}
  TORCH_ARG(double, threshold);
  TORCH_ARG(double, value);
  TORCH_ARG(bool, inplace) = false;
};

namespace functional {

using ELUFuncOptions = ELUOptions;
using SELUFuncOptions = SELUOptions;
using GLUFuncOptions = GLUOptions;
using GELUFuncOptions = GELUOptions;
using HardshrinkFuncOptions = HardshrinkOptions;
using HardtanhFuncOptions = HardtanhOptions;
using LeakyReLUFuncOptions = LeakyReLUOptions;
using ReLUFuncOptions = ReLUOptions;
using ReLU6FuncOptions = ReLU6Options;
using CELUFuncOptions = CELUOptions;
using SoftplusFuncOptions = SoftplusOptions;
using SoftshrinkFuncOptions = SoftshrinkOptions;
using ThresholdFuncOptions = ThresholdOptions;

struct SoftmaxFuncOptions {
  SoftmaxFuncOptions(std::int64_t dim) : dim_(dim) {}
  TORCH_ARG(std::int64_t, dim);
  TORCH_ARG(c10::optional<c10::ScalarType>, dtype) = c10::nullopt;
};

struct SoftminFuncOptions {
  SoftminFuncOptions(std::int64_t dim) : dim_(dim) {}
  TORCH_ARG(std::int64_t, dim);
  TORCH_ARG(c10::optional<c10::ScalarType>, dtype) = c10::nullopt;
};

struct LogSoftmaxFuncOptions {
  LogSoftmaxFuncOptions(std::int64_t dim) : dim_(dim) {}
  TORCH_ARG(std::int64_t, dim);
  TORCH_ARG(c10::optional<c10::ScalarType>, dtype) = c10::nullopt;
};

struct RReLUFuncOptions {
  TORCH_ARG(double, lower) = 1.0 / 8.0;
  TORCH_ARG(double, upper) = 1.0 / 3.0;
  TORCH_ARG(bool, training) = false;
  TORCH_ARG(bool, inplace) = false;
};

struct GumbelSoftmaxFuncOptions {
  TORCH_ARG(double, tau) = 1.0;
  TORCH_ARG(bool, hard) = false;
  TORCH_ARG(int, dim) = -1;
};

}  // namespace functional

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
