// The effects of a command on values and histories. The model holds metadata only. It reports effects to `reference/`,
// which applies them to real numbers. Effects and ValueOracle are the only channel between model and reference.
//
// Values are in storages, which the model numbers 1, 2, ... within a program. A history belongs to one storage. It says
// which scalar of the recorded computation each element of the storage is (rule S3). Aliases with one history see each
// other's recorded writes; `detach` starts a new history. With history 0 all elements are constants.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "spec/program/dtype.h"
#include "spec/program/limits.h"
#include "spec/program/record.h"

namespace modecheck::spec {

using StorageId = std::uint32_t;
using HistoryId = std::uint32_t;
using LeafId = std::uint32_t;      // names a tensor that accumulates gradients: the model's id of the tensor
using SnapshotId = std::uint32_t;  // names the scalars of a tensor's elements at one moment of the program

// Says which elements of a storage belong to a tensor. Offset and strides count elements of `dtype`.
struct Geometry {
  StorageId storage = 0;
  HistoryId history = 0;
  DType dtype = DType::Float32;
  std::uint8_t rank = 0;
  std::int32_t offset = 0;
  std::array<std::int32_t, kMaxRank> sizes{};
  std::array<std::int32_t, kMaxRank> strides{};

  std::int64_t numel() const {
    std::int64_t out = 1;
    for (int i = 0; i < rank; ++i) out *= sizes[static_cast<std::size_t>(i)];
    return out;
  }
};

enum class EffectKind : std::uint8_t {
  NewStorage,     // makes `storage`, with `bytes` bytes that are zero
  ResizeStorage,  // gives `storage` the size `bytes`; new bytes are zero
  FillLeaf,       // writes leaf_value(dtype, seed, i) to element i of `outputs[0]`
  NewHistory,     // starts `history` of `storage`, in which every element is a constant
  MarkLeaf,       // makes every element of `outputs[0]` a new variable, which belongs to `leaf`
  // Runs the operator of `record`, which reads `inputs` and writes `outputs`. `inputs[k]` is the k-th tensor argument,
  // as it was before the operator wrote. Each element of a list of tensors counts as an argument, and `out` does not.
  // If `recorded` is set, the histories of the outputs then say how each floating-point element depends on the inputs.
  // Otherwise only values change.
  Apply,
  Snapshot,        // remembers as `snapshot` which scalars the elements of `outputs[0]` are now
  Backward,        // runs backward from the root `inputs[0]`; the gradients go to `targets`
  DoubleBackward,  // double backward: targets get the gradient of sum(g); g is the gradient of sum(root) by `along`
};

struct BackwardTarget {
  enum class Of : std::uint8_t { Leaf, Snapshot };
  enum class Into : std::uint8_t { Store, AddInPlace, AddNew };
  Of of = Of::Leaf;
  Into into = Into::Store;
  std::uint32_t id = 0;  // a LeafId or a SnapshotId, as `of` says
  Geometry destination;  // where the gradient is written; its storage exists already
  Geometry previous;     // the present gradient, for AddNew only: destination = previous + the new gradient
};

// A gradient that a backward hook doubles. It is the gradient with respect to a leaf or to the elements of a snapshot.
struct DoubledGradient {
  BackwardTarget::Of of = BackwardTarget::Of::Leaf;
  std::uint32_t id = 0;
};

// The variable of the first gradient of a double backward: a leaf, or the elements of a snapshot.
struct Direction {
  BackwardTarget::Of of = BackwardTarget::Of::Leaf;
  std::uint32_t id = 0;
};

struct Effect {
  static constexpr int max_inputs = 5;
  static constexpr int max_outputs = 8;  // enough for the results of every operator; a view needs no Apply effect
  static constexpr int max_targets = 16;
  static constexpr int max_doubled = 8;

  EffectKind kind = EffectKind::NewStorage;
  bool recorded = false;
  // For Backward. 0: the root's gradient is a tensor of ones; 1: it is `inputs[1]`.
  std::uint8_t seeded = 0;
  std::uint8_t input_count = 0;
  std::uint8_t output_count = 0;
  std::uint8_t target_count = 0;
  std::uint8_t doubled_count = 0;
  StorageId storage = 0;
  HistoryId history = 0;
  std::uint32_t bytes = 0;
  int seed = 0;
  LeafId leaf = 0;
  SnapshotId snapshot = 0;
  const Record* record = nullptr;
  std::array<Geometry, max_inputs> inputs{};
  std::array<Geometry, max_outputs> outputs{};
  std::array<BackwardTarget, max_targets> targets{};
  std::array<DoubledGradient, max_doubled> doubled{};
  Direction along;
};

// Answers the model's questions about values, for example whether an index is out of range.
class ValueOracle {
 public:
  ValueOracle() = default;
  ValueOracle(const ValueOracle&) = delete;
  ValueOracle& operator=(const ValueOracle&) = delete;
  virtual ~ValueOracle() = default;

  // Returns true if low <= x < high for every element x of an integer tensor.
  virtual bool all_within(const Geometry& index, std::int64_t low, std::int64_t high) const = 0;

  // Returns true if low <= x <= high for every element x of a floating-point tensor.
  virtual bool all_between(const Geometry& tensor, double low, double high) const = 0;

  // Returns true if the first element of the integer tensor `below` is at most the first element of `above`.
  virtual bool is_ordered(const Geometry& below, const Geometry& above) const = 0;

  // Returns true if each row of `numbers` (along the last dimension) divides `length` elements into segments. Without
  // `bounds` the numbers are segment lengths: they must not be negative, and must add up to `length`. With `bounds` the
  // numbers are offsets: they must not decrease, and must lie in [0, length].
  virtual bool divides(const Geometry& numbers, std::int64_t length, bool bounds) const = 0;

  // Returns how many elements of a tensor are not zero, or are true in a mask.
  virtual std::int64_t count_true(const Geometry& mask) const = 0;

  // Returns how many different elements a tensor has. Returns std::nullopt if that is unknown, for example because an
  // element may be NaN.
  virtual std::optional<std::int64_t> count_distinct(const Geometry& tensor) const = 0;
};

// Receives the effects that the model reports.
class EffectSink {
 public:
  EffectSink() = default;
  EffectSink(const EffectSink&) = delete;
  EffectSink& operator=(const EffectSink&) = delete;
  virtual ~EffectSink() = default;

  // Applies one effect. The reference to `effect` is valid during the call only.
  virtual void play(const Effect& effect) = 0;
};

}  // namespace modecheck::spec
