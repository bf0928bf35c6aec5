// Checks that the constants of engine/backends/cuda/libraries/blas_lt.h equal those of cuBLASLt's header. The check is
// compiled only if that header is installed.
#include "engine/backends/cuda/libraries/blas_lt.h"

#if __has_include(<cublasLt.h>)
#include <cublasLt.h>

#include <cstddef>

namespace modecheck::engine::cuda {
namespace {

static_assert(BlasLt::success == CUBLAS_STATUS_SUCCESS);
static_assert(BlasLt::real_32 == CUDA_R_32F && BlasLt::real_64 == CUDA_R_64F);
static_assert(BlasLt::real_16 == CUDA_R_16F && BlasLt::brain_16 == CUDA_R_16BF);
static_assert(BlasLt::compute_32 == CUBLAS_COMPUTE_32F && BlasLt::compute_64 == CUBLAS_COMPUTE_64F);
static_assert(BlasLt::transpose_first == CUBLASLT_MATMUL_DESC_TRANSA &&
              BlasLt::transpose_second == CUBLASLT_MATMUL_DESC_TRANSB);
static_assert(BlasLt::as_it_is == CUBLAS_OP_N && BlasLt::transposed == CUBLAS_OP_T);
static_assert(BlasLt::batch_count == CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT &&
              BlasLt::batch_offset == CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET);
static_assert(BlasLt::most_memory == CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES &&
              BlasLt::first_alignment == CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES &&
              BlasLt::second_alignment == CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES &&
              BlasLt::added_alignment == CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES &&
              BlasLt::out_alignment == CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES);
static_assert(sizeof(BlasLt::Algorithm) == sizeof(cublasLtMatmulHeuristicResult_t) &&
              offsetof(BlasLt::Algorithm, algorithm) == offsetof(cublasLtMatmulHeuristicResult_t, algo) &&
              offsetof(BlasLt::Algorithm, memory) == offsetof(cublasLtMatmulHeuristicResult_t, workspaceSize) &&
              offsetof(BlasLt::Algorithm, status) == offsetof(cublasLtMatmulHeuristicResult_t, state));
static_assert(sizeof(cublasOperation_t) == sizeof(BlasLt::transposed));

// Checks that cuBLASLt's header declares its functions with the signatures by which the engine calls them.
static_assert(std::is_same_v<decltype(&cublasLtCreate), cublasStatus_t (*)(cublasLtHandle_t*)>);
static_assert(std::is_same_v<decltype(&cublasLtMatmulDescCreate),
                             cublasStatus_t (*)(cublasLtMatmulDesc_t*, cublasComputeType_t, cudaDataType_t)>);
static_assert(std::is_same_v<decltype(&cublasLtMatrixLayoutCreate),
                             cublasStatus_t (*)(cublasLtMatrixLayout_t*, cudaDataType, std::uint64_t, std::uint64_t,
                                                std::int64_t)>);
static_assert(std::is_same_v<decltype(&cublasLtMatrixLayoutSetAttribute),
                             cublasStatus_t (*)(cublasLtMatrixLayout_t, cublasLtMatrixLayoutAttribute_t, const void*,
                                                std::size_t)>);
static_assert(std::is_same_v<decltype(&cublasLtMatmulPreferenceSetAttribute),
                             cublasStatus_t (*)(cublasLtMatmulPreference_t, cublasLtMatmulPreferenceAttributes_t,
                                                const void*, std::size_t)>);
static_assert(
    std::is_same_v<decltype(&cublasLtMatmulAlgoGetHeuristic),
                   cublasStatus_t (*)(cublasLtHandle_t, cublasLtMatmulDesc_t, cublasLtMatrixLayout_t,
                                      cublasLtMatrixLayout_t, cublasLtMatrixLayout_t, cublasLtMatrixLayout_t,
                                      cublasLtMatmulPreference_t, int, cublasLtMatmulHeuristicResult_t*, int*)>);
static_assert(
    std::is_same_v<decltype(&cublasLtMatmul),
                   cublasStatus_t (*)(cublasLtHandle_t, cublasLtMatmulDesc_t, const void*, const void*,
                                      cublasLtMatrixLayout_t, const void*, cublasLtMatrixLayout_t, const void*,
                                      const void*, cublasLtMatrixLayout_t, void*, cublasLtMatrixLayout_t,
                                      const cublasLtMatmulAlgo_t*, void*, std::size_t, cudaStream_t)>);

}  // namespace
}  // namespace modecheck::engine::cuda
#endif
