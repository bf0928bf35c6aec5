// Declares the options of losses. An undefined weight means that there is none.
#pragma once

#include <cstdint>
#include <functional>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/options/argument.h"
#include "engine/nn/options/one_of.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using at::Tensor;

namespace detail {
using reduction_t = enumtype::OneOf<enumtype::kNone, enumtype::kMean, enumtype::kSum>;
}

// Declares the constructors of options that are made from nothing or from a reduction.
#define MODECHECK_REDUCTION_CONSTRUCTORS(Name)               \
  Name() = default;                                          \
  Name(enumtype::kNone reduction) : reduction_(reduction) {} \
  Name(enumtype::kMean reduction) : reduction_(reduction) {} \
  Name(enumtype::kSum reduction) : reduction_(reduction) {}

struct L1LossOptions {
  using reduction_t = detail::reduction_t;
  MODECHECK_REDUCTION_CONSTRUCTORS(L1LossOptions)
  TORCH_ARG(reduction_t, reduction) = torch::kMean;
};

struct KLDivLossOptions {
  using reduction_t = enumtype::OneOf<enumtype::kNone, enumtype::kBatchMean, enumtype::kSum, enumtype::kMean>;
  MODECHECK_REDUCTION_CONSTRUCTORS(KLDivLossOptions)
  KLDivLossOptions(enumtype::kBatchMean reduction) : reduction_(reduction) {}
  TORCH_ARG(reduction_t, reduction) = torch::kMean;
  TORCH_ARG(bool, log_target) = false;
};

struct MSELossOptions {
  using reduction_t = detail::reduction_t;
  MODECHECK_REDUCTION_CONSTRUCTORS(MSELossOptions)
  TORCH_ARG(reduction_t, reduction) = torch::kMean;
};

struct BCELossOptions {
  using reduction_t = detail::reduction_t;
  TORCH_ARG(Tensor, weight);
  TORCH_ARG(reduction_t, reduction) = torch::kMean;
};

struct HingeEmbeddingLossOptions {
  using reduction_t = detail::reduction_t;
  TORCH_ARG(double, margin) = 1.0;
  TORCH_ARG(reduction_t, reduction) = torch::kMean;
};

struct MultiMarginLossOptions {
  using reduction_t = detail::reduction_t;
  TORCH_ARG(std::int64_t, p) = 1;
  TORCH_ARG(double, margin) = 1.0;
  TORCH_ARG(Tensor, weight);
  TORCH_ARG(reduction_t, reduction) = torch::kMean;
};

struct CosineEmbeddingLossOptions {
  using reduction_t = detail::reduction_t;
  TORCH_ARG(double, margin) = 0.0;
  TORCH_ARG(reduction_t, reduction) = torch::kMean;
};

struct MultiLabelMarginLossOptions {
  using reduction_t = detail::reduction_t;
  MODECHECK_REDUCTION_CONSTRUCTORS(MultiLabelMarginLossOptions)
  TORCH_ARG(reduction_t, reduction) = torch::kMean;
};

struct SoftMarginLossOptions {
  using reduction_t = detail::reduction_t;
  MODECHECK_REDUCTION_CONSTRUCTORS(SoftMarginLossOptions)
  TORCH_ARG(reduction_t, reduction) = torch::kMean;
};

struct MultiLabelSoftMarginLossOptions {
  using reduction_t = detail::reduction_t;
  TORCH_ARG(Tensor, weight);
  TORCH_ARG(reduction_t, reduction) = torch::kMean;
};

struct TripletMarginLossOptions {
  using reduction_t = detail::reduction_t;
  TORCH_ARG(double, margin) = 1.0;
  TORCH_ARG(double, p) = 2.0;
  TORCH_ARG(double, eps) = 1e-6;
  TORCH_ARG(bool, swap) = false;
  TORCH_ARG(reduction_t, reduction) = torch::kMean;
};

struct TripletMarginWithDistanceLossOptions {
  using reduction_t = detail::reduction_t;
  using distance_function_t = std::function<Tensor(const Tensor&, const Tensor&)>;
  TORCH_ARG(c10::optional<distance_function_t>, distance_function) = c10::nullopt;
  TORCH_ARG(double, margin) = 1.0;
  TORCH_ARG(bool, swap) = false;
  TORCH_ARG(reduction_t, reduction) = torch::kMean;
};

struct CTCLossOptions {
  using reduction_t = detail::reduction_t;
  TORCH_ARG(std::int64_t, blank) = 0;
  TORCH_ARG(bool, zero_infinity) = false;
  TORCH_ARG(reduction_t, reduction) = torch::kMean;
};

struct SmoothL1LossOptions {
  using reduction_t = detail::reduction_t;
  MODECHECK_REDUCTION_CONSTRUCTORS(SmoothL1LossOptions)
  TORCH_ARG(double, beta) = 1.0;
  TORCH_ARG(reduction_t, reduction) = torch::kMean;
};

struct HuberLossOptions {
  using reduction_t = detail::reduction_t;
  MODECHECK_REDUCTION_CONSTRUCTORS(HuberLossOptions)
  TORCH_ARG(double, delta) = 1.0;
  TORCH_ARG(reduction_t, reduction) = torch::kMean;
};

struct PoissonNLLLossOptions {
  using reduction_t = detail::reduction_t;
  TORCH_ARG(bool, log_input) = true;
  TORCH_ARG(bool, full) = false;
  TORCH_ARG(double, eps) = 1e-8;
  TORCH_ARG(reduction_t, reduction) = torch::kMean;
};

struct MarginRankingLossOptions {
  using reduction_t = detail::reduction_t;
  TORCH_ARG(double, margin) = 0;
  TORCH_ARG(reduction_t, reduction) = torch::kMean;
};

struct NLLLossOptions {
  using reduction_t = detail::reduction_t;
  TORCH_ARG(Tensor, weight);
  TORCH_ARG(std::int64_t, ignore_index) = -100;
  TORCH_ARG(reduction_t, reduction) = torch::kMean;
};

struct CrossEntropyLossOptions {
  using reduction_t = detail::reduction_t;
  TORCH_ARG(Tensor, weight);
  TORCH_ARG(std::int64_t, ignore_index) = -100;
  TORCH_ARG(double, label_smoothing) = 0.0;
  TORCH_ARG(reduction_t, reduction) = torch::kMean;
};

struct BCEWithLogitsLossOptions {
  using reduction_t = detail::reduction_t;
  TORCH_ARG(Tensor, weight);
  TORCH_ARG(Tensor, pos_weight);
  TORCH_ARG(reduction_t, reduction) = torch::kMean;
};

#undef MODECHECK_REDUCTION_CONSTRUCTORS

namespace functional {

using L1LossFuncOptions = L1LossOptions;
using KLDivFuncOptions = KLDivLossOptions;
using MSELossFuncOptions = MSELossOptions;
using BinaryCrossEntropyFuncOptions = BCELossOptions;
using HingeEmbeddingLossFuncOptions = HingeEmbeddingLossOptions;
using MultiMarginLossFuncOptions = MultiMarginLossOptions;
using CosineEmbeddingLossFuncOptions = CosineEmbeddingLossOptions;
using MultilabelMarginLossFuncOptions = MultiLabelMarginLossOptions;
using SoftMarginLossFuncOptions = SoftMarginLossOptions;
using MultilabelSoftMarginLossFuncOptions = MultiLabelSoftMarginLossOptions;
using TripletMarginLossFuncOptions = TripletMarginLossOptions;
using TripletMarginWithDistanceLossFuncOptions = TripletMarginWithDistanceLossOptions;
using CTCLossFuncOptions = CTCLossOptions;
using SmoothL1LossFuncOptions = SmoothL1LossOptions;
using HuberLossFuncOptions = HuberLossOptions;
using PoissonNLLLossFuncOptions = PoissonNLLLossOptions;
using MarginRankingLossFuncOptions = MarginRankingLossOptions;
using NLLLossFuncOptions = NLLLossOptions;
using CrossEntropyFuncOptions = CrossEntropyLossOptions;
using BinaryCrossEntropyWithLogitsFuncOptions = BCEWithLogitsLossOptions;

}  // namespace functional

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
