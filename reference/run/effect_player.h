// The Player computes, for the model's effects (such as "apply this operator"), the values of all storages and their
// gradients. It also answers the model's questions about values.
#pragma once

#include "reference/autodiff/tape.h"
#include "reference/kernels/kernel_call.h"
#include "reference/values/values.h"
#include "spec/interface/device_kind.h"
#include "spec/interface/effect.h"

namespace modecheck::reference {

class Player final : public spec::EffectSink, public spec::ValueOracle {
 public:
  // `device` is the kind of device whose random number generator is used.
  explicit Player(spec::DeviceKind device = spec::DeviceKind::Cpu) : call_(values_, tape_, device) {}

  // Clears all values for the next program, but keeps the allocated memory.
  void clear();

  void play(const spec::Effect& effect) override;
  bool all_within(const spec::Geometry& index, std::int64_t low, std::int64_t high) const override;
  bool all_between(const spec::Geometry& tensor, double low, double high) const override;
  bool is_ordered(const spec::Geometry& below, const spec::Geometry& above) const override;
  bool divides(const spec::Geometry& numbers, std::int64_t length, bool bounds) const override;
  std::int64_t count_true(const spec::Geometry& mask) const override;
  std::optional<std::int64_t> count_distinct(const spec::Geometry& tensor) const override;

  // Marks the contents of the storage as unknown. All values computed from it later are unknown, too (rule H).
  void give_up(spec::StorageId storage);

  // Writes exactly known values into a tensor without recording the write; finite differences use this. A complex
  // element takes two of the values: real part, imaginary part.
  void set(const spec::Geometry& tensor, const double* values);

  const Values& values() const { return values_; }
  const Tape& tape() const { return tape_; }

  // Whether a question of the model was answered from values that are not certain. From then on the model may be wrong,
  // so no subject is judged by this program.
  bool doubtful() const { return doubtful_; }
  // Sets the answer of doubtful(). A caller uses this when it takes back a command that asked a question.
  void set_doubtful(bool doubtful) { doubtful_ = doubtful; }

 private:
  // Tells the tape whether the recorded operator has empty tensors.
  void note_empty_tensors(const spec::Effect& effect);
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
