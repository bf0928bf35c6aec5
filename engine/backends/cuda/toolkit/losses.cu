// Lists the GPU kernels of mse_loss, smooth_l1_loss, huber_loss, binary_cross_entropy and nll_loss_forward.
#include "engine/backends/cuda/device_code/loss_kernels.h"
#include "engine/backends/cuda/toolkit/range.cuh"

namespace modecheck::engine::cuda {
namespace {

template <typename... T>
void add_losses(std::vector<KernelRow>& rows) {
  (add_range<LossKernel<backends::SmoothLoss, T>>(rows), ...);
  (add_range<LossKernel<backends::HuberLoss, T>>(rows), ...);
}
template <typename... T>
void add_squares(std::vector<KernelRow>& rows) {
  (add_range<LossKernel<backends::SquaredLoss, T>>(rows), ...);
}

template <typename... T>
void add_entropies(std::vector<KernelRow>& rows) {
  (add_range<CrossEntropyKernel<T>>(rows), ...);
  (add_range<NoProbabilityKernel<T>>(rows), ...);
}
template <typename... T>
void add_class_losses(std::vector<KernelRow>& rows) {
  (add_range<ClassLossKernel<T>>(rows), ...);
  (add_range<WholeClassLossKernel<T>>(rows), ...);
}

}  // namespace

void add_loss_kernels(std::vector<KernelRow>& rows) {
  add_losses<c10::Half, c10::BFloat16, float, double>(rows);
  add_squares<c10::Half, float, double>(rows);
  add_entropies<float, double>(rows);
  add_class_losses<c10::BFloat16, float, double>(rows);
  add_range<NoClassKernel>(rows);
}

}  // namespace modecheck::engine::cuda
