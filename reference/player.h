// Plays the model's effects on real numbers: values and histories, and the facts that depend on values.
#pragma once

#include <vector>

#include "reference/kernel_call.h"
#include "reference/tape.h"
#include "reference/values.h"
#include "spec/effect.h"

namespace modecheck::reference {

class Player final : public spec::EffectSink, public spec::ValueWitness {
 public:
  Player() : call_(values_, tape_) {}

  // Forgets everything; memory is kept for the next program.
  void clear();

  void play(const spec::Effect& effect) override;
  bool all_within(const spec::Geometry& index, std::int64_t low, std::int64_t high) const override;

  // The storage was touched through a hole (rule H): from now on nothing is said of gradients that depend on it.
  void exempt(spec::StorageId storage);

  // Gives a tensor other values, exactly known, behind the back of its history: for finite differences.
  void set(const spec::Geometry& tensor, const double* values);

  const Values& values() const { return values_; }
  const Tape& tape() const { return tape_; }

  // Whether `all_within` had to answer about numbers that are not certain. From then on the model may be wrong, and the
  // program says nothing about any subject.
  bool doubtful() const { return doubtful_; }

 private:
  // The nodes that one Apply recorded, and the storages it read and wrote.
  struct Recording {
    NodeId first;
    NodeId end;
    std::array<spec::StorageId, spec::Effect::max_inputs + 1> storages;
  };

  void apply(const spec::Effect& effect);
  bool is_exempt(spec::StorageId storage) const;
  void fill_leaf(const spec::Effect& effect);
  void backward(const spec::Effect& effect);
  void give_gradient(const spec::BackwardTarget& target);

  Values values_;
  Tape tape_;
  KernelCall call_;
  std::vector<Recording> recordings_;
  std::vector<spec::StorageId> exempt_;
  mutable bool doubtful_ = false;
  mutable Places places_;
  std::array<NodeId, kMaxElements> roots_;
  std::array<double, kMaxElements> seeds_;
};

}  // namespace modecheck::reference
