#include <limits>

#include "engine/core/tensor/require_values.h"
#include "engine/nn/functional/loss.h"
#include "engine/nn/operators.h"
#include "engine/tracing/sizes_as_numbers.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace functional {

namespace {

constexpr double no_path = -std::numeric_limits<double>::infinity();

std::vector<std::int64_t> numbers_of(const Tensor& tensor) {
  modecheck::engine::sizes_as_numbers("ctc_loss", tensor);
  modecheck::engine::require_values("ctc_loss", tensor);
  const Tensor all = tensor.to(at::kCPU, at::kLong).reshape({-1}).contiguous();
  const auto* const data = all.data_ptr<std::int64_t>();
  return {data, data + all.numel()};
}

// The logarithm of a sum of exponentials, whose derivative is zero where no term is above minus infinity.
Tensor log_sum(const std::vector<Tensor>& terms) {
  const Tensor all = at::stack(terms);
  const Tensor top = std::get<0>(all.detach().max(0));
  const Tensor is_reached = top != no_path;
  const Tensor base = at::where(is_reached, top, at::zeros_like(top));
  const Tensor sum = (all - base).exp().sum(0);
  const Tensor safe = at::where(is_reached, sum, at::ones_like(sum));
  return at::where(is_reached, safe.log() + base, at::full_like(top, no_path));
}

// Shifts the states by `count` to the right. No path leads to the first ones.
Tensor shifted(const Tensor& states, std::int64_t count) {
  modecheck::engine::sizes_as_numbers("ctc_loss", states);
  const std::int64_t kept = std::max<std::int64_t>(states.size(0) - count, 0);
  return at::cat({at::full({states.size(0) - kept}, no_path, states.options()), states.narrow(0, 0, kept)});
}

// Returns minus the log-probability of all paths of `log_probs` [time, classes] that give the target. A path passes
// through the states: the target's classes, with a blank before, between and after them.
Tensor loss_of_one(const Tensor& log_probs, const std::vector<std::int64_t>& target, std::int64_t blank) {
  std::vector<std::int64_t> classes{blank};
  std::vector<std::uint8_t> may_skip{0};
  for (std::size_t i = 0; i < target.size(); ++i) {
    classes.push_back(target[i]);
    may_skip.push_back(i > 0 && target[i] != target[i - 1] ? 1 : 0);
    classes.push_back(blank);
    may_skip.push_back(0);
  }
  const auto states = static_cast<std::int64_t>(classes.size());
  const std::int64_t time = log_probs.size(0);
  const Tensor none = at::full({states}, no_path, log_probs.options());
  if (time == 0) return target.empty() ? none.sum() * 0 : -none[0];
  const Tensor of_states = log_probs.index_select(1, at::tensor(classes, at::kLong).to(log_probs.device()));
  const Tensor skips = at::tensor(may_skip, at::kByte).to(log_probs.device(), at::kBool);
  const Tensor starts = at::arange(states, log_probs.options()) < 2;
  Tensor paths = at::where(starts, of_states[0], none);
  for (std::int64_t t = 1; t < time; ++t)
    paths = log_sum({paths, shifted(paths, 1), at::where(skips, shifted(paths, 2), none)}) + of_states[t];
  const std::int64_t ends = std::min<std::int64_t>(states, 2);
  return -log_sum(paths.narrow(0, states - ends, ends).unbind(0));
}

}  // namespace

Tensor ctc_loss(const Tensor& log_probs, const Tensor& targets, const Tensor& input_lengths,
                const Tensor& target_lengths, const CTCLossFuncOptions& options) {
  modecheck::engine::sizes_as_numbers("ctc_loss", log_probs, targets, input_lengths, target_lengths);
  MODECHECK_ARGUMENT(log_probs.dim() == 2 || log_probs.dim() == 3,
                     "ctc_loss takes log-probabilities of two or three dimensions, but got ", log_probs.dim());
  const Tensor all = log_probs.dim() == 2 ? log_probs.unsqueeze(1) : log_probs;
  const std::int64_t batch = all.size(1);
  MODECHECK_ARGUMENT(c10::isIntegralType(input_lengths.scalar_type(), false), "input_lengths must be integral");
  MODECHECK_ARGUMENT(c10::isIntegralType(target_lengths.scalar_type(), false), "target_lengths must be integral");
  const std::vector<std::int64_t> times = numbers_of(input_lengths);
  const std::vector<std::int64_t> lengths = numbers_of(target_lengths);
  MODECHECK_ARGUMENT(static_cast<std::int64_t>(times.size()) == batch, "input_lengths must be of size batch_size");
  MODECHECK_ARGUMENT(static_cast<std::int64_t>(lengths.size()) == batch, "target_lengths must be of size batch_size");
  MODECHECK_ARGUMENT(options.blank() >= 0 && options.blank() < all.size(2), "blank must be in label range");
  const std::vector<std::int64_t> classes = numbers_of(targets);
  const bool in_rows = targets.dim() == 2;
  const std::int64_t longest = lengths.empty() ? 0 : *std::max_element(lengths.begin(), lengths.end());
  MODECHECK_ARGUMENT(!in_rows || longest <= targets.size(1), "Expected tensor to have size at least ", longest,
                     " at dimension 1, but the targets have size ", targets.sizes());
  std::vector<Tensor> losses;
  std::size_t begin = 0;
  for (std::int64_t i = 0; i < batch; ++i) {
    const auto place = static_cast<std::size_t>(i);
    if (in_rows) begin = place * static_cast<std::size_t>(targets.size(1));
    MODECHECK_ARGUMENT(times[place] >= 0 && times[place] <= all.size(0),
                       "Expected input_lengths to have value at most ", all.size(0), ", but got value ", times[place]);
    MODECHECK_ARGUMENT(lengths[place] >= 0 && begin + static_cast<std::size_t>(lengths[place]) <= classes.size(),
                       "ctc_loss: the target of item ", i, " has length ", lengths[place],
                       ", but the targets have size ", targets.sizes());
    const auto first = classes.begin() + static_cast<std::ptrdiff_t>(begin);
    const std::vector<std::int64_t> target(first, first + lengths[place]);
    for (const std::int64_t one : target)
      MODECHECK_ARGUMENT(one >= 0 && one < all.size(2), "ctc_loss: there is no class ", one, " among ", all.size(2));
    losses.push_back(loss_of_one(all.select(1, i).narrow(0, 0, times[place]), target, options.blank()));
    begin += static_cast<std::size_t>(lengths[place]);
  }
  MODECHECK_ARGUMENT(!losses.empty(), "ctc_loss: the batch is empty");
  Tensor out = at::stack(losses);
  if (options.zero_infinity()) out = at::where(out == -no_path, at::zeros_like(out), out);
  const std::int64_t how = enumtype::reduction_get_enum(options.reduction());
  if (how == at::Reduction::Sum) return out.sum();
  if (how == at::Reduction::None) return log_probs.dim() == 2 ? out.squeeze(0) : out;
  return (out / at::tensor(lengths, at::kLong).clamp_min(1).to(out.device(), out.scalar_type())).mean();
}

}  // namespace functional
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
