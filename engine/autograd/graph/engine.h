// Runs backward: executes all nodes that the roots reach, the node that was recorded last first.
#pragma once

#include <vector>

#include "engine/autograd/graph/node.h"

namespace modecheck::engine {

struct BackwardTask {
  std::vector<Edge> roots;
  variable_list gradients;  // one per root
  bool keep_graph = false;
  bool create_graph = false;
  // If empty, all reachable nodes run. Otherwise only nodes on a path to these inputs run.
  std::vector<Edge> inputs;
  // If set, the gradients of `inputs` are returned and nothing is accumulated. Otherwise gradients accumulate into
  // leaves.
  bool capture = false;
};

// Raises if `gradient`, which was passed to backward(), cannot be the gradient of the root with this index. The root's
// sizes must broadcast to the gradient's sizes, and the devices must be equal.
void check_root_gradient(const at::Tensor& gradient, const Edge& root, std::size_t index);

// Runs on the calling thread with its mode state, except that grad mode is set to create_graph (G6). Returns the
// captured gradients.
variable_list run_backward(BackwardTask task);

// Returns whether the innermost backward on this thread, which is running `node`, uses the gradient for the i-th edge
// of `node`. Outside of backward it returns whether that edge leads to a node.
bool is_needed_now(const Node& node, std::size_t edge);
// Returns the node that is running on this thread; nullptr outside of backward.
const Node* evaluating_node();

}  // namespace modecheck::engine
