// The kernels of loss functions for the CUDA device. All tensors are contiguous.
#pragma once

#include <cstdint>

#include "engine/backends/functions/losses.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/strided.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::cuda {

// Replaces the difference between input and target of one element by the loss of that element.
template <typename Loss, typename T>
struct LossKernel {
  Loss loss;
  T* elements;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    elements[i] = backends::convert<T>(loss(static_cast<double>(elements[i])));
  }
};

template <typename T>
struct CrossEntropyKernel {
  const T* probabilities;
  const T* wanted;
  T* to;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    to[i] = backends::convert<T>(
        backends::CrossEntropy{}(static_cast<double>(probabilities[i]), static_cast<double>(wanted[i])));
  }
};

// binary_cross_entropy: raises a flag if an element is not within [0, 1]. `where` gives the address of the element.
template <typename T>
struct NoProbabilityKernel {
  backends::Strided where;
  std::int64_t* flag;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    char* at[1];
    where.place<1>(i, at);
    if (!backends::CrossEntropy::is_probability(static_cast<double>(backends::load<T>(at[0])))) *flag = 1;
  }
};

// nll_loss: raises a flag if a class index is out of range and is not ignore_index. `where` gives the address of the
// class index.
struct NoClassKernel {
  backends::Strided where;
  std::int64_t classes;
  std::int64_t ignored;
  std::int64_t* flag;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    char* at[1];
    where.place<1>(i, at);
    const auto which = backends::load<std::int64_t>(at[0]);
    if (which != ignored && (which < 0 || which >= classes)) *flag = 1;
  }
};

// nll_loss of one sample: minus the input at the sample's class, times the weight of that class.
template <typename T>
struct ClassLossKernel {
  const T* from;  // the input, a row-major tensor [samples, classes]
  const std::int64_t* which;
  const T* weights;  // the weights of the classes, or null
  std::int64_t classes;
  std::int64_t ignored;
  double* losses;
  double* factors;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t i) const {
    const bool counts = which[i] != ignored;
    const double factor = !counts ? 0 : weights == nullptr ? 1 : static_cast<double>(weights[which[i]]);
    factors[i] = factor;
    losses[i] = counts ? -factor * static_cast<double>(from[i * classes + which[i]]) : 0;
  }
};

// The last kernel of nll_loss with a reduction. It reads the sum of the losses and the sum of the weights. It writes
// the sum of the losses or their weighted mean, and the sum of the weights.
template <typename T>
struct WholeClassLossKernel {
  const double* loss;
  const double* factor;
  bool mean;
  T* to;
  T* factor_to;
  MODECHECK_HOST_DEVICE void operator()(std::int64_t /*only*/) const {
    *to = backends::convert<T>(mean ? *loss / *factor : *loss);
    *factor_to = backends::convert<T>(*factor);
  }
};

}  // namespace modecheck::engine::cuda
