#include "engine/nn/utils/rnn.h"

#include "engine/nn/operators.h"
#include "engine/tracing/sizes_as_numbers.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace utils {
namespace rnn {

Tensor invert_permutation(const Tensor& permutation) {
  modecheck::engine::sizes_as_numbers("invert_permutation", permutation);
  if (!permutation.defined()) return {};
  const Tensor out = at::empty_like(permutation, c10::MemoryFormat::Contiguous);
  out.scatter_(0, permutation, at::arange(permutation.numel(), permutation.options()));
  return out;
}

PackedSequence::PackedSequence(Tensor data, Tensor batch_sizes, Tensor sorted_indices, Tensor unsorted_indices)
    : data_(std::move(data)),
      batch_sizes_(std::move(batch_sizes)),
      sorted_indices_(std::move(sorted_indices)),
      unsorted_indices_(std::move(unsorted_indices)) {
  MODECHECK_ARGUMENT(batch_sizes_.device().is_cpu(), "batch_sizes should always be on CPU, but they are on ",
                     batch_sizes_.device(), ". Make a PackedSequence by pack_sequence or pack_padded_sequence");
  if (!unsorted_indices_.defined()) unsorted_indices_ = invert_permutation(sorted_indices_);
}

PackedSequence PackedSequence::pin_memory() const {
  const auto pinned = [](const Tensor& tensor) { return tensor.defined() ? tensor.pin_memory() : Tensor(); };
  return PackedSequence(data_.pin_memory(), batch_sizes_, pinned(sorted_indices_), pinned(unsorted_indices_));
}

PackedSequence PackedSequence::to(at::TensorOptions options) const {
  const Tensor data = data_.to(options);
  if (data.is_same(data_)) return *this;
  const auto moved = [&](const Tensor& tensor) { return tensor.defined() ? tensor.to(data.device()) : Tensor(); };
  return PackedSequence(data, batch_sizes_, moved(sorted_indices_), moved(unsorted_indices_));
}
PackedSequence PackedSequence::cuda() const { return to(at::TensorOptions(c10::Device(c10::DeviceType::CUDA))); }
PackedSequence PackedSequence::cpu() const { return to(at::TensorOptions(c10::Device(c10::DeviceType::CPU))); }
bool PackedSequence::is_cuda() const { return data_.is_cuda(); }
bool PackedSequence::is_pinned() const { return data_.is_pinned(); }

PackedSequence pack_padded_sequence(Tensor input, Tensor lengths, bool batch_first, bool enforce_sorted) {
  lengths = lengths.to(at::kLong);
  Tensor sorted_indices;
  if (!enforce_sorted) {
    std::tie(lengths, sorted_indices) = at::sort(lengths, -1, true);
    sorted_indices = sorted_indices.to(input.device());
    input = input.index_select(batch_first ? 0 : 1, sorted_indices);
  }
  const auto [data, batch_sizes] = at::_pack_padded_sequence(input, lengths, batch_first);
  return PackedSequence(data, batch_sizes, sorted_indices);
}

std::tuple<Tensor, Tensor> pad_packed_sequence(PackedSequence sequence, bool batch_first, double padding_value,
                                               c10::optional<std::int64_t> total_length) {
  modecheck::engine::sizes_as_numbers("pad_packed_sequence", sequence.data(), sequence.batch_sizes());
  const std::int64_t longest = sequence.batch_sizes().size(0);
  const std::int64_t steps = total_length.value_or(longest);
  MODECHECK_ARGUMENT(steps >= longest,
                     "Expected total_length to be at least the length of the longest sequence in input, but got "
                     "total_length=",
                     steps, " and max sequence length being ", longest);
  const auto [padded, lengths] =
      at::_pad_packed_sequence(sequence.data(), sequence.batch_sizes(), batch_first, padding_value, steps);
  const Tensor& order = sequence.unsorted_indices();
  if (!order.defined()) return {padded, lengths};
  return {padded.index_select(batch_first ? 0 : 1, order), lengths.index_select(0, order.to(lengths.device()))};
}

Tensor pad_sequence(c10::ArrayRef<Tensor> sequences, bool batch_first, double padding_value) {
  return at::pad_sequence(sequences, batch_first, padding_value);
}

PackedSequence pack_sequence(c10::ArrayRef<Tensor> sequences, bool enforce_sorted) {
  modecheck::engine::sizes_as_numbers("pack_sequence", sequences);
  std::vector<std::int64_t> lengths;
  for (const Tensor& sequence : sequences) lengths.push_back(sequence.size(0));
  return pack_padded_sequence(at::pad_sequence(sequences), at::tensor(lengths, at::TensorOptions(at::kLong)), false,
                              enforce_sorted);
}

}  // namespace rnn
}  // namespace utils
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
