// Operators of neural networks. The operators in NeuralRows are not in the catalogue, so random programs do not draw
// them.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

MODECHECK_OPERATOR(convolution, MatrixProduct,
                   "convolution(Tensor input, Tensor weight, Tensor? bias, int[] stride, int[] padding, int[] "
                   "dilation, bool transposed, int[] output_padding, int groups) -> Tensor");
MODECHECK_OPERATOR(max_pool2d_with_indices, Reduction,
                   "max_pool2d_with_indices(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, "
                   "int[2] dilation=1, bool ceil_mode=False) -> (Tensor, Tensor)");
MODECHECK_OPERATOR(max_pool2d_with_indices_backward, Indexing,
                   "max_pool2d_with_indices_backward(Tensor grad_output, Tensor self, int[2] kernel_size, int[2] "
                   "stride, int[2] padding, int[2] dilation, bool ceil_mode, Tensor indices) -> Tensor");
MODECHECK_OPERATOR(max_pool3d_with_indices, Reduction,
                   "max_pool3d_with_indices(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, "
                   "int[3] dilation=1, bool ceil_mode=False) -> (Tensor, Tensor)");
MODECHECK_OPERATOR(max_pool3d_with_indices_backward, Indexing,
                   "max_pool3d_with_indices_backward(Tensor grad_output, Tensor self, int[3] kernel_size, int[3] "
                   "stride, int[3] padding, int[3] dilation, bool ceil_mode, Tensor indices) -> Tensor");
MODECHECK_COMPOSITE_OPERATOR(avg_pool1d, Reduction,
                             "avg_pool1d(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=[0], bool "
                             "ceil_mode=False, bool count_include_pad=True) -> Tensor");
MODECHECK_OPERATOR(avg_pool2d, Reduction,
                   "avg_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, bool "
                   "ceil_mode=False, bool count_include_pad=True, int? divisor_override=None) -> Tensor");
MODECHECK_OPERATOR(avg_pool2d_backward, Reduction,
                   "avg_pool2d_backward(Tensor grad_output, Tensor self, int[2] kernel_size, int[2] stride, int[2] "
                   "padding, bool ceil_mode, bool count_include_pad, int? divisor_override) -> Tensor");
MODECHECK_OPERATOR(avg_pool3d, Reduction,
                   "avg_pool3d(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, bool "
                   "ceil_mode=False, bool count_include_pad=True, int? divisor_override=None) -> Tensor");
MODECHECK_OPERATOR(avg_pool3d_backward, Reduction,
                   "avg_pool3d_backward(Tensor grad_output, Tensor self, int[3] kernel_size, int[3] stride, int[3] "
                   "padding, bool ceil_mode, bool count_include_pad, int? divisor_override) -> Tensor");
MODECHECK_COMPOSITE_OPERATOR(adaptive_avg_pool1d, Reduction,
                             "adaptive_avg_pool1d(Tensor self, int[1] output_size) -> Tensor");
MODECHECK_OPERATOR(_adaptive_avg_pool2d, Reduction,
                   "_adaptive_avg_pool2d(Tensor self, SymInt[2] output_size) -> Tensor");
MODECHECK_OPERATOR(_adaptive_avg_pool2d_backward, Reduction,
                   "_adaptive_avg_pool2d_backward(Tensor grad_output, Tensor self) -> Tensor");
MODECHECK_OPERATOR(_adaptive_avg_pool3d, Reduction, "_adaptive_avg_pool3d(Tensor self, int[3] output_size) -> Tensor");
MODECHECK_OPERATOR(_adaptive_avg_pool3d_backward, Reduction,
                   "_adaptive_avg_pool3d_backward(Tensor grad_output, Tensor self) -> Tensor");
MODECHECK_OPERATOR(embedding, Indexing,
                   "embedding(Tensor weight, Tensor indices, int padding_idx=-1, bool scale_grad_by_freq=False, bool "
                   "sparse=False) -> Tensor");
MODECHECK_OPERATOR(embedding_dense_backward, Indexing,
                   "embedding_dense_backward(Tensor grad_output, Tensor indices, SymInt num_weights, int padding_idx, "
                   "bool scale_grad_by_freq) -> Tensor");
MODECHECK_OPERATOR(col2im, Indexing,
                   "col2im(Tensor self, SymInt[2] output_size, int[2] kernel_size, int[2] dilation, int[2] padding, "
                   "int[2] stride) -> Tensor");
MODECHECK_OPERATOR(upsample_nearest2d_vec, Indexing,
                   "upsample_nearest2d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor");
MODECHECK_OPERATOR(upsample_bilinear2d_vec, Indexing,
                   "upsample_bilinear2d.vec(Tensor input, SymInt[]? output_size, bool align_corners, float[]? "
                   "scale_factors) -> Tensor");

using NeuralRows =
    List<max_pool2d_with_indices_backward, max_pool3d_with_indices_backward, avg_pool2d_backward, avg_pool3d_backward,
         _adaptive_avg_pool2d_backward, _adaptive_avg_pool3d_backward, embedding_dense_backward>;

using PoolingOperators =
    List<_adaptive_avg_pool2d, avg_pool1d, avg_pool2d, avg_pool3d, adaptive_avg_pool1d, _adaptive_avg_pool3d>;

using ConvolutionOperators = List<convolution>;

using EmbeddingAndImageOperators = List<embedding, col2im, upsample_nearest2d_vec, upsample_bilinear2d_vec>;

using MaxPoolingOperators = List<max_pool2d_with_indices, max_pool3d_with_indices>;

}  // namespace modecheck::spec::operators
