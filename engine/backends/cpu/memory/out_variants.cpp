// Implements out variants that compute their result first, like the functional operator, and then copy it to `out`.
#include "spec/operators/out_variants.h"

#include <string>
#include <tuple>
#include <utility>

#include "engine/backends/cpu/memory/write_result.h"
#include "engine/dispatch/facts.h"
#include "engine/dispatch/kernel.h"

namespace modecheck::engine {

template <typename Op, typename... Arguments>
void OutVariantKernel<Op, void(Arguments...)>::call(Arguments... arguments) {
  static const std::string name(schema_of<Op>.name);
  const std::tuple<const Arguments&...> all(arguments...);
  constexpr std::size_t outputs = written_count<Op>;
  const auto result = [&]<std::size_t... I>(std::index_sequence<I...> /*what is read*/) {
    return Kernel<typename Op::out_of>::call(std::get<I>(all)...);
  }
  (std::make_index_sequence<written_argument<Op>>());
  if constexpr (outputs == 1) {
    backends::write_result(name.c_str(), result, std::get<written_argument<Op>>(all), backends::Resized::AsTheResult);
  } else {
    [&]<std::size_t... I>(std::index_sequence<I...> /*which output*/) {
      (backends::check_output(name.c_str(), std::get<I>(result), std::get<written_argument<Op> + I>(all)), ...);
      (backends::size_output(name.c_str(), std::get<I>(result), std::get<written_argument<Op> + I>(all),
                             backends::Resized::AsTheResult),
       ...);
      (backends::move_result(name.c_str(), std::get<I>(result), std::get<written_argument<Op> + I>(all),
                             backends::Resized::AsTheResult),
       ...);
    }
    (std::make_index_sequence<outputs>());
  }
}

template struct OutVariantKernel<operators::addmm_out, Signature<operators::addmm_out>>;
template struct OutVariantKernel<operators::addmv_out, Signature<operators::addmv_out>>;
template struct OutVariantKernel<operators::addbmm_out, Signature<operators::addbmm_out>>;
template struct OutVariantKernel<operators::gather_out, Signature<operators::gather_out>>;
template struct OutVariantKernel<operators::scatter_src_out, Signature<operators::scatter_src_out>>;
template struct OutVariantKernel<operators::scatter_value_out, Signature<operators::scatter_value_out>>;
template struct OutVariantKernel<operators::scatter_add_out, Signature<operators::scatter_add_out>>;
template struct OutVariantKernel<operators::index_add_out, Signature<operators::index_add_out>>;
template struct OutVariantKernel<operators::tril_out, Signature<operators::tril_out>>;
template struct OutVariantKernel<operators::triu_out, Signature<operators::triu_out>>;
template struct OutVariantKernel<operators::argmax_out, Signature<operators::argmax_out>>;
template struct OutVariantKernel<operators::argmin_out, Signature<operators::argmin_out>>;
template struct OutVariantKernel<operators::any_out, Signature<operators::any_out>>;
template struct OutVariantKernel<operators::all_out, Signature<operators::all_out>>;
template struct OutVariantKernel<operators::any_all_out, Signature<operators::any_all_out>>;
template struct OutVariantKernel<operators::all_all_out, Signature<operators::all_all_out>>;
template struct OutVariantKernel<operators::nansum_out, Signature<operators::nansum_out>>;
template struct OutVariantKernel<operators::logsumexp_out, Signature<operators::logsumexp_out>>;
template struct OutVariantKernel<operators::var_correction_out, Signature<operators::var_correction_out>>;
template struct OutVariantKernel<operators::std_correction_out, Signature<operators::std_correction_out>>;
template struct OutVariantKernel<operators::avg_pool2d_out, Signature<operators::avg_pool2d_out>>;
template struct OutVariantKernel<operators::avg_pool3d_out, Signature<operators::avg_pool3d_out>>;
template struct OutVariantKernel<operators::take_out, Signature<operators::take_out>>;
template struct OutVariantKernel<operators::masked_select_out, Signature<operators::masked_select_out>>;
template struct OutVariantKernel<operators::nonzero_out, Signature<operators::nonzero_out>>;
template struct OutVariantKernel<operators::mse_loss_out, Signature<operators::mse_loss_out>>;
template struct OutVariantKernel<operators::smooth_l1_loss_out, Signature<operators::smooth_l1_loss_out>>;
template struct OutVariantKernel<operators::huber_loss_out, Signature<operators::huber_loss_out>>;
template struct OutVariantKernel<operators::reflection_pad1d_out, Signature<operators::reflection_pad1d_out>>;
template struct OutVariantKernel<operators::reflection_pad2d_out, Signature<operators::reflection_pad2d_out>>;
template struct OutVariantKernel<operators::reflection_pad3d_out, Signature<operators::reflection_pad3d_out>>;
template struct OutVariantKernel<operators::replication_pad2d_out, Signature<operators::replication_pad2d_out>>;
template struct OutVariantKernel<operators::replication_pad3d_out, Signature<operators::replication_pad3d_out>>;
template struct OutVariantKernel<operators::where_self_out, Signature<operators::where_self_out>>;
template struct OutVariantKernel<operators::col2im_out, Signature<operators::col2im_out>>;
template struct OutVariantKernel<operators::stack_out, Signature<operators::stack_out>>;
template struct OutVariantKernel<operators::max_dim_max, Signature<operators::max_dim_max>>;
template struct OutVariantKernel<operators::min_dim_min, Signature<operators::min_dim_min>>;
template struct OutVariantKernel<operators::sort_values_stable, Signature<operators::sort_values_stable>>;
template struct OutVariantKernel<operators::sort_values, Signature<operators::sort_values>>;
template struct OutVariantKernel<operators::topk_values, Signature<operators::topk_values>>;
template struct OutVariantKernel<operators::kthvalue_values, Signature<operators::kthvalue_values>>;
template struct OutVariantKernel<operators::median_dim_values, Signature<operators::median_dim_values>>;
template struct OutVariantKernel<operators::cummax_out, Signature<operators::cummax_out>>;
template struct OutVariantKernel<operators::cummin_out, Signature<operators::cummin_out>>;
template struct OutVariantKernel<operators::max_pool2d_with_indices_out,
                                 Signature<operators::max_pool2d_with_indices_out>>;
template struct OutVariantKernel<operators::max_pool3d_with_indices_out,
                                 Signature<operators::max_pool3d_with_indices_out>>;
template struct OutVariantKernel<operators::index_Tensor_out, Signature<operators::index_Tensor_out>>;
template struct OutVariantKernel<operators::nll_loss_forward_output, Signature<operators::nll_loss_forward_output>>;
template struct OutVariantKernel<operators::narrow_copy_out, Signature<operators::narrow_copy_out>>;
template struct OutVariantKernel<operators::aminmax_out, Signature<operators::aminmax_out>>;

}  // namespace modecheck::engine
