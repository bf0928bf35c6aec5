// Says how composites call their sub-operations: operator ids, and records that hold the numbers of a call. The code
// calls a sub-operation a part.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>

#include "spec/model/state.h"
#include "spec/program/arguments.h"
#include "spec/program/operator_id.h"
#include "spec/rules/shape.h"

namespace modecheck::spec {

namespace ops = operators;

template <typename Row>
constexpr OperationId id = id_of<Row>();

// Says whether a Scalar in a record is an integer or a float (slots.h).
constexpr int kWhole = 0;
constexpr int kFloat = 1;

// Builds the numbers of a record (its immediates), in the order of the record's slots.
class Numbers {
 public:
  explicit Numbers(OperationId row) { record_.operation = row; }

  void add(std::int64_t number) {
    const auto held = static_cast<std::int8_t>(number);
    fits_ = fits_ && held == number;
    record_.immediates[at(count_++)] = held;
  }
  // Adds a list of numbers to the record: one number for each dimension, or one number for all. `room` is how many
  // numbers the record's slots can hold. Returns false if the list is longer and its numbers differ.
  bool add(const IntList& list, int room) {
    const bool same = std::all_of(list.begin(), list.end(), [&](std::int64_t x) { return x == list[0]; });
    if (list.size > room && !same) return false;
    const int length = list.size > room ? 1 : list.size;
    add(length);
    for (int i = 0; i < room; ++i) add(i < length ? list[i] : 0);
    return true;
  }
  const Record& record() const { return record_; }
  // Returns true if each number fits into an 8-bit slot of the record.
  bool fits() const { return fits_; }

 private:
  Record record_;
  bool fits_ = true;
  int count_ = 0;
};

inline Sizes listed(std::initializer_list<std::int64_t> sizes) {
  Sizes out;
  for (const std::int64_t size : sizes) out.push(size);
  return out;
}

// Runs one operator on tensors that need not be in a register. Returns its first result or the tensor that it writes,
// or 0 if the command is stopped. `tensors` follow the order of a record's operands, with 0 for an absent tensor.
// `numbers` are the record's immediates.
TensorId part(ModelState& m, Record record, std::initializer_list<TensorId> tensors);
TensorId part(ModelState& m, OperationId row, std::initializer_list<TensorId> tensors,
              std::initializer_list<std::int64_t> numbers);
TensorId part(ModelState& m, const Numbers& numbers, std::initializer_list<TensorId> tensors);
// Returns the i-th result of the last sub-operation.
inline TensorId part_result(const ModelState& m, int i) { return m.parts[at(kMaxOperands + i)]; }
// Runs reshape: returns a view if the strides allow one, otherwise a copy.
TensorId reshape_part(ModelState& m, TensorId self, const Sizes& sizes);
// Rejects the command with `reason`. libtorch reads the tensor `read` before it reports that error. So if that tensor
// is a stale view, the error of a stale view is accepted, too.
void reject_or_stale(ModelState& m, ErrorClass reason, TensorId read);

inline void append(IntList& list, std::int64_t number) { list.values[at(list.size++)] = number; }

}  // namespace modecheck::spec
