#include "engine/autograd/graph/node.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <new>
#include <typeinfo>
#include <utility>

#include "engine/autograd/graph/engine.h"
#include "engine/autograd/graph/node_hooks.h"
#include "engine/core/types/device_hooks.h"
#include "engine/core/types/type_name.h"

namespace modecheck::engine {

InputMetadata::InputMetadata(c10::IntArrayRef sizes, const at::Tensor& like)
    : dtype_(like.scalar_type()), device_(like.device()) {
  sizes_.assign(sizes.data(), sizes.size());
}

namespace {

// Returns the next sequence number of this thread. Backward runs nodes in the reverse order of these numbers. Each
// thread counts for itself, as in libtorch.
std::uint64_t next_sequence_nr() {
  static constinit thread_local std::uint64_t next = 0;
  return next++;
}

}  // namespace
}  // namespace modecheck::engine

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

using namespace modecheck::engine;  // NOLINT: this file implements functions of libtorch's namespaces

namespace {

// Stores for anomaly mode where the node was recorded, or nothing if memory runs out. The function does not throw, so
// that the constructor needs no cleanup code for it.
[[gnu::cold, gnu::noinline]] void note_origin(Node& node) noexcept {
  try {
    auto noted = std::make_unique<AnomalyMetadata>();
    noted->store_stack();
    if (const Node* const parent = evaluating_node(); parent != nullptr) noted->assign_parent(*parent);
    node.hooks().anomaly = std::move(noted);
  } catch (const std::bad_alloc&) {
    return;
  }
}

}  // namespace

Node::Node(std::uint64_t sequence_nr) : sequence_nr_(sequence_nr) {
  ++modecheck::engine::detail::counts().nodes;
  if (modecheck::engine::device_hooks != nullptr) [[unlikely]]
    device_stream_ = modecheck::engine::device_hooks->current_stream();
  if (AnomalyMode::is_enabled()) [[unlikely]]
    note_origin(*this);
}
Node::Node() : Node(modecheck::engine::next_sequence_nr()) {}
Node::~Node() {
  delete hooks_.load(std::memory_order_relaxed);
  --modecheck::engine::detail::counts().nodes;
}

void Node::reject_output(std::size_t index) const {
  raise(ErrorClass::Index, name(), ": should_compute_output: Index out of range: there is no output ", index,
        "; it has ", num_outputs());
}

// Returns the node's hooks, which are created when they are first needed. Threads that use different tensors of one
// node may create them at the same time; one of the two lists is kept.
NodeHooks& Node::hooks() {
  NodeHooks* present = hooks_.load(std::memory_order_acquire);
  if (present != nullptr) return *present;
  auto fresh = std::make_unique<NodeHooks>();
  if (hooks_.compare_exchange_strong(present, fresh.get(), std::memory_order_acq_rel)) return *fresh.release();
  return *present;
}

std::string Node::name() const { return type_name(typeid(*this)); }

std::vector<TensorHook>& Node::tensor_hooks() { return hooks().tensor; }

bool Node::has_tensor_hooks() const {
  const NodeHooks* const hooks = hooks_.load(std::memory_order_acquire);
  if (hooks == nullptr) return false;
  const std::lock_guard<std::mutex> lock(tensor_hooks_mutex);
  return !hooks->tensor.empty();
}

void Node::add_pre_hook(std::unique_ptr<FunctionPreHook>&& pre_hook) { hooks().pre.push_back(std::move(pre_hook)); }

std::vector<std::unique_ptr<FunctionPreHook>>& Node::pre_hooks() { return hooks().pre; }

std::uintptr_t Node::add_post_hook(std::unique_ptr<FunctionPostHook>&& post_hook) {
  return reinterpret_cast<std::uintptr_t>(hooks().post.emplace_back(std::move(post_hook)).get());
}

bool Node::del_post_hook(std::uintptr_t key) {
  return std::erase_if(post_hooks(), [&](const std::unique_ptr<FunctionPostHook>& hook) {
           return reinterpret_cast<std::uintptr_t>(hook.get()) == key;
         }) != 0;
}

std::vector<std::unique_ptr<FunctionPostHook>>& Node::post_hooks() { return hooks().post; }

const AnomalyMetadata* Node::metadata() const {
  const NodeHooks* const hooks = hooks_.load(std::memory_order_acquire);
  return hooks == nullptr ? nullptr : hooks->anomaly.get();
}

void Node::destroy(Node* node) noexcept {
  // Destroying a node drops its edges, which may destroy more nodes. These are queued and destroyed in a loop. The
  // queue is linked through the nodes' sequence numbers, which are no longer needed, so that it needs no memory.
  struct Queue {
    Node* first = nullptr;
  };
  thread_local constinit Queue* queue = nullptr;
  if (queue != nullptr) {
    node->sequence_nr_ = reinterpret_cast<std::uintptr_t>(std::exchange(queue->first, node));
    return;
  }
  Queue pending;
  queue = &pending;
  delete node;
  while (pending.first != nullptr) {
    Node* const next = pending.first;
    pending.first = reinterpret_cast<Node*>(static_cast<std::uintptr_t>(next->sequence_nr_));
    delete next;
  }
  queue = nullptr;
}

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
