// Backward: runs the nodes that the roots reach, latest first.
#pragma once

#include <vector>

#include "engine/autograd/graph/node.h"

namespace modecheck::engine {

struct BackwardTask {
  std::vector<Edge> roots;
  variable_list gradients;  // one per root
  bool keep_graph = false;
  bool create_graph = false;
  // Empty: everything reachable runs. Otherwise only what leads to these.
  std::vector<Edge> inputs;
  // The gradients of `inputs` are returned; nothing is accumulated. Otherwise leaves accumulate.
  bool capture = false;
};

// Raises if the gradient that backward is called with cannot be that of the index-th root: its sizes do not broadcast
// from the root's, or it is on another device.
void check_root_gradient(const at::Tensor& gradient, const Edge& root, std::size_t index);

// Runs on the calling thread, under its state with the grad mode set to create_graph (G6). Returns the captured
// gradients.
variable_list run_backward(BackwardTask task);

// Whether the innermost backward on this thread, which is running `node`, will use what the node returns for its i-th
// edge. Outside of backward: whether one could.
bool is_needed_now(const Node& node, std::size_t edge);
// The node that it is running; nullptr outside of backward.
const Node* evaluating_node();

}  // namespace modecheck::engine
