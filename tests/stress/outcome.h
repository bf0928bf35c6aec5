// What the threads of the stress found: the first few violated expectations, and how many steps ran.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace modecheck::stress {

class Outcome {
 public:
  // Notes a violated expectation. All threads end after their present step.
  void fail(const std::string& message) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (failures_.size() < most_kept) failures_.push_back(message);
    failed_ = true;
  }
  bool has_failed() const { return failed_; }
  // The messages, which are complete when no thread runs any more.
  const std::vector<std::string>& failures() const { return failures_; }

  void add_steps(std::uint64_t steps) { steps_ += steps; }
  std::uint64_t steps() const { return steps_; }

 private:
  static constexpr std::size_t most_kept = 10;
  std::mutex mutex_;
  std::vector<std::string> failures_;
  std::atomic<bool> failed_{false};
  std::atomic<std::uint64_t> steps_{0};
};

}  // namespace modecheck::stress
