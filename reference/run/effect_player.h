// Plays the model's effects on real numbers. It keeps values and histories, and answers the model's questions about
// values.
#pragma once

#include "reference/autodiff/tape.h"
#include "reference/kernels/kernel_call.h"
#include "reference/values/values.h"
#include "spec/interface/device_kind.h"
#include "spec/interface/effect.h"

namespace modecheck::reference {

class Player final : public spec::EffectSink, public spec::ValueOracle {
 public:
  // `device` chooses whose random number generator is drawn from.
  explicit Player(spec::DeviceKind device = spec::DeviceKind::Cpu) : call_(values_, tape_, device) {}

  // Forgets everything but keeps the memory for the next program.
  void clear();

  void play(const spec::Effect& effect) override;
  bool all_within(const spec::Geometry& index, std::int64_t low, std::int64_t high) const override;
  bool all_between(const spec::Geometry& tensor, double low, double high) const override;
  bool is_ordered(const spec::Geometry& below, const spec::Geometry& above) const override;
  bool divides(const spec::Geometry& numbers, std::int64_t length, bool bounds) const override;
  std::int64_t count_true(const spec::Geometry& mask) const override;
  std::optional<std::int64_t> count_distinct(const spec::Geometry& tensor) const override;

  // Makes the contents of the storage unknown, and with them all that is computed from it (rule H).
  void give_up(spec::StorageId storage);

  // Writes exactly known values into a tensor without recording the write, for finite differences. A complex element
  // takes two values.
  void set(const spec::Geometry& tensor, const double* values);

  const Values& values() const { return values_; }
  const Tape& tape() const { return tape_; }

  // Whether a question about values was answered from values that are not certain. From then on the model may be wrong,
  // and the program judges no subject.
  bool doubtful() const { return doubtful_; }
  // Sets the flag again, for a caller that takes back a question or an answer.
  void set_doubtful(bool doubtful) { doubtful_ = doubtful; }

 private:
  void fill_leaf(const spec::Effect& effect);
  void backward(const spec::Effect& effect);
  void give_gradient(const spec::BackwardTarget& target);

  Values values_;
  Tape tape_;
  mutable KernelCall call_;
  mutable bool doubtful_ = false;
  mutable Places places_;
  std::array<NodeId, std::size_t{2} * kMaxElements> roots_;
  std::array<double, std::size_t{2} * kMaxElements> seeds_;
};

}  // namespace modecheck::reference
