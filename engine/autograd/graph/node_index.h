// Gives the nodes of one backward the numbers 0, 1, 2, ... in the order in which they are found. Most graphs are small,
// so up to `most_compared` nodes are compared one by one, and only larger graphs are hashed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/autograd/graph/node.h"
#include "engine/autograd/graph/small_vector.h"

namespace modecheck::engine {

class NodeIndex {
 public:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  std::size_t size() const { return nodes_.size(); }
  Node* operator[](std::size_t index) const { return nodes_[index]; }

  // Returns the node's number, or `none` if the node has no number yet.
  std::size_t find(const Node* node) const {
    if (slots_.empty()) {
      for (std::size_t i = 0; i < nodes_.size(); ++i)
        if (nodes_[i] == node) return i;
      return none;
    }
    const std::uint32_t slot = slots_[slot_of(node)];
    return slot == 0 ? none : slot - 1;
  }

  // Returns the node's number. A node that has none yet gets the next number.
  std::size_t add(Node* node) {
    const std::size_t found = find(node);
    if (found != none) return found;
    nodes_.emplace_back(node);
    if (nodes_.size() <= most_compared) return nodes_.size() - 1;
    if (nodes_.size() * 2 > slots_.size())
      hash_all();
    else
      slots_[slot_of(node)] = static_cast<std::uint32_t>(nodes_.size());
    return nodes_.size() - 1;
  }

 private:
  static constexpr std::size_t most_compared = 16;

  // Returns the slot of the hash table where the node is or would be. The search ends because at least half of the
  // slots are free.
  std::size_t slot_of(const Node* node) const {
    const auto address = reinterpret_cast<std::uintptr_t>(node);
    std::size_t slot = (address >> 6) * 0x9E3779B97F4A7C15u >> 20;
    for (;; ++slot) {
      slot &= slots_.size() - 1;
      if (slots_[slot] == 0 || nodes_[slots_[slot] - 1] == node) return slot;
    }
  }
  void hash_all() {
    slots_.assign(slots_.empty() ? 8 * most_compared : 2 * slots_.size(), 0);
    for (std::size_t i = 0; i < nodes_.size(); ++i) slots_[slot_of(nodes_[i])] = static_cast<std::uint32_t>(i + 1);
  }

  SmallVector<Node*, most_compared> nodes_;
  // The hash table. Each slot holds a node's number + 1, or 0 if the slot is free. The table's size is a power of two,
  // or 0.
  std::vector<std::uint32_t> slots_;
};

}  // namespace modecheck::engine
