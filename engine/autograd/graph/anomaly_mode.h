// Anomaly mode (rule S7): every node stores the call stack with which it was recorded, and an error in backward prints
// that stack.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/tensor/tensor.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

struct Node;

// Turns anomaly mode on and off. As in libtorch there is one switch for all threads.
struct AnomalyMode {
  static bool is_enabled() { return enabled_.load(std::memory_order_relaxed); }
  // Returns whether backward raises if a node returns a gradient with a NaN.
  static bool should_check_nan() { return check_nan_.load(std::memory_order_relaxed); }
  static void set_enabled(bool enabled, bool check_nan = true) {
    enabled_.store(enabled, std::memory_order_relaxed);
    check_nan_.store(check_nan, std::memory_order_relaxed);
  }

 private:
  static inline std::atomic<bool> enabled_{false};
  static inline std::atomic<bool> check_nan_{true};
};

// A guard that turns anomaly mode on for its lifetime.
class DetectAnomalyGuard {
 public:
  [[nodiscard]] explicit DetectAnomalyGuard(bool check_nan = true)
      : was_enabled_(AnomalyMode::is_enabled()), was_checking_(AnomalyMode::should_check_nan()) {
    AnomalyMode::set_enabled(true, check_nan);
  }
  ~DetectAnomalyGuard() { AnomalyMode::set_enabled(was_enabled_, was_checking_); }
  DetectAnomalyGuard(const DetectAnomalyGuard&) = delete;
  DetectAnomalyGuard& operator=(const DetectAnomalyGuard&) = delete;

 private:
  const bool was_enabled_;
  const bool was_checking_;
};

// Stores where a node was recorded: the call stack and, if the node was recorded during backward, the node that was
// running at that moment.
class AnomalyMetadata {
 public:
  // Stores the calling thread's stack.
  void store_stack();
  // Copies the name and the stack of `parent`, the node that was running when this node was recorded. No reference to
  // `parent` is kept, because `parent` may own this node, which would make a cycle.
  void assign_parent(const Node& parent);
  // Returns one text for this node, which is called `name`, and then one text for each of its parents. Each text
  // contains the call stack with which the node was recorded.
  std::vector<std::string> describe(const std::string& name) const;

 private:
  struct Origin {
    std::string name;
    std::string stack;
    std::shared_ptr<const Origin> parent;
  };
  std::string stack_;
  std::shared_ptr<const Origin> parent_;
};

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch

namespace modecheck::engine {

bool has_nan(const at::Tensor& gradient);

}  // namespace modecheck::engine
