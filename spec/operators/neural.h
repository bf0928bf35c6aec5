// The operators of neural networks. Those of NeuralRows are not in the catalogue yet: random programs do not draw them.
#pragma once

#include "spec/operators/list.h"
#include "spec/operators/operator.h"

namespace modecheck::spec::operators {

struct convolution : Operator<Family::MatrixProduct> {
  static constexpr std::string_view schema =
      "convolution(Tensor input, Tensor weight, Tensor? bias, int[] stride, int[] padding, int[] dilation, bool "
      "transposed, int[] output_padding, int groups) -> Tensor";
};

struct max_pool2d_with_indices : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "max_pool2d_with_indices(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, int[2] dilation=1, "
      "bool ceil_mode=False) -> (Tensor, Tensor)";
};

struct max_pool2d_with_indices_backward : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "max_pool2d_with_indices_backward(Tensor grad_output, Tensor self, int[2] kernel_size, int[2] stride, int[2] "
      "padding, int[2] dilation, bool ceil_mode, Tensor indices) -> Tensor";
};

struct max_pool3d_with_indices : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "max_pool3d_with_indices(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, int[3] dilation=1, "
      "bool ceil_mode=False) -> (Tensor, Tensor)";
};

struct max_pool3d_with_indices_backward : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "max_pool3d_with_indices_backward(Tensor grad_output, Tensor self, int[3] kernel_size, int[3] stride, int[3] "
      "padding, int[3] dilation, bool ceil_mode, Tensor indices) -> Tensor";
};

struct avg_pool1d : Operator<Family::Reduction, Made::Composite> {
  static constexpr std::string_view schema =
      "avg_pool1d(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=[0], bool ceil_mode=False, bool "
      "count_include_pad=True) -> Tensor";
};

struct avg_pool2d : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "avg_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, bool ceil_mode=False, bool "
      "count_include_pad=True, int? divisor_override=None) -> Tensor";
};

struct avg_pool2d_backward : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "avg_pool2d_backward(Tensor grad_output, Tensor self, int[2] kernel_size, int[2] stride, int[2] padding, bool "
      "ceil_mode, bool count_include_pad, int? divisor_override) -> Tensor";
};

struct avg_pool3d : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "avg_pool3d(Tensor self, int[3] kernel_size, int[3] stride=[], int[3] padding=0, bool ceil_mode=False, bool "
      "count_include_pad=True, int? divisor_override=None) -> Tensor";
};

struct avg_pool3d_backward : Operator<Family::Reduction> {
  static constexpr std::string_view schema =
      "avg_pool3d_backward(Tensor grad_output, Tensor self, int[3] kernel_size, int[3] stride, int[3] padding, bool "
      "ceil_mode, bool count_include_pad, int? divisor_override) -> Tensor";
};

struct adaptive_avg_pool1d : Operator<Family::Reduction, Made::Composite> {
  static constexpr std::string_view schema = "adaptive_avg_pool1d(Tensor self, int[1] output_size) -> Tensor";
};

struct _adaptive_avg_pool2d : Operator<Family::Reduction> {
  static constexpr std::string_view schema = "_adaptive_avg_pool2d(Tensor self, SymInt[2] output_size) -> Tensor";
};

struct _adaptive_avg_pool2d_backward : Operator<Family::Reduction> {
  static constexpr std::string_view schema = "_adaptive_avg_pool2d_backward(Tensor grad_output, Tensor self) -> Tensor";
};

struct _adaptive_avg_pool3d : Operator<Family::Reduction> {
  static constexpr std::string_view schema = "_adaptive_avg_pool3d(Tensor self, int[3] output_size) -> Tensor";
};

struct _adaptive_avg_pool3d_backward : Operator<Family::Reduction> {
  static constexpr std::string_view schema = "_adaptive_avg_pool3d_backward(Tensor grad_output, Tensor self) -> Tensor";
};

struct embedding : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "embedding(Tensor weight, Tensor indices, int padding_idx=-1, bool scale_grad_by_freq=False, bool sparse=False) "
      "-> "
      "Tensor";
};

struct embedding_dense_backward : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "embedding_dense_backward(Tensor grad_output, Tensor indices, SymInt num_weights, int padding_idx, bool "
      "scale_grad_by_freq) -> Tensor";
};

struct col2im : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "col2im(Tensor self, SymInt[2] output_size, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride) "
      "-> Tensor";
};

struct upsample_nearest2d_vec : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "upsample_nearest2d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor";
};

struct upsample_bilinear2d_vec : Operator<Family::Indexing> {
  static constexpr std::string_view schema =
      "upsample_bilinear2d.vec(Tensor input, SymInt[]? output_size, bool align_corners, float[]? scale_factors) -> "
      "Tensor";
};

using NeuralRows =
    List<max_pool2d_with_indices_backward, max_pool3d_with_indices_backward, avg_pool2d_backward, avg_pool3d_backward,
         _adaptive_avg_pool2d_backward, _adaptive_avg_pool3d_backward, embedding_dense_backward>;

using PoolingOperators =
    List<_adaptive_avg_pool2d, avg_pool1d, avg_pool2d, avg_pool3d, adaptive_avg_pool1d, _adaptive_avg_pool3d>;

using ConvolutionOperators = List<convolution>;

using EmbeddingAndImageOperators = List<embedding, col2im, upsample_nearest2d_vec, upsample_bilinear2d_vec>;

using MaxPoolingOperators = List<max_pool2d_with_indices, max_pool3d_with_indices>;

}  // namespace modecheck::spec::operators
