#include "engine/autograd/node.h"

#include "engine/autograd/tensor_link.h"

namespace modecheck::engine {

InputMetadata::InputMetadata(c10::IntArrayRef sizes, const at::Tensor& like)
    : dtype_(like.scalar_type()), device_(like.device()) {
  sizes_.assign(sizes.data(), sizes.size());
}

namespace {

// Nodes run in the reverse order of their numbers, per thread as in libtorch.
std::uint64_t next_sequence_nr() {
  static constinit thread_local std::uint64_t next = 0;
  return next++;
}

}  // namespace
}  // namespace modecheck::engine

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

Node::Node(std::uint64_t sequence_nr) : sequence_nr_(sequence_nr) { ++modecheck::engine::detail::counts().nodes; }
Node::Node() : Node(modecheck::engine::next_sequence_nr()) {}
Node::~Node() { --modecheck::engine::detail::counts().nodes; }

void Node::destroy(Node* node) noexcept {
  // Destroying a node drops its edges, which may destroy more nodes: those queue up behind it.
  thread_local constinit std::vector<Node*>* queue = nullptr;
  if (queue != nullptr) {
    queue->push_back(node);
    return;
  }
  std::vector<Node*> pending;
  queue = &pending;
  delete node;
  while (!pending.empty()) {
    Node* const next = pending.back();
    pending.pop_back();
    delete next;
  }
  queue = nullptr;
}

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
