// Declares what an optimizer remembers of a parameter between two steps.
#pragma once

#include <memory>

#include "engine/nn/archives.h"

namespace torch {
inline namespace modecheck_v1 {
namespace optim {

class OptimizerParamState {
 public:
  virtual ~OptimizerParamState() = default;
  // Returns a copy that shares the tensors. Raises Unsupported unless the class derives from
  // OptimizerCloneableParamState.
  virtual std::unique_ptr<OptimizerParamState> clone() const;
  // Reads the state from an archive, or writes it. Raises Unsupported in a class that does not override the function.
  virtual void serialize(serialize::InputArchive& archive);
  virtual void serialize(serialize::OutputArchive& archive) const;
};

template <typename Derived>
class OptimizerCloneableParamState : public OptimizerParamState {
  std::unique_ptr<OptimizerParamState> clone() const override {
    return std::make_unique<Derived>(static_cast<const Derived&>(*this));
  }
};

}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch
