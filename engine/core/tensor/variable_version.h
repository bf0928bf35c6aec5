// c10::VariableVersion: a tensor's version as programs read it, also of a tensor that has none.
#pragma once

#include "engine/core/tensor/version_counter.h"

namespace c10 {
inline namespace modecheck_v1 {

class VariableVersion final {
 public:
  // A version of its own, which begins with this number.
  explicit VariableVersion(std::uint32_t version) : counter_(modecheck::engine::VersionCounter::starting_at(version)) {}
  explicit VariableVersion(intrusive_ptr<modecheck::engine::VersionCounter> counter) : counter_(std::move(counter)) {}

  // Whether there is a version: V2, an inference tensor has none.
  bool enabled() const { return static_cast<bool>(counter_); }
  // Raises (InferenceVersionRead) if there is none.
  std::uint32_t current_version() const;
  void bump() const {
    if (counter_) counter_->bump();
  }

 private:
  intrusive_ptr<modecheck::engine::VersionCounter> counter_;
};

}  // namespace modecheck_v1
}  // namespace c10
