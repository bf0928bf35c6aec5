// Declares c10::VariableVersion: a tensor's version counter as programs see it. A tensor without a version counter has
// a disabled VariableVersion.
#pragma once

#include "engine/core/tensor/version_counter.h"

namespace c10 {
inline namespace modecheck_v1 {

class VariableVersion final {
 public:
  // Creates a new version counter that starts at `version`.
  explicit VariableVersion(std::uint32_t version) : counter_(modecheck::engine::VersionCounter::starting_at(version)) {}
  explicit VariableVersion(intrusive_ptr<modecheck::engine::VersionCounter> counter) : counter_(std::move(counter)) {}

  // Returns whether the tensor has a version counter. An inference tensor has none (rule V2).
  bool enabled() const { return static_cast<bool>(counter_); }
  // Returns the version. Raises InferenceVersionRead if there is no version counter.
  std::uint32_t current_version() const;
  void bump() const {
    if (counter_) counter_->bump();
  }

 private:
  intrusive_ptr<modecheck::engine::VersionCounter> counter_;
};

}  // namespace modecheck_v1
}  // namespace c10
