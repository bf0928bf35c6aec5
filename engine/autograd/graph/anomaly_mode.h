// Anomaly mode (S7): every node notes where it was recorded, and an error in backward says so.
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

// One switch for all threads, as in libtorch.
struct AnomalyMode {
  static bool is_enabled() { return enabled_.load(std::memory_order_relaxed); }
  // Whether a NaN among a node's gradients is an error.
  static bool should_check_nan() { return check_nan_.load(std::memory_order_relaxed); }
  static void set_enabled(bool enabled, bool check_nan = true) {
    enabled_.store(enabled, std::memory_order_relaxed);
    check_nan_.store(check_nan, std::memory_order_relaxed);
  }

 private:
  static inline std::atomic<bool> enabled_{false};
  static inline std::atomic<bool> check_nan_{true};
};

// Anomaly mode on, for as long as the guard lives.
class DetectAnomalyGuard {
 public:
  explicit DetectAnomalyGuard(bool check_nan = true)
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

// Where a node was recorded: the calls that led there and, if that was within backward, the node that was running.
class AnomalyMetadata {
 public:
  // The calling thread's stack.
  void store_stack();
  // Takes the parent's name and stack, and not the parent, which could own the child.
  void assign_parent(const Node& parent);
  // The forward trace of this node, which is called `name`, and of those that led to it, one text each.
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
