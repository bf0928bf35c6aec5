#include "engine/optim/lr_scheduler.h"

#include "engine/nn/operators.h"

namespace torch {
inline namespace modecheck_v1 {
namespace optim {

void LRScheduler::step() {
  const std::vector<double> rates = get_lrs();
  std::vector<OptimizerParamGroup>& groups = optimizer_.param_groups();
  MODECHECK_ARGUMENT(rates.size() == groups.size(), "Number of learning rates not equal to the number of param groups",
                     "\nNumber of learning rates given: ", rates.size(), "\nNumber of param groups: ", groups.size());
  for (std::size_t i = 0; i < groups.size(); ++i) groups[i].options().set_lr(rates[i]);
  ++step_count_;
}

std::vector<double> LRScheduler::get_current_lrs() const {
  std::vector<double> out;
  for (const OptimizerParamGroup& group : optimizer_.param_groups()) out.push_back(group.options().get_lr());
  return out;
}

}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch
