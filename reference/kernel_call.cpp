#include "reference/kernel_call.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string>

#include "reference/kernels.h"
#include "reference/promotion.h"

namespace modecheck::reference {
namespace {

using spec::DType;

template <typename T>
T load_as(const std::uint8_t* bytes, std::size_t place) {
  T out;
  std::memcpy(&out, bytes + place * sizeof(T), sizeof(T));
  return out;
}

template <typename T>
void store_as(std::uint8_t* bytes, std::size_t place, T value) {
  std::memcpy(bytes + place * sizeof(T), &value, sizeof(T));
}

template <typename T, typename Visit>
void each_of(const std::uint8_t* bytes, const Places& places, const Visit& visit) {
  const auto count = static_cast<std::size_t>(places.count);
  if (places.dense) {
    bytes += static_cast<std::size_t>(places.first) * sizeof(T);
    for (std::size_t i = 0; i < count; ++i) visit(i, load_as<T>(bytes, i));
  } else {
    for (std::size_t i = 0; i < count; ++i) visit(i, load_as<T>(bytes, static_cast<std::size_t>(places.offsets[i])));
  }
}

// Calls `visit(i, value)` with every element, in its own C++ type.
template <typename Visit>
void each(DType dtype, const std::uint8_t* bytes, const Places& places, const Visit& visit) {
  switch (dtype) {
    case DType::Float32:
      each_of<float>(bytes, places, visit);
      break;
    case DType::Float64:
      each_of<double>(bytes, places, visit);
      break;
    case DType::Int64:
      each_of<std::int64_t>(bytes, places, visit);
      break;
    case DType::Bool:
      each_of<std::uint8_t>(bytes, places, visit);
      break;
  }
}

template <typename Float>
bool any_nan(const std::uint8_t* bytes, std::uint32_t size) {
  for (std::uint32_t at = 0; at + sizeof(Float) <= size; at += sizeof(Float))
    if (std::isnan(load_as<Float>(bytes + at, 0))) return true;
  return false;
}

// Whether the elements at `offsets` share memory.
bool overlaps(const spec::Geometry& view, const Places& places) {
  if (places.dense || places.count == 0) return false;
  for (std::size_t d = 0; d < view.rank; ++d)
    if (view.strides[d] == 0 && view.sizes[d] > 1) return true;
  if (view.rank <= 1) return false;
  std::array<std::uint64_t, spec::kMaxStorageBytes / 64> seen{};
  for (std::size_t i = 0; i < static_cast<std::size_t>(places.count); ++i) {
    const auto place = static_cast<std::size_t>(places.offsets[i]);
    const std::uint64_t bit = std::uint64_t{1} << (place % 64);
    if ((seen[place / 64] & bit) != 0) return true;
    seen[place / 64] |= bit;
  }
  return false;
}

// Whether every bit is known: NaN has many bit patterns, and any of them is right.
bool bits_known(const StorageValues& storage) {
  if (storage.state.certainty != Certainty::Exact) return false;
  if (storage.state.dtype == DType::Float32) return !any_nan<float>(storage.bytes.data(), storage.size);
  if (storage.state.dtype == DType::Float64) return !any_nan<double>(storage.bytes.data(), storage.size);
  return true;
}

struct Converted {
  std::int64_t value;
  bool certain;
};

// A floating number that is known up to `tolerance` as an integer or bool.
Converted to_integer(double value, double tolerance, DType dtype) {
  if (dtype == DType::Bool) return {value != 0, tolerance == 0 || !(std::abs(value) <= tolerance)};
  // Beyond this C++ leaves the result open.
  if (!(std::abs(value) < 9.2e18)) return {std::numeric_limits<std::int64_t>::min(), false};
  const double whole = std::trunc(value);
  const bool certain =
      tolerance == 0 || (std::trunc(value - tolerance) == whole && std::trunc(value + tolerance) == whole);
  return {static_cast<std::int64_t>(whole), certain};
}

bool all_equal(const Result& result) {
  for (std::size_t i = 1; i < static_cast<std::size_t>(result.count); ++i)
    if (spec::is_floating(result.dtype) ? result.real[i] != result.real[0] : result.integer[i] != result.integer[0])
      return false;
  return true;
}

double as_real(std::int64_t value, DType dtype) {
  return dtype == DType::Float32 ? static_cast<double>(static_cast<float>(value)) : static_cast<double>(value);
}

double largest_of(const double* values, int count) {
  double out = 0;
  for (int i = 0; i < count; ++i) {
    const double size = std::abs(values[i]);
    if (std::isnan(size)) return size;
    if (size > out) out = size;
  }
  return out;
}

}  // namespace

double Operand::largest() const { return largest_of(real.data(), count); }

double Operand::smallest() const {
  double out = kUnbounded;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    const double size = std::abs(real[i]);
    if (std::isnan(size)) return size;
    if (size < out) out = size;
  }
  return out;
}

double Result::largest() const {
  double out = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    const double size = std::abs(real[i]);
    if (size > out && std::isfinite(size)) out = size;
  }
  return out;
}

void KernelCall::begin() {
  effect_ = nullptr;
  recorded_ = false;
  reads_what_it_writes_ = false;
}

void KernelCall::run(const spec::Effect& effect) {
  effect_ = &effect;
  recorded_ = effect.recorded && effect.output_count > 0 && spec::is_floating(effect.outputs[0].dtype);
  reads_what_it_writes_ = false;
  node_count_ = 0;
  const Kernel kernel = kernel_of(effect.record->operation);
  if (kernel == nullptr)
    throw std::logic_error("reference: no kernel computes " +
                           std::string(spec::operation(effect.record->operation).name));
  if (recorded_) tape_.begin_operator();
  if (effect.output_count > 0) kernel(*this);
}

Operand& KernelCall::load(int k, const spec::Geometry& view, DType dtype) {
  Operand& operand = operands_[static_cast<std::size_t>(k)];
  find_places(view, operand.places);
  operand.count = operand.places.count;
  load_values(view, dtype, operand);
  if (recorded_) tape_.read(view, operand.places, operand.nodes.data());
  return operand;
}

Operand& KernelCall::load_nodes(int k) {
  Operand& operand = operands_[static_cast<std::size_t>(k)];
  const spec::Geometry view = broadcast_to(in(k), out());
  find_places(view, operand.places);
  operand.count = operand.places.count;
  tape_.read(view, operand.places, operand.nodes.data());
  return operand;
}

void KernelCall::record_zero_derivatives() {
  if (!recorded_) return;
  const int inputs = effect_->input_count;
  for (int k = 0; k < inputs; ++k) load_nodes(k);
  const auto count = static_cast<std::size_t>(out().numel());
  for (std::size_t i = 0; i < count; ++i) {
    begin_node();
    for (std::size_t k = 0; k < static_cast<std::size_t>(inputs); ++k) edge(operands_[k].nodes[i], 0);
  }
}

// Element by element a result may take the place of an operand, each element its own: then the order does not matter.
void KernelCall::check_overlap(int k) {
  const spec::Geometry& a = in(k);
  const spec::Geometry& b = out();
  if (a.storage != b.storage) return;
  if (a.offset == b.offset && a.dtype == b.dtype && same_sizes(a, b) && a.strides == b.strides) return;
  std::array<std::uint64_t, spec::kMaxStorageBytes / 64> read{};
  const auto size = [](const spec::Geometry& g) { return static_cast<std::size_t>(spec::item_size(g.dtype)); };
  find_places(a, places_);
  for (std::size_t i = 0; i < static_cast<std::size_t>(places_.count); ++i)
    for (std::size_t byte = places_[i] * size(a); byte < (places_[i] + 1) * size(a); ++byte)
      read[byte / 64] |= std::uint64_t{1} << (byte % 64);
  find_places(b, places_);
  for (std::size_t i = 0; i < static_cast<std::size_t>(places_.count); ++i)
    for (std::size_t byte = places_[i] * size(b); byte < (places_[i] + 1) * size(b); ++byte)
      if ((read[byte / 64] >> (byte % 64) & 1) != 0) reads_what_it_writes_ = true;
}

void KernelCall::load_values(const spec::Geometry& view, DType dtype, Operand& operand) {
  const StorageValues& storage = values_.at(view.storage);
  const std::uint8_t* bytes = storage.bytes.data();
  operand.exact = storage.state.certainty == Certainty::Exact;
  operand.tolerance = storage.state.certainty == Certainty::Unknown ? kUnbounded : storage.state.tolerance;
  if (storage.state.dtype != view.dtype && !bits_known(storage)) {
    operand.exact = false;
    operand.tolerance = kUnbounded;
  }
  const bool from_floating = spec::is_floating(view.dtype);
  if (view.dtype == DType::Bool) {
    // What another byte than 0 or 1 means as a bool is open: a compiler may copy it or make it 1.
    bool proper = true;
    each(view.dtype, bytes, operand.places, [&](std::size_t, auto value) { proper &= value <= 1; });
    if (!proper) operand.tolerance = kUnbounded;
  }
  if (spec::is_floating(dtype)) {
    if (from_floating) {
      each(view.dtype, bytes, operand.places,
           [&](std::size_t i, auto value) { operand.real[i] = round_to(dtype, static_cast<double>(value)); });
      if (operand.tolerance != 0 && view.dtype != dtype) operand.tolerance += ulp(dtype, operand.largest());
      // Of what is no number there is no unit in the last place, nor any other bound.
      if (std::isnan(operand.tolerance)) operand.tolerance = kUnbounded;
    } else {
      each(view.dtype, bytes, operand.places,
           [&](std::size_t i, auto value) { operand.real[i] = as_real(static_cast<std::int64_t>(value), dtype); });
    }
    return;
  }
  if (from_floating) {
    bool certain = is_bound(operand.tolerance);
    each(view.dtype, bytes, operand.places, [&](std::size_t i, auto value) {
      const Converted converted = to_integer(static_cast<double>(value), operand.tolerance, dtype);
      operand.integer[i] = converted.value;
      certain &= converted.certain;
    });
    operand.exact = certain;
    operand.tolerance = certain ? 0 : kUnbounded;
    return;
  }
  each(view.dtype, bytes, operand.places, [&](std::size_t i, auto value) {
    operand.integer[i] = dtype == DType::Bool ? value != 0 : static_cast<std::int64_t>(value);
  });
}

Result& KernelCall::start(DType dtype, int count) {
  result_.dtype = dtype;
  result_.count = count;
  result_.exact = true;
  result_.tolerance = 0;
  return result_;
}

void KernelCall::store(const spec::Geometry& view) {
  StorageValues& storage = values_.at(view.storage);
  find_places(view, places_);
  const int count = places_.count;
  if (count != result_.count) throw std::logic_error("reference: a result that does not fit its output");
  std::uint8_t* bytes = storage.bytes.data();
  const auto n = static_cast<std::size_t>(count);
  const bool from_floating = spec::is_floating(result_.dtype);
  Expectation state;
  state.dtype = view.dtype;
  double tolerance = result_.tolerance;
  if (tolerance != 0 && from_floating && view.dtype != result_.dtype) tolerance += ulp(view.dtype, result_.largest());
  bool known = is_bound(tolerance);
  // What ends up in a place that is written twice depends on the order, unless all get the same.
  const bool overlapping = overlaps(view, places_);
  if (reads_what_it_writes_ || (overlapping && !all_equal(result_))) {
    known = false;
    if (recorded_) doubt_nodes();
  }

  const auto write_real = [&](auto tag) {
    using T = decltype(tag);
    if (from_floating) {
      for (std::size_t i = 0; i < n; ++i) {
        store_as<T>(bytes, places_[i], static_cast<T>(result_.real[i]));
        if (tolerance != 0 && !std::isfinite(result_.real[i])) known = false;
      }
    } else {
      for (std::size_t i = 0; i < n; ++i) store_as<T>(bytes, places_[i], static_cast<T>(result_.integer[i]));
    }
  };
  const auto write_integer = [&](auto tag) {
    using T = decltype(tag);
    for (std::size_t i = 0; i < n; ++i) {
      std::int64_t value = 0;
      if (from_floating) {
        const Converted converted = to_integer(result_.real[i], tolerance, view.dtype);
        value = converted.value;
        known &= converted.certain;
      } else {
        value = view.dtype == DType::Bool ? result_.integer[i] != 0 : result_.integer[i];
      }
      store_as<T>(bytes, places_[i], static_cast<T>(value));
    }
  };
  // What stood there before matters only if something of it stays; a view that overlaps itself may leave some.
  const bool all = !overlapping && n * static_cast<std::size_t>(spec::item_size(view.dtype)) >= storage.size;
  const bool keeps_unknown = !all && storage.state.dtype != view.dtype && !bits_known(storage);
  switch (view.dtype) {
    case DType::Float32:
      write_real(float{});
      break;
    case DType::Float64:
      write_real(double{});
      break;
    case DType::Int64:
      write_integer(std::int64_t{});
      break;
    case DType::Bool:
      write_integer(std::uint8_t{});
      break;
  }
  if (!known) {
    state.certainty = Certainty::Unknown;
  } else if (spec::is_floating(view.dtype) && from_floating && (tolerance != 0 || !result_.exact)) {
    state.certainty = Certainty::Bounded;
    state.tolerance = tolerance;
  }
  if (keeps_unknown) {
    state.certainty = Certainty::Unknown;
  } else if (!all && storage.state.dtype == view.dtype) {
    state.certainty = std::max(state.certainty, storage.state.certainty);
    state.tolerance = std::max(state.tolerance, storage.state.tolerance);
  }
  if (n != 0) storage.state = state;
  values_.touch(storage);

  if (!recorded_) return;
  while (node_count_ < count) begin_node();
  tape_.write(view, places_, nodes_.data(), storage.size);
}

}  // namespace modecheck::reference
