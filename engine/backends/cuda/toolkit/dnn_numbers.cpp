// Checks that the constants of engine/backends/cuda/libraries/dnn.h equal those of cuDNN's headers. The check is
// compiled only if those headers are installed.
#include "engine/backends/cuda/libraries/dnn.h"

#if __has_include(<cudnn.h>)
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#include <cudnn.h>

#include <cstddef>
#include <type_traits>

namespace modecheck::engine::cuda {
namespace {

static_assert(CUDNN_MAJOR == 9);
static_assert(Dnn::success == CUDNN_STATUS_SUCCESS);
static_assert(Dnn::real_32 == CUDNN_DATA_FLOAT && Dnn::real_64 == CUDNN_DATA_DOUBLE &&
              Dnn::brain_16 == CUDNN_DATA_BFLOAT16);
static_assert(Dnn::rows_first == CUDNN_TENSOR_NCHW && Dnn::correlation == CUDNN_CROSS_CORRELATION);
static_assert(Dnn::exact_products == CUDNN_FMA_MATH && Dnn::default_products == CUDNN_DEFAULT_MATH);
static_assert(Dnn::is_deterministic == CUDNN_DETERMINISTIC);
static_assert(Dnn::mean_with_padding == CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING &&
              Dnn::mean_without_padding == CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING);
static_assert(Dnn::channel_by_channel == CUDNN_BATCHNORM_SPATIAL && CUDNN_BN_MIN_EPSILON <= 0.0);
static_assert(Dnn::keeps_no_numbers == CUDNN_PROPAGATE_NAN);
static_assert(CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM == 0 && CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM == 1 &&
              CUDNN_CONVOLUTION_FWD_ALGO_GEMM == 2 && Dnn::last_direct_forward == CUDNN_CONVOLUTION_FWD_ALGO_DIRECT);
static_assert(Dnn::direct_backward == CUDNN_CONVOLUTION_BWD_DATA_ALGO_1 &&
              Dnn::direct_backward == CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1);

template <typename Theirs>
constexpr bool is_laid_out_alike = sizeof(Dnn::Algorithm) == sizeof(Theirs) &&
                                   offsetof(Dnn::Algorithm, algorithm) == offsetof(Theirs, algo) &&
                                   offsetof(Dnn::Algorithm, status) == offsetof(Theirs, status) &&
                                   offsetof(Dnn::Algorithm, memory) == offsetof(Theirs, memory) &&
                                   offsetof(Dnn::Algorithm, determinism) == offsetof(Theirs, determinism) &&
                                   offsetof(Dnn::Algorithm, products) == offsetof(Theirs, mathType);
static_assert(is_laid_out_alike<cudnnConvolutionFwdAlgoPerf_t> &&
              is_laid_out_alike<cudnnConvolutionBwdDataAlgoPerf_t> &&
              is_laid_out_alike<cudnnConvolutionBwdFilterAlgoPerf_t>);
static_assert(sizeof(cudnnStatus_t) == sizeof(int) && sizeof(cudnnDataType_t) == sizeof(int) &&
              sizeof(cudnnMathType_t) == sizeof(int) && sizeof(cudnnPoolingMode_t) == sizeof(int));

// Checks that cuDNN's headers declare its functions with the signatures by which the engine calls them.
using Tensor = cudnnTensorDescriptor_t;
using Filter = cudnnFilterDescriptor_t;
using Convolved = cudnnConvolutionDescriptor_t;
template <typename First, typename Second, typename Out, typename Algo, typename Perf>
struct Direction {
  using Choose = cudnnStatus_t (*)(cudnnHandle_t, First, Second, Convolved, Out, int, int*, Perf*);
  using Memory = cudnnStatus_t (*)(cudnnHandle_t, First, Second, Convolved, Out, Algo, std::size_t*);
  using Run = cudnnStatus_t (*)(cudnnHandle_t, const void*, First, const void*, Second, const void*, Convolved, Algo,
                                void*, std::size_t, const void*, Out, void*);
};
using Forward = Direction<Tensor, Filter, Tensor, cudnnConvolutionFwdAlgo_t, cudnnConvolutionFwdAlgoPerf_t>;
using ToImages = Direction<Filter, Tensor, Tensor, cudnnConvolutionBwdDataAlgo_t, cudnnConvolutionBwdDataAlgoPerf_t>;
using ToKernels =
    Direction<Tensor, Tensor, Filter, cudnnConvolutionBwdFilterAlgo_t, cudnnConvolutionBwdFilterAlgoPerf_t>;
static_assert(std::is_same_v<decltype(&cudnnGetConvolutionForwardAlgorithm_v7), Forward::Choose> &&
              std::is_same_v<decltype(&cudnnGetConvolutionForwardWorkspaceSize), Forward::Memory>);
static_assert(std::is_same_v<decltype(&cudnnGetConvolutionBackwardDataAlgorithm_v7), ToImages::Choose> &&
              std::is_same_v<decltype(&cudnnGetConvolutionBackwardDataWorkspaceSize), ToImages::Memory> &&
              std::is_same_v<decltype(&cudnnConvolutionBackwardData), ToImages::Run>);
static_assert(std::is_same_v<decltype(&cudnnGetConvolutionBackwardFilterAlgorithm_v7), ToKernels::Choose> &&
              std::is_same_v<decltype(&cudnnGetConvolutionBackwardFilterWorkspaceSize), ToKernels::Memory> &&
              std::is_same_v<decltype(&cudnnConvolutionBackwardFilter), ToKernels::Run>);
static_assert(std::is_same_v<decltype(&cudnnConvolutionForward), Forward::Run>);
static_assert(std::is_same_v<decltype(&cudnnSetTensorNdDescriptor),
                             cudnnStatus_t (*)(Tensor, cudnnDataType_t, int, const int*, const int*)>);
static_assert(std::is_same_v<decltype(&cudnnSetFilterNdDescriptor),
                             cudnnStatus_t (*)(Filter, cudnnDataType_t, cudnnTensorFormat_t, int, const int*)>);
static_assert(std::is_same_v<decltype(&cudnnSetConvolutionNdDescriptor),
                             cudnnStatus_t (*)(Convolved, int, const int*, const int*, const int*,
                                               cudnnConvolutionMode_t, cudnnDataType_t)>);
static_assert(std::is_same_v<decltype(&cudnnSetConvolutionGroupCount), cudnnStatus_t (*)(Convolved, int)> &&
              std::is_same_v<decltype(&cudnnSetConvolutionMathType), cudnnStatus_t (*)(Convolved, cudnnMathType_t)>);
static_assert(std::is_same_v<decltype(&cudnnSetPoolingNdDescriptor),
                             cudnnStatus_t (*)(cudnnPoolingDescriptor_t, cudnnPoolingMode_t, cudnnNanPropagation_t, int,
                                               const int*, const int*, const int*)>);
static_assert(std::is_same_v<decltype(&cudnnPoolingForward),
                             cudnnStatus_t (*)(cudnnHandle_t, cudnnPoolingDescriptor_t, const void*, Tensor,
                                               const void*, const void*, Tensor, void*)>);
static_assert(std::is_same_v<decltype(&cudnnBatchNormalizationForwardTraining),
                             cudnnStatus_t (*)(cudnnHandle_t, cudnnBatchNormMode_t, const void*, const void*, Tensor,
                                               const void*, Tensor, void*, Tensor, const void*, const void*, double,
                                               void*, void*, double, void*, void*)>);
static_assert(std::is_same_v<decltype(&cudnnBatchNormalizationForwardInference),
                             cudnnStatus_t (*)(cudnnHandle_t, cudnnBatchNormMode_t, const void*, const void*, Tensor,
                                               const void*, Tensor, void*, Tensor, const void*, const void*,
                                               const void*, const void*, double)>);
static_assert(std::is_same_v<decltype(&cudnnGetVersion), std::size_t (*)()> &&
              std::is_same_v<decltype(&cudnnSetStream), cudnnStatus_t (*)(cudnnHandle_t, cudaStream_t)>);

}  // namespace
}  // namespace modecheck::engine::cuda
#endif
