#include "reference/run/effect_player.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "reference/values/small_floats.h"
#include "spec/program/program.h"

namespace modecheck::reference {

using spec::BackwardTarget;
using spec::Effect;
using spec::EffectKind;

void Player::clear() {
  values_.clear();
  tape_.clear();
  doubtful_ = false;
}

void Player::give_up(spec::StorageId storage) { values_.at(storage).state.certainty = Certainty::Unknown; }

void Player::play(const Effect& effect) {
  switch (effect.kind) {
    case EffectKind::NewStorage:
      return values_.create(effect.storage, effect.bytes);
    case EffectKind::ResizeStorage:
      return values_.resize(effect.storage, effect.bytes);
    case EffectKind::FillLeaf:
      return fill_leaf(effect);
    case EffectKind::NewHistory:
      return tape_.new_history(effect.history);
    case EffectKind::MarkLeaf:
      find_places(effect.outputs[0], places_);
      return tape_.mark_leaf(effect.leaf, effect.outputs[0], places_);
    case EffectKind::Apply:
      if (effect.recorded) note_empty_tensors(effect);
      return call_.run(effect);
    case EffectKind::Snapshot:
      find_places(effect.outputs[0], places_);
      return tape_.snapshot(effect.snapshot, effect.outputs[0], places_);
    case EffectKind::Backward:
      return backward(effect);
    case EffectKind::DoubleBackward:
      find_places(effect.inputs[0], places_);
      tape_.read(effect.inputs[0], places_, roots_.data());
      tape_.sweep_double_backward(roots_.data(), places_.count, effect.along);
      for (std::size_t i = 0; i < effect.target_count; ++i) give_gradient(effect.targets[i]);
      break;
  }
}

void Player::note_empty_tensors(const Effect& effect) {
  bool has_empty = false;
  bool has_full = false;
  for (std::size_t i = 0; i < effect.input_count; ++i) {
    if (effect.inputs[i].history == 0) continue;
    if (effect.inputs[i].numel() == 0) tape_.nothing_recorded();
    (effect.inputs[i].numel() == 0 ? has_empty : has_full) = true;
  }
  for (std::size_t i = 0; i < effect.output_count; ++i) (effect.outputs[i].numel() == 0 ? has_empty : has_full) = true;
  if (has_empty && has_full) tape_.recorded_partly_empty();
}

void Player::fill_leaf(const Effect& effect) {
  const spec::Geometry& out = effect.outputs[0];
  call_.begin();
  Result& result = call_.start(out.dtype, static_cast<std::size_t>(out.numel()));
  for (std::size_t i = 0; i < result.count; ++i) {
    const auto number = static_cast<int>(i);
    const double value = spec::leaf_value(out.dtype, effect.seed, number);
    // A leaf's numbers are small multiples of 1/4, which every floating-point dtype represents exactly. So nothing is
    // rounded here.
    if (!spec::is_differentiable(out.dtype))
      result.integer[i] = static_cast<std::int64_t>(value);
    else
      result.real[i] = value;
    if (spec::is_complex(out.dtype)) result.imag[i] = spec::leaf_imaginary(effect.seed, number);
  }
  call_.store(out);
}

void Player::set(const spec::Geometry& tensor, const double* values) {
  call_.begin();
  Result& result = call_.start(tensor.dtype, static_cast<std::size_t>(tensor.numel()));
  for (std::size_t i = 0; i < result.count; ++i) {
    if (spec::is_complex(tensor.dtype))
      result.set(i, {values[2 * i], values[2 * i + 1]});
    else if (spec::is_floating(tensor.dtype))
      result.real[i] = round_to(tensor.dtype, values[i]);
    else
      result.integer[i] = static_cast<std::int64_t>(values[i]);
  }
  call_.store(tensor);
}

void Player::backward(const Effect& effect) {
  const spec::Geometry& root = effect.inputs[0];
  double error = 0;
  int count = 0;
  if (effect.seeded != 0) {
    // A gradient that is larger than the root is summed to the root's sizes, as broadcasting in reverse. So several
    // elements of the gradient may seed the same element of the root.
    const spec::Geometry& gradient = effect.inputs[1];
    call_.begin();
    const Operand& seed = call_.load(0, gradient, root.dtype);
    count = seed.count;
    error = seed.tolerance;
    std::copy_n(seed.real.begin(), count, seeds_.begin());
    if (spec::is_complex(root.dtype)) std::copy_n(seed.imag.begin(), count, seeds_.begin() + count);
    const bool summed = !same_sizes(root, gradient);
    // The sum is taken in the gradient's dtype, and then converted to the root's.
    if (summed) {
      tape_.computes_in(gradient.dtype);
      tape_.computes_in(root.dtype);
    }
    find_places(summed ? broadcast_to(root, gradient) : root, places_);
  } else {
    find_places(root, places_);
    count = places_.count;
    std::fill_n(seeds_.begin(), count, 1.0);
    std::fill_n(seeds_.begin() + count, count, 0.0);
  }
  // For a complex root, the nodes of all real parts come first, then the nodes of all imaginary parts.
  const bool complex = spec::is_complex(root.dtype);
  tape_.read(root, places_, roots_.data(), complex ? roots_.data() + count : nullptr);
  if (complex) count *= 2;
  tape_.sweep(roots_.data(), seeds_.data(), error, count, effect.doubled.data(), effect.doubled_count);
  for (std::size_t i = 0; i < effect.target_count; ++i) give_gradient(effect.targets[i]);
}

// Returns the magnitude of a floating or complex element. The result may overflow to infinity, but it is 0 only for a
// zero.
static double magnitude_of(spec::DType dtype, const std::uint8_t* from) {
  double out = 0;
  visit_element_type(dtype, [&](auto part) {
    const std::size_t parts = spec::is_complex(dtype) ? 2 : 1;
    for (std::size_t i = 0; i < parts; ++i) {
      std::memcpy(&part, from + i * sizeof(part), sizeof(part));
      out = std::hypot(out, static_cast<double>(part));
    }
  });
  return out;
}

void Player::give_gradient(const BackwardTarget& target) {
  const spec::DType dtype = target.destination.dtype;
  call_.begin();
  const Operand* previous = nullptr;
  if (target.into == BackwardTarget::Into::AddInPlace) previous = &call_.load(0, target.destination, dtype);
  if (target.into == BackwardTarget::Into::AddNew) previous = &call_.load(0, target.previous, dtype);
  Result& result = call_.start(dtype, static_cast<std::size_t>(target.destination.numel()));
  result.exact = false;  // libraries differ in the sign of a zero result
  const int parts = spec::is_complex(dtype) ? 2 : 1;
  for (int i = 0; i < parts * static_cast<int>(result.count); ++i) {
    const auto at = static_cast<std::size_t>(i / parts);
    const Gradient gradient = target.of == BackwardTarget::Of::Leaf ? tape_.gradient_of_leaf(target.id, i)
                                                                    : tape_.gradient_of_snapshot(target.id, i);
    (i % parts == 0 ? result.real : result.imag)[at] = round_to(dtype, gradient.value);
    if (!is_bound(gradient.error))
      result.tolerance = kUnbounded;
    else if (gradient.error != 0)
      result.tolerance = std::max(result.tolerance, gradient.error + ulp(dtype, std::abs(gradient.value)));
  }
  if (previous != nullptr) {
    for (std::size_t i = 0; i < result.count; ++i) result.real[i] = round_to(dtype, previous->real[i] + result.real[i]);
    for (std::size_t i = 0; parts == 2 && i < result.count; ++i)
      result.imag[i] = round_to(dtype, previous->imag[i] + result.imag[i]);
    result.tolerance += previous->tolerance;
    if (result.tolerance != 0) result.tolerance += 2 * ulp(dtype, result.largest());
  }
  call_.store(target.destination);
}

bool Player::all_within(const spec::Geometry& index, std::int64_t low, std::int64_t high) const {
  const StorageValues& storage = values_.at(index.storage);
  if (storage.state.certainty == Certainty::Unknown ||
      (storage.state.dtype != index.dtype && storage.state.certainty != Certainty::Exact))
    doubtful_ = true;
  find_places(index, places_);
  for (std::size_t i = 0; i < static_cast<std::size_t>(places_.count); ++i) {
    // Copies an integer of any size into the low bytes of an int64. wrap_to then fills the high bytes with its sign.
    std::int64_t bytes = 0;
    const auto size = static_cast<std::size_t>(spec::item_size(index.dtype));
    std::memcpy(&bytes, storage.bytes.data() + places_[i] * size, size);
    const std::int64_t value = wrap_to(index.dtype, bytes);
    if (value < low || value >= high) return false;
  }
  return true;
}

bool Player::all_between(const spec::Geometry& tensor, double low, double high) const {
  call_.begin();
  const Operand& x = call_.load(0, tensor, tensor.dtype);
  bool out = true;
  for (std::size_t i = 0; i < x.count; ++i) {
    const double value = x.real[i];
    out = out && value >= low && value <= high;
    // If an inexact value is close to `low` or `high`, it is not certain on which side it lies.
    if (!(std::abs(value - low) > x.tolerance && std::abs(value - high) > x.tolerance) && x.tolerance != 0)
      doubtful_ = true;
  }
  return out;
}

bool Player::is_ordered(const spec::Geometry& below, const spec::Geometry& above) const {
  std::array<std::int64_t, 2> values{};
  for (std::size_t i = 0; i < 2; ++i) {
    const spec::Geometry& of = i == 0 ? below : above;
    const StorageValues& storage = values_.at(of.storage);
    if (storage.state.certainty == Certainty::Unknown ||
        (storage.state.dtype != of.dtype && storage.state.certainty != Certainty::Exact))
      doubtful_ = true;
    const auto size = static_cast<std::size_t>(spec::item_size(of.dtype));
    std::int64_t bytes = 0;
    std::memcpy(&bytes, storage.bytes.data() + static_cast<std::size_t>(of.offset) * size, size);
    values[i] = wrap_to(of.dtype, bytes);
  }
  return values[0] <= values[1];
}

bool Player::divides(const spec::Geometry& numbers, std::int64_t length, bool bounds) const {
  call_.begin();
  const Operand& x = call_.load(0, numbers, numbers.dtype);
  if (!is_bound(x.tolerance)) doubtful_ = true;
  const auto row = static_cast<std::size_t>(numbers.sizes[static_cast<std::size_t>(numbers.rank - 1)]);
  for (std::size_t first = 0; first < x.count; first += row) {
    std::int64_t reached = 0;
    for (std::size_t i = first; i < first + row; ++i) {
      if (bounds ? x.integer[i] < reached : x.integer[i] < 0) return false;
      reached = bounds ? x.integer[i] : reached + x.integer[i];
    }
    if (bounds ? reached > length : reached != length) return false;
  }
  return true;
}

std::int64_t Player::count_true(const spec::Geometry& tensor) const {
  const StorageValues& storage = values_.at(tensor.storage);
  const spec::DType dtype = tensor.dtype;
  // A NaN may have any bit pattern. So if its bytes are read in another dtype, the answer is not certain.
  if (storage.state.certainty == Certainty::Unknown ||
      (storage.state.dtype != dtype &&
       (storage.state.certainty != Certainty::Exact || spec::is_differentiable(storage.state.dtype))))
    doubtful_ = true;
  const double tolerance = storage.state.certainty == Certainty::Exact ? 0 : storage.state.tolerance;
  find_places(tensor, places_);
  std::int64_t out = 0;
  const auto size = static_cast<std::size_t>(spec::item_size(dtype));
  for (std::size_t i = 0; i < static_cast<std::size_t>(places_.count); ++i) {
    const std::uint8_t* const from = storage.bytes.data() + places_[i] * size;
    // Libraries differ in how they read a bool byte other than 0 or 1.
    if (dtype == spec::DType::Bool && *from > 1) doubtful_ = true;
    if (!spec::is_differentiable(dtype)) {
      out += std::any_of(from, from + size, [](std::uint8_t byte) { return byte != 0; }) ? 1 : 0;
      continue;
    }
    const double magnitude = magnitude_of(dtype, from);
    if (tolerance != 0 && !(magnitude > tolerance)) doubtful_ = true;
    out += magnitude == 0 ? 0 : 1;
  }
  return out;
}

std::optional<std::int64_t> Player::count_distinct(const spec::Geometry& tensor) const {
  call_.begin();
  const Operand& x = call_.load(0, tensor, tensor.dtype);
  if (!is_bound(x.tolerance)) return std::nullopt;
  const bool floating = spec::is_floating(tensor.dtype);
  std::int64_t out = 0;
  for (std::size_t i = 0; i < x.count; ++i) {
    if (floating && std::isnan(x.real[i])) return std::nullopt;
    bool known = false;
    for (std::size_t j = 0; j < i; ++j) {
      const bool equal = floating ? x.real[j] == x.real[i] : x.integer[j] == x.integer[i];
      if (floating && x.tolerance != 0 && !(std::abs(x.real[j] - x.real[i]) > 2 * x.tolerance)) return std::nullopt;
      known = known || equal;
    }
    out += known ? 0 : 1;
  }
  return out;
}

}  // namespace modecheck::reference
