#include "engine/optim/step_lr.h"

#include "engine/nn/operators.h"

namespace torch {
inline namespace modecheck_v1 {
namespace optim {

StepLR::StepLR(Optimizer& optimizer, unsigned step_size, double gamma)
    : LRScheduler(optimizer), step_size_(step_size), gamma_(gamma) {
  MODECHECK_ARGUMENT(step_size > 0, "StepLR: step_size must be positive");
}

std::vector<double> StepLR::get_lrs() {
  std::vector<double> rates = get_current_lrs();
  if (step_count_ == 0 || step_count_ % step_size_ != 0) return rates;
  for (double& rate : rates) rate *= gamma_;
  return rates;
}

}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch
