// Declares torch::nn::utils::rnn: sequences of different lengths as one packed or padded tensor.
#pragma once

#include <cstdint>
#include <tuple>

#include "engine/core/tensor/tensor.h"
#include "engine/core/tensor/tensor_options.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace utils {
namespace rnn {

using at::Tensor;

// Returns the permutation that undoes `permutation`, or an undefined tensor for an undefined one.
Tensor invert_permutation(const Tensor& permutation);

// Holds the elements of sequences step after step, without padding. `batch_sizes` says how many sequences each step
// has. The sequences are in order of decreasing lengths; `sorted_indices` says where each was before, and
// `unsorted_indices` undoes that order. Both are undefined if the sequences were in order.
class PackedSequence {
 public:
  // Raises an Argument error if `batch_sizes` is not on the CPU.
  explicit PackedSequence(Tensor data, Tensor batch_sizes, Tensor sorted_indices = {}, Tensor unsorted_indices = {});

  const Tensor& data() const { return data_; }
  const Tensor& batch_sizes() const { return batch_sizes_; }
  const Tensor& sorted_indices() const { return sorted_indices_; }
  const Tensor& unsorted_indices() const { return unsorted_indices_; }

  PackedSequence pin_memory() const;
  // Converts the data. The indices follow it to its device, and the batch sizes remain on the CPU.
  PackedSequence to(at::TensorOptions options) const;
  PackedSequence cuda() const;
  PackedSequence cpu() const;
  bool is_cuda() const;
  bool is_pinned() const;

 private:
  Tensor data_;
  Tensor batch_sizes_;
  Tensor sorted_indices_;
  Tensor unsorted_indices_;
};

// Packs padded sequences [time, batch, ...], or [batch, time, ...] with `batch_first`. With `enforce_sorted` they must
// be in order of decreasing lengths; otherwise this function sorts them.
PackedSequence pack_padded_sequence(Tensor input, Tensor lengths, bool batch_first = false, bool enforce_sorted = true);
// The inverse: returns the padded sequences and their lengths. Raises an Argument error if `total_length` is less than
// the length of the longest sequence.
std::tuple<Tensor, Tensor> pad_packed_sequence(PackedSequence sequence, bool batch_first = false,
                                               double padding_value = 0.0,
                                               c10::optional<std::int64_t> total_length = c10::nullopt);
// Stacks sequences [length, ...] and fills them up with `padding_value`. Raises an Argument error for an empty list.
Tensor pad_sequence(c10::ArrayRef<Tensor> sequences, bool batch_first = false, double padding_value = 0);
// Packs sequences [length, ...].
PackedSequence pack_sequence(c10::ArrayRef<Tensor> sequences, bool enforce_sorted = true);

}  // namespace rnn
}  // namespace utils
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
