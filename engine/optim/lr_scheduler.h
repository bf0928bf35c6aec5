// Declares torch::optim::LRScheduler, the base class of what changes learning rates from step to step.
#pragma once

#include <vector>

#include "engine/optim/optimizer.h"

namespace torch {
inline namespace modecheck_v1 {
namespace optim {

class LRScheduler {
 public:
  explicit LRScheduler(Optimizer& optimizer) : optimizer_(optimizer) {}
  virtual ~LRScheduler() = default;
  // Sets the learning rates of all groups to get_lrs(), after which step_count_ is one more. Raises an Argument error
  // unless get_lrs() has one rate for each group.
  void step();

 protected:
  virtual std::vector<double> get_lrs() = 0;
  // Returns the learning rate of each group.
  std::vector<double> get_current_lrs() const;
  unsigned step_count_ = 0;

 private:
  Optimizer& optimizer_;
};

}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch
