// Declares the base class of the options of an optimizer.
#pragma once

#include <memory>

#include "engine/nn/archives.h"

namespace torch {
inline namespace modecheck_v1 {
namespace optim {

// The functions raise Unsupported in a class that does not override them.
class OptimizerOptions {
 public:
  virtual ~OptimizerOptions() = default;
  virtual std::unique_ptr<OptimizerOptions> clone() const;
  // Reads the options from an archive, or writes them.
  virtual void serialize(serialize::InputArchive& archive);
  virtual void serialize(serialize::OutputArchive& archive) const;
  // The learning rate, which schedulers change.
  virtual double get_lr() const;
  virtual void set_lr(double lr);
};

template <typename Derived>
class OptimizerCloneableOptions : public OptimizerOptions {
 private:
  std::unique_ptr<OptimizerOptions> clone() const override {
    return std::make_unique<Derived>(static_cast<const Derived&>(*this));
  }
};

}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch
