#include "audit/model/graph_size.h"

#include <torch/torch.h>

#include <unordered_set>

namespace modecheck::audit {

std::size_t graph_size(const std::vector<at::Tensor>& tensors) {
  std::unordered_set<const torch::autograd::Node*> seen;
  std::vector<const torch::autograd::Node*> open;
  const auto meet = [&](const torch::autograd::Node* node) {
    if (node != nullptr && seen.insert(node).second) open.push_back(node);
  };
  for (const at::Tensor& tensor : tensors) meet(tensor.grad_fn().get());
  while (!open.empty()) {
    const torch::autograd::Node* node = open.back();
    open.pop_back();
    for (const auto& edge : node->next_edges()) meet(edge.function.get());
  }
  return seen.size();
}

}  // namespace modecheck::audit
