#include "reference/kernels/kernel_call.h"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "reference/kernels/kernels.h"
#include "reference/values/small_floats.h"

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

// Calls `visit(i, value)` for every element of a dtype that is not complex. `value` has the dtype's C++ type.
template <typename Visit>
void each(DType dtype, const std::uint8_t* bytes, const Places& places, const Visit& visit) {
  visit_element_type(dtype, [&](auto element) { each_of<decltype(element)>(bytes, places, visit); });
}

// Calls `visit(i, real, imaginary)` for every element of a complex dtype.
template <typename Part, typename Visit>
void each_complex(const std::uint8_t* bytes, const Places& places, const Visit& visit) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(places.count); ++i)
    visit(i, static_cast<double>(load_as<Part>(bytes, 2 * places[i])),
          static_cast<double>(load_as<Part>(bytes, 2 * places[i] + 1)));
}

template <typename Float>
bool any_nan(const std::uint8_t* bytes, std::uint32_t size) {
  for (std::uint32_t at = 0; at + sizeof(Float) <= size; at += sizeof(Float))
    if (std::isnan(static_cast<double>(load_as<Float>(bytes + at, 0)))) return true;
  return false;
}

// Whether any two elements of `view` share memory. `places` holds the elements' indices into the storage.
bool overlaps(const spec::Geometry& view, const Places& places) {
  if (places.dense || places.count == 0) return false;
  for (std::size_t d = 0; d < view.rank; ++d)
    if (view.strides[d] == 0 && view.sizes[d] > 1) return true;
  if (view.rank <= 1) return false;
  std::bitset<spec::kMaxStorageBytes> seen;
  for (std::size_t i = 0; i < static_cast<std::size_t>(places.count); ++i) {
    if (seen[places[i]]) return true;
    seen.set(places[i]);
  }
  return false;
}

// Whether every bit of the storage is known. With a NaN this is false, because any bit pattern of a NaN is correct.
bool bits_known(const StorageValues& storage) {
  if (storage.state.certainty != Certainty::Exact) return false;
  bool out = true;
  visit_element_type(storage.state.dtype, [&](auto element) {
    if constexpr (!std::is_integral_v<decltype(element)>)
      out = !any_nan<decltype(element)>(storage.bytes.data(), storage.size);
  });
  return out;
}

struct Converted {
  std::int64_t value;
  bool certain;
};

// Converts a floating-point number to an integer or bool. `certain` is false if an error of up to `tolerance` could
// change the result.
Converted to_integer(double value, double tolerance, DType dtype) {
  if (dtype == DType::Bool) return {value != 0, tolerance == 0 || !(std::abs(value) <= tolerance)};
  // Beyond the range of int64, the conversion is undefined behaviour in C++.
  if (!(std::abs(value) < 9.2e18)) return {std::numeric_limits<std::int64_t>::min(), false};
  const double whole = std::trunc(value);
  const bool certain =
      tolerance == 0 || (std::trunc(value - tolerance) == whole && std::trunc(value + tolerance) == whole);
  const auto integer = static_cast<std::int64_t>(whole);
  return {wrap_to(dtype, integer), certain && wrap_to(dtype, integer) == integer};
}

// Converts a complex number. An integer gets the real part; a bool is false only if the real and the imaginary part are
// zero (upstream #120875).
Converted to_integer(double real, double imag, double tolerance, DType dtype) {
  const Converted of_real = to_integer(real, tolerance, dtype);
  if (dtype != DType::Bool) return of_real;
  const Converted of_imag = to_integer(imag, tolerance, dtype);
  const bool surely = (of_real.value != 0 && of_real.certain) || (of_imag.value != 0 && of_imag.certain);
  return {of_real.value | of_imag.value, surely || (of_real.certain && of_imag.certain)};
}

bool all_equal(const Result& result) {
  for (std::size_t i = 1; i < result.count; ++i)
    if (spec::is_complex(result.dtype)    ? result.number(i) != result.number(0)
        : spec::is_floating(result.dtype) ? result.real[i] != result.real[0]
                                          : result.integer[i] != result.integer[0])
      return false;
  return true;
}

double as_real(std::int64_t value, DType dtype) {
  if (dtype == DType::Float64 || dtype == DType::Complex128) return static_cast<double>(value);
  return round_to(dtype, static_cast<double>(static_cast<float>(value)));
}

}  // namespace

double Operand::largest() const {
  double out = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double size = size_of(i);
    if (std::isnan(size)) return size;
    if (size > out) out = size;
  }
  return out;
}

double Operand::smallest() const {
  double out = kUnbounded;
  for (std::size_t i = 0; i < count; ++i) {
    const double size = size_of(i);
    if (std::isnan(size)) return size;
    if (size < out) out = size;
  }
  return out;
}

bool Operand::is_finite() const {
  for (std::size_t i = 0; i < count; ++i)
    if (!std::isfinite(real[i]) || (complex && !std::isfinite(imag[i]))) return false;
  return true;
}

double Result::largest() const {
  double out = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double size = size_of(i);
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
  output_ = 0;
  recorded_ = effect.output_count > 0 && records_output();
  reads_what_it_writes_ = false;
  node_count_ = 0;
  const KernelRow* const row = kernel_of(effect.record->operation);
  if (row == nullptr)
    throw std::logic_error("reference: no kernel computes " +
                           std::string(spec::operation(effect.record->operation).name));
  if (recorded_) {
    tape_.begin_operator(effect.outputs[0].dtype);
    if (row->second_derivatives == SecondDerivatives::Yes) tape_.has_second_derivatives();
  }
  if (effect.output_count > 0) row->kernel(*this);
}

static bool is_narrower(DType from, DType to) {
  return spec::is_differentiable(from) && spec::is_differentiable(to) && format_of(from).bits < format_of(to).bits;
}

Operand& KernelCall::load(int k, const spec::Geometry& view, DType dtype) {
  Operand& operand = operands_[static_cast<std::size_t>(k)];
  find_places(view, operand.places);
  operand.count = static_cast<std::size_t>(operand.places.count);
  load_values(view, dtype, operand);
  if (recorded_) {
    tape_.read(view, operand.places, operand.nodes.data(), operand.imag_nodes.data());
    if (is_narrower(view.dtype, dtype)) narrow_gradients(view.dtype, operand);
  }
  return operand;
}

void KernelCall::narrow_gradients(DType to, Operand& operand) {
  const double rounding = ulp(to, 1.0);
  for (std::size_t i = 0; i < operand.count; ++i)
    for (NodeId* const node : {&operand.nodes[i], &operand.imag_nodes[i]}) {
      if (*node == kConstant) continue;
      const NodeId narrowed = tape_.node();
      tape_.edge(*node, 1.0, rounding);
      *node = narrowed;
    }
}

Operand& KernelCall::load_nodes(int k) {
  Operand& operand = operands_[static_cast<std::size_t>(k)];
  const spec::Geometry view = broadcast_to(in(k), out());
  find_places(view, operand.places);
  operand.count = static_cast<std::size_t>(operand.places.count);
  tape_.read(view, operand.places, operand.nodes.data(), operand.imag_nodes.data());
  return operand;
}

void KernelCall::record_zero_derivatives() {
  if (!recorded_) return;
  const int inputs = effect_->input_count;
  for (int k = 0; k < inputs; ++k) load_nodes(k);
  const auto count = static_cast<std::size_t>(out().numel());
  for (std::size_t i = 0; i < count; ++i) {
    for (int part = 0; part < (spec::is_complex(out().dtype) ? 2 : 1); ++part) {
      begin_node();
      for (std::size_t k = 0; k < static_cast<std::size_t>(inputs); ++k) {
        edge(operands_[k].nodes[i], 0);
        edge(operands_[k].imag_nodes[i], 0);
      }
    }
  }
}

// Checks whether input `k` overlaps the output. If both have the same memory and layout, a pointwise operator reads
// each element before it writes it, which is safe.
void KernelCall::check_overlap(int k) {
  const spec::Geometry& a = in(k);
  const spec::Geometry& b = out();
  if (a.storage != b.storage) return;
  if (a.offset == b.offset && a.dtype == b.dtype && same_sizes(a, b) && a.strides == b.strides) return;
  std::bitset<spec::kMaxStorageBytes> read;
  const auto visit_bytes = [&](const spec::Geometry& geometry, const auto& visit) {
    const auto size = static_cast<std::size_t>(spec::item_size(geometry.dtype));
    find_places(geometry, places_);
    for (std::size_t i = 0; i < static_cast<std::size_t>(places_.count); ++i)
      for (std::size_t byte = places_[i] * size; byte < (places_[i] + 1) * size; ++byte) visit(byte);
  };
  visit_bytes(a, [&](std::size_t byte) { read.set(byte); });
  visit_bytes(b, [&](std::size_t byte) { reads_what_it_writes_ |= read[byte]; });
}

static bool are_parts_of_one_another(DType a, DType b) {
  return spec::is_complex(a) != spec::is_complex(b) && spec::part_of(a) == spec::part_of(b);
}

void KernelCall::load_values(const spec::Geometry& view, DType dtype, Operand& operand) {
  const StorageValues& storage = values_.at(view.storage);
  const std::uint8_t* bytes = storage.bytes.data();
  operand.exact = storage.state.certainty == Certainty::Exact;
  operand.tolerance = storage.state.certainty == Certainty::Unknown ? kUnbounded : storage.state.tolerance;
  if (storage.state.dtype != view.dtype && !bits_known(storage)) {
    operand.exact = false;
    // Complex numbers may be read as real numbers, or the reverse. A bound on complex numbers also bounds their real
    // and imaginary parts. A bound on real and imaginary parts, if doubled, bounds the complex numbers.
    if (are_parts_of_one_another(storage.state.dtype, view.dtype))
      operand.tolerance *= 2;
    else
      operand.tolerance = kUnbounded;
  }
  operand.complex = spec::is_complex(dtype);
  if (spec::is_complex(view.dtype)) return load_complex(view, dtype, operand);
  if (operand.complex) std::fill_n(operand.imag.begin(), operand.count, 0.0);
  const bool from_floating = spec::is_floating(view.dtype);
  if (view.dtype == DType::Bool) {
    // For a bool byte other than 0 or 1 the result is unspecified. A compiler may copy the byte or turn it into 1.
    bool proper = true;
    each(view.dtype, bytes, operand.places, [&](std::size_t, auto value) { proper &= value <= 1; });
    if (!proper) operand.tolerance = kUnbounded;
  }
  if (spec::is_differentiable(dtype)) {
    if (from_floating) {
      each(view.dtype, bytes, operand.places,
           [&](std::size_t i, auto value) { operand.real[i] = round_to(dtype, static_cast<double>(value)); });
      if (operand.tolerance != 0 && view.dtype != dtype) operand.tolerance += ulp(dtype, operand.largest());
      // The error bound is NaN if an element is NaN, because ulp(NaN) is NaN. Such a bound states nothing.
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
  each(view.dtype, bytes, operand.places,
       [&](std::size_t i, auto value) { operand.integer[i] = wrap_to(dtype, static_cast<std::int64_t>(value)); });
}

bool KernelCall::has_signalling_nan(int k) const {
  const spec::Geometry& view = in(k);
  const std::size_t size = spec::item_size(view.dtype);
  const int fraction_bits = format_of(view.dtype).bits - 1;
  const std::uint64_t quiet = std::uint64_t{1} << (fraction_bits - 1);
  const std::uint64_t infinity =
      ((std::uint64_t{1} << (8 * size - 1)) - 1) & ~((std::uint64_t{1} << fraction_bits) - 1);
  const Operand& operand = operands_[static_cast<std::size_t>(k)];
  const std::uint8_t* bytes = values_.at(view.storage).bytes.data();
  for (std::size_t i = 0; i < static_cast<std::size_t>(operand.places.count); ++i) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes + operand.places[i] * size, size);
    const std::uint64_t fraction = bits & (2 * quiet - 1);
    if ((bits & infinity) == infinity && fraction != 0 && (fraction & quiet) == 0) return true;
  }
  return false;
}

void KernelCall::load_complex(const spec::Geometry& view, DType dtype, Operand& operand) {
  const std::uint8_t* bytes = values_.at(view.storage).bytes.data();
  bool certain = is_bound(operand.tolerance);
  const auto take = [&](std::size_t i, double real, double imag) {
    if (spec::is_differentiable(dtype)) {
      operand.real[i] = round_to(dtype, real);
      operand.imag[i] = round_to(dtype, imag);
      return;
    }
    const Converted converted = to_integer(real, imag, operand.tolerance, dtype);
    operand.integer[i] = converted.value;
    certain &= converted.certain;
  };
  if (view.dtype == DType::Complex64)
    each_complex<float>(bytes, operand.places, take);
  else
    each_complex<double>(bytes, operand.places, take);
  if (!spec::is_differentiable(dtype)) {
    operand.exact = certain;
    operand.tolerance = certain ? 0 : kUnbounded;
  } else if (operand.tolerance != 0 && view.dtype != dtype) {
    operand.tolerance += ulp(dtype, operand.largest());
    if (std::isnan(operand.tolerance)) operand.tolerance = kUnbounded;
  }
}

void KernelCall::keep_storage(int k) {
  const StorageValues& from = values_.at(in(k).storage);
  StorageValues& to = values_.at(out().storage);
  const auto item = static_cast<std::uint32_t>(spec::item_size(out().dtype));
  if (to.size != from.size / item * item) return;
  std::copy_n(from.bytes.begin(), to.size, to.bytes.begin());
  // A copied bool is 0 or 1, even if the copied byte was another number.
  if (out().dtype == DType::Bool)
    for (std::uint32_t i = 0; i < to.size; ++i) to.bytes[i] = to.bytes[i] == 0 ? 0 : 1;
  to.state = from.state;
}

Result& KernelCall::start(DType dtype, std::size_t count) {
  result_.dtype = dtype;
  result_.count = count;
  result_.exact = true;
  result_.tolerance = 0;
  return result_;
}

namespace {

// Writes the values of a result to the elements of a view. Each value is rounded and converted to the view's dtype.
struct ElementWriter {
  const Result& result;
  const spec::Geometry& view;
  const Places& places;
  double tolerance;  // the error bound of each value before it is converted
  // Whether a subject must store these elements, up to the error bound. It is false if the values are unknown, or if an
  // element of an inexact result is not finite. It is false, too, if an error could change the integer to which an
  // element is converted.
  bool known;
  std::uint8_t* bytes;
  bool is_floating = spec::is_differentiable(result.dtype);

  void write() {
    visit_element_type(view.dtype, [&](auto element) {
      using T = decltype(element);
      const auto write_each = [&](const auto& write_one) {
        for (std::size_t i = 0; i < result.count; ++i) write_one(i);
      };
      if constexpr (std::is_integral_v<T>)
        write_each([&](std::size_t i) { write_integer<T>(i); });
      else if (spec::is_complex(view.dtype))
        write_each([&](std::size_t i) { write_complex<T>(i); });
      else
        write_each([&](std::size_t i) { write_real<T>(i); });
    });
  }

 private:
  template <typename T>
  void write_real(std::size_t i) {
    const double value = real_at(i);
    store_as<T>(bytes, places[i], static_cast<T>(round_to(view.dtype, value)));
    if (is_floating && tolerance != 0 && !std::isfinite(value)) known = false;
  }

  template <typename T>
  void write_complex(std::size_t i) {
    const double real = real_at(i);
    const double imag = imag_at(i);
    if (tolerance != 0 && (!std::isfinite(real) || !std::isfinite(imag))) known = false;
    store_as<T>(bytes, 2 * places[i], static_cast<T>(real));
    store_as<T>(bytes, 2 * places[i] + 1, static_cast<T>(imag));
  }

  template <typename T>
  void write_integer(std::size_t i) {
    if (!is_floating)
      return store_as<T>(bytes, places[i],
                         static_cast<T>(wrap_to(view.dtype, wrap_to(result.dtype, result.integer[i]))));
    const Converted converted = to_integer(result.real[i], imag_at(i), tolerance, view.dtype);
    known &= converted.certain;
    store_as<T>(bytes, places[i], static_cast<T>(converted.value));
  }

  double real_at(std::size_t i) const {
    return is_floating ? result.real[i] : as_real(wrap_to(result.dtype, result.integer[i]), view.dtype);
  }
  double imag_at(std::size_t i) const { return spec::is_complex(result.dtype) ? result.imag[i] : 0; }
};

}  // namespace

void KernelCall::store(const spec::Geometry& view) {
  StorageValues& storage = values_.at(view.storage);
  find_places(view, places_);
  const auto n = static_cast<std::size_t>(places_.count);
  if (n != result_.count) throw std::logic_error("reference: a result that does not fit its output");
  const bool from_floating = spec::is_differentiable(result_.dtype);
  Expectation state;
  state.dtype = view.dtype;
  double tolerance = result_.tolerance;
  if (tolerance != 0 && from_floating && view.dtype != result_.dtype) tolerance += ulp(view.dtype, result_.largest());
  bool known = is_bound(tolerance);
  // If elements of the view share memory, the last write decides the value. Then the value is known only if all written
  // values are equal.
  const bool overlapping = overlaps(view, places_);
  if (reads_what_it_writes_ || (overlapping && !all_equal(result_))) {
    known = false;
    if (recorded_) doubt_nodes();
  }
  // The storage's old bytes matter only if the write leaves some of them. A view whose elements share memory may leave
  // some bytes.
  const bool all = !overlapping && n * static_cast<std::size_t>(spec::item_size(view.dtype)) >= storage.size;
  const bool keeps_unknown = !all && storage.state.dtype != view.dtype && !bits_known(storage);
  ElementWriter writer{result_, view, places_, tolerance, known, storage.bytes.data()};
  writer.write();
  known = writer.known;
  if (!known) {
    state.certainty = Certainty::Unknown;
  } else if (spec::is_differentiable(view.dtype) && from_floating && (tolerance != 0 || !result_.exact)) {
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
  // The second and later results of an operator have new storages. Such a storage may have bytes even if the result has
  // no elements. If the result is unknown, these bytes are unknown.
  if (n == 0 && output_ > 0 && !known) storage.state.certainty = Certainty::Unknown;
  values_.touch(storage);
  if (recorded_) write_nodes(view, storage.size);
}

void KernelCall::write_nodes(const spec::Geometry& view, std::uint32_t storage_bytes) {
  const int count = places_.count;
  const auto n = static_cast<std::size_t>(count);
  const bool from_complex = spec::is_complex(result_.dtype);
  if (spec::is_complex(view.dtype) == from_complex) {
    while (node_count_ < count * (from_complex ? 2 : 1)) begin_node();
  } else if (from_complex) {
    // The result is complex, but the view of it is real, so only the nodes of the real parts stay. If the kernel
    // recorded too few nodes, nodes without edges are added first.
    while (node_count_ < 2 * count) begin_node();
    for (std::size_t i = 0; i < n; ++i) nodes_[i] = nodes_[2 * i];
  } else {
    // The view is complex and the result is real. The imaginary parts get nodes without edges, which act as constants.
    while (node_count_ < count) begin_node();
    for (int i = 0; i < count; ++i) begin_node();
    std::vector<NodeId> together;
    for (std::size_t i = 0; i < n; ++i) together.insert(together.end(), {nodes_[i], nodes_[n + i]});
    std::copy(together.begin(), together.end(), nodes_.begin());
  }
  tape_.write(view, places_, nodes_.data(), storage_bytes);
}

}  // namespace modecheck::reference
