// Declares torch::optim::StepLR, which scales the learning rates after every so many steps.
#pragma once

#include <vector>

#include "engine/optim/lr_scheduler.h"

namespace torch {
inline namespace modecheck_v1 {
namespace optim {

// Multiplies the learning rates by `gamma` after every `step_size` steps. Raises an Argument error if step_size is 0.
class StepLR : public LRScheduler {
 public:
  StepLR(Optimizer& optimizer, unsigned step_size, double gamma = 0.1);

 private:
  std::vector<double> get_lrs() override;
  const unsigned step_size_;
  const double gamma_;
};

}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch
