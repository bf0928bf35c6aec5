// The state of one Apply effect while it runs, which every kernel works with. Operands are loaded as plain row-major
// arrays and results are computed as such, so kernels never see strides. An operand that overlaps the result is read
// before it is written.
#pragma once

#include <array>
#include <complex>
#include <cstdint>
#include <limits>

#include "reference/autodiff/tape.h"
#include "reference/values/geometry.h"
#include "reference/values/promotion.h"
#include "reference/values/rounding.h"
#include "reference/values/values.h"
#include "spec/interface/device_kind.h"
#include "spec/interface/effect.h"
#include "spec/program/arguments.h"

namespace modecheck::reference {

// An operand in the dtype of the computation: `real` for floating dtypes, `real` and `imag` for complex dtypes,
// `integer` for integers and bools. The tolerance of a complex operand bounds the distance of the complex numbers, and
// so that of their parts.
struct Operand {
  std::size_t count = 0;
  bool exact = true;     // every bit is known
  double tolerance = 0;  // kUnbounded: the values are unknown
  Places places;
  std::array<double, kMaxElements> real;
  std::array<double, kMaxElements> imag;
  std::array<std::int64_t, kMaxElements> integer;
  std::array<NodeId, kMaxElements> nodes;       // filled if the call is recorded
  std::array<NodeId, kMaxElements> imag_nodes;  // constants, if the operand is real

  bool complex = false;
  std::complex<double> number(std::size_t i) const { return {real[i], complex ? imag[i] : 0}; }
  double size_of(std::size_t i) const { return complex ? std::abs(number(i)) : std::abs(real[i]); }

  // The largest and smallest magnitude; NaN if an element is NaN.
  double largest() const;
  double smallest() const;
  // Whether every element is finite.
  bool is_finite() const;
};

// The result in the dtype of the computation. `tolerance` is the sum of all its error bounds.
struct Result {
  spec::DType dtype = spec::DType::Float32;
  std::size_t count = 0;
  bool exact = true;
  double tolerance = 0;
  std::array<double, kMaxElements> real;
  std::array<double, kMaxElements> imag;
  std::array<std::int64_t, kMaxElements> integer;

  // Rounds the real and the imaginary part. A result of a real dtype takes the real part only.
  void set(std::size_t i, std::complex<double> value) {
    real[i] = round_to(dtype, value.real());
    imag[i] = round_to(dtype, value.imag());
  }
  // Copies element `from` of an operand of the same dtype to element i.
  void take(std::size_t i, const Operand& operand, std::size_t from) {
    if (!spec::is_differentiable(dtype)) {
      integer[i] = operand.integer[from];
      return;
    }
    real[i] = operand.real[from];
    if (operand.complex) imag[i] = operand.imag[from];
  }
  // Converts a scalar argument to the dtype.
  void set(std::size_t i, const spec::ScalarValue& number) {
    if (spec::is_differentiable(dtype))
      set(i, number.value);
    else
      integer[i] = integer_value(number, dtype);
  }
  std::complex<double> number(std::size_t i) const { return {real[i], imag[i]}; }
  double size_of(std::size_t i) const { return spec::is_complex(dtype) ? std::abs(number(i)) : std::abs(real[i]); }

  // The largest finite magnitude.
  double largest() const;
};

// Stands for an element of zero in KernelCall::arrange.
constexpr std::size_t kZero = std::numeric_limits<std::size_t>::max();

class KernelCall {
 public:
  KernelCall(Values& values, Tape& tape, spec::DeviceKind device) : values_(values), tape_(tape), device_(device) {}

  // Runs the kernel of an Apply effect.
  void run(const spec::Effect& effect);

  // Starts a computation that is not an operator: `load` with explicit views, `start` and `store` then work, and
  // nothing is recorded.
  void begin();

  // The device of the call. Only randomly drawn values depend on the device.
  spec::DeviceKind device() const { return device_; }
  const spec::Effect& effect() const { return *effect_; }
  const spec::Geometry& in(int k) const { return effect_->inputs[static_cast<std::size_t>(k)]; }
  // The dtype of the first input.
  spec::DType dtype() const { return in(0).dtype; }
  // The result being computed: the first one until `next_result` is called.
  const spec::Geometry& out() const { return effect_->outputs[output_]; }
  spec::Arguments arguments() const { return spec::Arguments(*effect_->record); }

  // Loads input `k`, viewed as `view`, for a computation in `dtype`. If the call is recorded, loads the input's nodes
  // too.
  Operand& load(int k, const spec::Geometry& view, spec::DType dtype);
  Operand& load(int k, spec::DType dtype) { return load(k, in(k), dtype); }
  Operand& load(int k) { return load(k, in(k), in(k).dtype); }
  // Loads input `k` broadcast to the shape of the output. Notes whether the input overlaps the output, which matters
  // for pointwise operators.
  Operand& load_broadcast(int k, spec::DType dtype) {
    check_overlap(k);
    return same_sizes(in(k), out()) ? load(k, dtype) : load(k, broadcast_to(in(k), out()), dtype);
  }

  // Loads the nodes of input `k` without its values. Only for a recorded call.
  Operand& load_nodes(int k);
  // Makes the nodes of a result that does not depend on the inputs' values. The edges exist all the same: if a
  // derivative further up is infinite, a subject gets 0 * inf.
  void record_zero_derivatives();

  // Starts an exact result computed in `dtype`, of `count` elements or as many as the output has. Call `inherit` for
  // the operands whose inexactness the result takes over.
  Result& start(spec::DType dtype, std::size_t count);
  Result& start(spec::DType dtype) { return start(dtype, static_cast<std::size_t>(out().numel())); }
  // Starts a result that has as many elements as the first operand, and takes over the inexactness of all operands.
  template <typename... Others>
  Result& start_from(spec::DType dtype, const Operand& first, const Others&... others) {
    start(dtype, first.count);
    inherit(first, others...);
    return result_;
  }
  // Whether the floating operand `k`, once loaded, holds a signalling NaN. Libraries may treat it in another way than a
  // quiet NaN.
  bool has_signalling_nan(int k) const;

  Result& result() { return result_; }
  template <typename... Operands>
  void inherit(const Operands&... operands) {
    ((result_.exact &= operands.exact), ...);
    ((result_.tolerance = operands.tolerance > result_.tolerance ? operands.tolerance : result_.tolerance), ...);
  }

  // Writes the result to the output, viewed as `view` (its elements in another order).
  void store(const spec::Geometry& view);
  void store() { store(out()); }

  // Call next_result after `store`: all later calls concern the next of several results.
  void next_result() {
    ++output_;
    node_count_ = 0;
    recorded_ = records_output();
  }

  // Recording: call `begin_node` for each element of the result, in the order of the elements, before `store`.
  // Without nodes a recorded result becomes constants.
  bool recorded() const { return recorded_; }
  NodeId begin_node() {
    const NodeId id = tape_.node();
    nodes_[static_cast<std::size_t>(node_count_++)] = id;
    return id;
  }
  // Marks the derivatives of this result as unknown.
  void doubt_nodes() {
    if (node_count_ != 0) tape_.doubt(nodes_[0], nodes_[static_cast<std::size_t>(node_count_ - 1)] + 1);
  }
  void edge(NodeId parent, double partial, double error = 0) { tape_.edge(parent, partial, error); }
  // Adds a second derivative, as Tape::second_derivative describes.
  void second_derivative(NodeId parent, NodeId saved, double value, double error = 0) {
    tape_.second_derivative(parent, saved, value, error);
  }
  void nothing_recorded() { tape_.nothing_recorded(); }

  // Initialises the output's storage with the bytes of input `k`'s storage, if both have the same size.
  void keep_storage(int k);

  // Records the node of a real element, or both nodes of a complex one: `edges` runs once for each part and calls
  // `flow`. Does nothing if the call is not recorded.
  template <typename Edges>
  void record(const Edges& edges) {
    if (!recorded_) return;
    const int parts = spec::is_complex(result_.dtype) ? 2 : 1;
    for (part_ = 0; part_ < parts; ++part_) {
      begin_node();
      edges();
    }
  }
  // Records all elements of the result: `edges(i)` adds the edges of element i.
  template <typename Edges>
  void record_each(const Edges& edges) {
    for (std::size_t i = 0; recorded_ && i < result_.count; ++i) record([&] { edges(i); });
  }
  // Makes element i of the result a copy of element `from` of an operand of the same dtype.
  void take(std::size_t i, const Operand& operand, std::size_t from) {
    result_.take(i, operand, from);
    record([&] { flow(operand, from, 1.0); });
  }
  // Computes `count` elements in `dtype`, in which `x` is loaded. Element i is element `source(i)` of `x`, or zero if
  // `source(i)` is kZero. The caller stores the elements.
  template <typename Source>
  void arrange(const Operand& x, spec::DType dtype, std::size_t count, const Source& source) {
    start(dtype, count);
    inherit(x);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t from = source(i);
      if (from != kZero) {
        take(i, x, from);
      } else {
        result_.set(i, spec::ScalarValue{spec::ScalarValue::Kind::Int, 0});
        record([] {});
      }
    }
  }
  // Says that a small step d of element i of `x` moves the result by partial * d.
  void flow(const Operand& x, std::size_t i, std::complex<double> partial, double error = 0) {
    const bool real_part = part_ == 0;
    edge(x.nodes[i], real_part ? partial.real() : partial.imag(), error);
    if (x.complex) edge(x.imag_nodes[i], real_part ? -partial.imag() : partial.real(), error);
  }
  // `flow` for a real factor: real and imaginary parts flow separately.
  void flow(const Operand& x, std::size_t i, double partial, double error = 0) {
    edge(part_ == 0 ? x.nodes[i] : x.imag_nodes[i], partial, error);
  }

 private:
  // Makes the recorded nodes the history of the elements that `store` has written.
  void write_nodes(const spec::Geometry& view, std::uint32_t storage_bytes);

  // Whether the result becomes part of a history. Integer results, such as the indices that max returns, do not.
  bool records_output() const {
    const spec::Geometry& output = effect_->outputs[output_];
    return effect_->recorded && spec::is_differentiable(output.dtype) && (output_ == 0 || output.history != 0);
  }
  void check_overlap(int k);
  // Rounds the gradient of a widened operand to the operand's own dtype, once.
  void narrow_gradients(spec::DType to, Operand& operand);
  void load_values(const spec::Geometry& view, spec::DType dtype, Operand& operand);
  void load_complex(const spec::Geometry& view, spec::DType dtype, Operand& operand);

  Values& values_;
  Tape& tape_;
  spec::DeviceKind device_;
  const spec::Effect* effect_ = nullptr;
  std::size_t output_ = 0;
  bool recorded_ = false;
  bool reads_what_it_writes_ = false;  // an operand overlaps the output, but not element by element
  int node_count_ = 0;
  int part_ = 0;  // the part that is being recorded. 0: the real part; 1: the imaginary part
  Result result_;
  Places places_;
  std::array<NodeId, std::size_t{2} * kMaxElements> nodes_;
  std::array<Operand, spec::Effect::max_inputs> operands_;
};

}  // namespace modecheck::reference
