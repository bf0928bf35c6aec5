// Declares the base class of the options of an optimizer.
#pragma once

#include <memory>

namespace torch {
inline namespace modecheck_v1 {
namespace optim {

// The functions raise Unsupported in a class that does not override them.
class OptimizerOptions {
 public:
  virtual ~OptimizerOptions() = default;
  virtual std::unique_ptr<OptimizerOptions> clone() const;
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
