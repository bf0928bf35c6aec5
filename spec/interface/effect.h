// The effects of a command on values and histories. The model holds metadata only, and reports effects to `reference/`,
// which plays them on real numbers. Effects and ValueOracle are the only channel between the two.
//
// Values are in storages, which the model numbers 1, 2, ... within a program. A history belongs to one storage: it says
// which scalar of the recorded computation each element of the storage is (S3). Aliases with one history see each
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
using LeafId = std::uint32_t;      // a tensor that accumulates gradients, by the model's tensor id
using SnapshotId = std::uint32_t;  // the scalars of a tensor's elements at some moment

// The elements of a storage that a tensor has. Offset and strides count elements of `dtype`.
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
  NewStorage,     // `storage` with `bytes` zero bytes
  ResizeStorage,  // `storage` now has `bytes` bytes; new ones are zero
  FillLeaf,       // `outputs[0]` gets leaf_value(dtype, seed, i)
  NewHistory,     // `history` of `storage`: every element a constant
  MarkLeaf,       // every element of `outputs[0]` becomes, in its history, a fresh variable of `leaf`
  // Runs the operator of `record`: reads `inputs` and writes `outputs`. If `recorded`, the history of each output says
  // for its floating elements of which input elements they are a function; else only values change. `inputs[k]` is the
  // k-th tensor argument. Each element of a list counts, `out` does not, and the `self` of an in-place operator is
  // there as it was before.
  Apply,
  Snapshot,        // `snapshot` remembers the scalars of `outputs[0]` (in its history) as they are now
  Backward,        // a backward from `inputs[0]`, the root; the gradients go to `targets`
  DoubleBackward,  // a double backward: with g the gradient of the sum of the root with respect to `along`, the targets
                   // get the gradient of the sum of g
};

struct BackwardTarget {
  enum class Of : std::uint8_t { Leaf, Snapshot };
  enum class Into : std::uint8_t { Store, AddInPlace, AddNew };
  Of of = Of::Leaf;
  Into into = Into::Store;
  std::uint32_t id = 0;  // LeafId or SnapshotId
  Geometry destination;  // where the gradient goes (its storage exists already)
  Geometry previous;     // AddNew: the gradient so far; destination = previous + new
};

// A gradient that a hook doubles: the gradient with respect to a leaf or to the elements of a snapshot.
struct DoubledGradient {
  BackwardTarget::Of of = BackwardTarget::Of::Leaf;
  std::uint32_t id = 0;
};

// The variable of the first gradient of a double backward: a leaf or the elements of a snapshot.
struct Direction {
  BackwardTarget::Of of = BackwardTarget::Of::Leaf;
  std::uint32_t id = 0;
};

struct Effect {
  static constexpr int max_inputs = 5;
  static constexpr int max_outputs = 8;  // room for all results of any operator; views need no Apply
  static constexpr int max_targets = 16;
  static constexpr int max_doubled = 8;

  EffectKind kind = EffectKind::NewStorage;
  bool recorded = false;
  // Backward: the gradient of the root is 0 ones, or 1 `inputs[1]`.
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

  // Whether low <= x < high for every element of an integer tensor.
  virtual bool all_within(const Geometry& index, std::int64_t low, std::int64_t high) const = 0;

  // Whether low <= x <= high for every element of a floating tensor.
  virtual bool all_between(const Geometry& tensor, double low, double high) const = 0;

  // Whether the first element of the integer tensor `below` is at most the first element of `above`.
  virtual bool is_ordered(const Geometry& below, const Geometry& above) const = 0;

  // Whether the numbers of each row (along the last dimension) divide `length` elements into segments. Numbers that are
  // segment lengths must not be negative, and must add up to `length`. If `bounds`, they are offsets: they must not
  // decrease, and must lie in [0, length].
  virtual bool divides(const Geometry& numbers, std::int64_t length, bool bounds) const = 0;

  // How many elements are not zero, or true in a mask.
  virtual std::int64_t count_true(const Geometry& mask) const = 0;

  // How many different elements there are; std::nullopt if that is unknown, for example because an element may be NaN.
  virtual std::optional<std::int64_t> count_distinct(const Geometry& tensor) const = 0;
};

// Receives the effects of the model.
class EffectSink {
 public:
  EffectSink() = default;
  EffectSink(const EffectSink&) = delete;
  EffectSink& operator=(const EffectSink&) = delete;
  virtual ~EffectSink() = default;

  // `effect` is valid during the call only.
  virtual void play(const Effect& effect) = 0;
};

}  // namespace modecheck::spec
