// Runs backward: executes all nodes that the roots reach. Of the nodes that can run, the one that was recorded last
// runs first.
#pragma once

#include <vector>

#include "engine/autograd/graph/node.h"

namespace modecheck::engine {

// The arguments of one backward: the roots, their gradients, and the inputs whose gradients are wanted.
struct BackwardTask {
  std::vector<Edge> roots;
  variable_list gradients;  // one gradient for each root; an undefined gradient counts as zero
  bool keep_graph = false;
  bool create_graph = false;
  // If this list is empty, all reachable nodes run. Otherwise only nodes on a path to these inputs run.
  std::vector<Edge> inputs;
  // If true, the gradients of `inputs` are returned and nothing is accumulated. Otherwise gradients accumulate into the
  // leaves.
  bool capture = false;
};

// Raises unless `gradient`, which was passed to backward(), can be the gradient of the root with the number `index`.
// The root's sizes must broadcast to the gradient's sizes, and both must be on one device.
void check_root_gradient(const at::Tensor& gradient, const Edge& root, std::size_t index);

// Runs backward on the calling thread with its mode state, except that grad mode is set to create_graph (rule G6).
// Returns the captured gradients, one for each of `inputs` if `capture` is set. Raises the errors of nodes and hooks
// (rules S2 and S7); gradients that were accumulated before an error stay (rule E1).
variable_list run_backward(BackwardTask task);

// Returns whether the innermost backward on this thread, which is running `node`, uses the gradient for the i-th edge
// of `node`. Outside of backward it returns whether that edge leads to a node.
bool is_needed_now(const Node& node, std::size_t edge);
// Returns the node that is running on this thread, or nullptr outside of backward.
const Node* evaluating_node();

}  // namespace modecheck::engine
