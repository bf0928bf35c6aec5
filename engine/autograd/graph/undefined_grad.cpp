#include "engine/autograd/graph/undefined_grad.h"

#include "engine/autograd/graph/history.h"
#include "engine/dispatch/call.h"
#include "engine/modes/grad_mode.h"
#include "spec/operators/copy.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

using namespace modecheck::engine;  // NOLINT: this file implements functions of libtorch's namespaces

variable_list UndefinedGrad::apply(variable_list&& inputs) {
  HistoryTransaction transaction;
  auto node = c10::intrusive_ptr<Node>::reclaim(new UndefinedGradBackward);
  for (const at::Tensor& input : inputs)
    node->add_next_edge(input.defined() ? gradient_edge(input, transaction) : Edge());
  variable_list outputs;
  {
    const at::NoGradGuard quiet;
    for (const at::Tensor& input : inputs)
      outputs.push_back(input.defined() ? call<operators::clone>(input, c10::nullopt) : at::Tensor());
  }
  if (at::GradMode::is_enabled())
    for (const at::Tensor& output : outputs)
      if (output.defined()) set_history(output, node);
  transaction.commit();
  return outputs;
}

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
