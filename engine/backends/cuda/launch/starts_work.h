// Lists the operators that are called boxed and whose kernels launch device work. The operators of
// engine/dispatch/native_on_device.h launch device work too, but are not called boxed.
#pragma once

#include <string>
#include <string_view>

namespace modecheck::engine::cuda {

// Returns true if the operator's kernel launches device work itself. `name` includes the overload, for example
// "gather.out". All overloads of an operator are treated alike.
inline bool starts_work(std::string_view name) {
  // The names of the operators, in alphabetical order, separated by spaces.
  constexpr std::string_view names =
      " _adaptive_avg_pool2d _adaptive_avg_pool2d_backward _adaptive_avg_pool3d _adaptive_avg_pool3d_backward"
      " _batch_normalize _cdist_backward _cdist_forward _conj_physical _embedding_bag _fft_c2c _fft_c2r _fft_r2c"
      " _index_added _linalg_cofactors _linalg_det _linalg_slogdet _linalg_solve_ex _log_softmax _masked_taken"
      " _multinomial_with_replacement _pdist_backward _pdist_forward _scatter_added _softmax _unique2 addbmm addmm"
      " addmv all amax amin aminmax any arange argmax argmin avg_pool2d avg_pool2d_backward avg_pool3d"
      " avg_pool3d_backward baddbmm bernoulli binary_cross_entropy bmm bucketize cat celu col2im constant_pad_nd"
      " convolution count_nonzero cummax cummin cumprod cumsum diag_embed digamma div dot embedding exponential flip"
      " fmod full_like gather grid_sampler_2d huber_loss index index_add index_copy index_fill index_put index_select"
      " kthvalue lgamma linalg_cholesky_ex linalg_inv_ex linalg_solve_triangular linalg_vector_norm logcumsumexp logit"
      " logsumexp masked_fill masked_scatter masked_select max max_pool2d_with_indices"
      " max_pool2d_with_indices_backward max_pool3d_with_indices max_pool3d_with_indices_backward mean median min mm"
      " mse_loss mv nansum narrow_copy native_dropout native_group_norm native_layer_norm nll_loss_forward nonzero"
      " norm normal polygamma prod rand rand_like randint randn randn_like random randperm reflection_pad1d"
      " reflection_pad2d reflection_pad3d remainder repeat replication_pad2d replication_pad3d roll scalar_tensor"
      " scatter scatter_add scatter_reduce searchsorted segment_reduce select_scatter sgn slice_scatter smooth_l1_loss"
      " softshrink sort stack std std_mean sum take threshold topk trace tril triu uniform upsample_bilinear2d"
      " upsample_nearest2d var var_mean where"
      " ";
  std::string_view base = name.substr(0, name.find('.'));
  if (base.size() > 1 && base.back() == '_') base.remove_suffix(1);
  return names.find(' ' + std::string(base) + ' ') != std::string_view::npos;
}

}  // namespace modecheck::engine::cuda
