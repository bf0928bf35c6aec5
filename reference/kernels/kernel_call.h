// KernelCall is the state of one operator call while its reference kernel runs; every kernel gets it as its only
// argument. Operands are loaded as row-major arrays, and results are computed as row-major arrays, so kernels never see
// strides. An operand that overlaps the result is read before the result is written.
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

// A loaded operand, converted to the dtype of the computation. Its values are in `real` for floating dtypes, in `real`
// and `imag` for complex dtypes, and in `integer` for integers and bools. `tolerance` bounds the absolute error of each
// element. For a complex element it bounds the distance in the complex plane.
struct Operand {
  std::size_t count = 0;
  bool exact = true;     // whether every bit of the elements is known
  double tolerance = 0;  // bound of each element's error; kUnbounded if the values are unknown
  Places places;
  std::array<double, kMaxElements> real;
  std::array<double, kMaxElements> imag;
  std::array<std::int64_t, kMaxElements> integer;
  std::array<NodeId, kMaxElements> nodes;       // the elements' nodes on the tape; filled only if the call is recorded
  std::array<NodeId, kMaxElements> imag_nodes;  // nodes of the imaginary parts; constants if the operand is real

  bool complex = false;
  std::complex<double> number(std::size_t i) const { return {real[i], complex ? imag[i] : 0}; }
  double size_of(std::size_t i) const { return complex ? std::abs(number(i)) : std::abs(real[i]); }

  // Returns the largest or smallest magnitude of the elements; NaN if an element is NaN.
  double largest() const;
  double smallest() const;
  // Returns whether every element is finite.
  bool is_finite() const;
};

// The result that a kernel computes, in the dtype of the computation. `tolerance` bounds the absolute error that a
// subject's elements may have.
struct Result {
  spec::DType dtype = spec::DType::Float32;
  std::size_t count = 0;
  bool exact = true;
  double tolerance = 0;
  std::array<double, kMaxElements> real;
  std::array<double, kMaxElements> imag;
  std::array<std::int64_t, kMaxElements> integer;

  // Sets element i to `value`, rounded to the dtype. If the dtype is real, the imaginary part is ignored.
  void set(std::size_t i, std::complex<double> value) {
    real[i] = round_to(dtype, value.real());
    imag[i] = round_to(dtype, value.imag());
  }
  // Sets element i to element `from` of an operand of the same dtype.
  void take(std::size_t i, const Operand& operand, std::size_t from) {
    if (!spec::is_differentiable(dtype)) {
      integer[i] = operand.integer[from];
      return;
    }
    real[i] = operand.real[from];
    if (operand.complex) imag[i] = operand.imag[from];
  }
  // Sets element i to a scalar argument, converted to the dtype.
  void set(std::size_t i, const spec::ScalarValue& number) {
    if (spec::is_differentiable(dtype))
      set(i, number.value);
    else
      integer[i] = integer_value(number, dtype);
  }
  std::complex<double> number(std::size_t i) const { return {real[i], imag[i]}; }
  double size_of(std::size_t i) const { return spec::is_complex(dtype) ? std::abs(number(i)) : std::abs(real[i]); }

  // Returns the largest finite magnitude of the elements.
  double largest() const;
};

// KernelCall::arrange takes this value, in place of an element's number, to set an element to zero.
constexpr std::size_t kZero = std::numeric_limits<std::size_t>::max();

class KernelCall {
 public:
  KernelCall(Values& values, Tape& tape, spec::DeviceKind device) : values_(values), tape_(tape), device_(device) {}

  // Runs the kernel of the operator that `effect` applies.
  void run(const spec::Effect& effect);

  // Starts a computation outside any operator, in which nothing is recorded. Call `load` with explicit views, `start`
  // and `store`.
  void begin();

  // The device on which the operator runs. Only random numbers depend on it.
  spec::DeviceKind device() const { return device_; }
  const spec::Effect& effect() const { return *effect_; }
  const spec::Geometry& in(int k) const { return effect_->inputs[static_cast<std::size_t>(k)]; }
  // The dtype of input 0.
  spec::DType dtype() const { return in(0).dtype; }
  // The sizes and layout of the result that is being computed. It is the first result until `next_result` is called.
  const spec::Geometry& out() const { return effect_->outputs[output_]; }
  spec::Arguments arguments() const { return spec::Arguments(*effect_->record); }

  // Loads the elements of input `k`, viewed as `view` and converted to `dtype`. If the call is recorded, loads the
  // elements' nodes, too.
  Operand& load(int k, const spec::Geometry& view, spec::DType dtype);
  Operand& load(int k, spec::DType dtype) { return load(k, in(k), dtype); }
  Operand& load(int k) { return load(k, in(k), in(k).dtype); }
  // Loads input `k` broadcast to the sizes of the output, for a pointwise operator. Notes whether the input overlaps
  // the output.
  Operand& load_broadcast(int k, spec::DType dtype) {
    check_overlap(k);
    return same_sizes(in(k), out()) ? load(k, dtype) : load(k, broadcast_to(in(k), out()), dtype);
  }

  // Loads the nodes of input `k` without its values. Call it only if the call is recorded.
  Operand& load_nodes(int k);
  // Records a result that does not depend on the inputs' values, with edges whose partial derivatives are zero. The
  // edges matter where a derivative further up is infinite: a subject then gets 0 * inf.
  void record_zero_derivatives();

  // Starts a result of `count` elements (if omitted: as many as the output has), computed in `dtype`. It counts as
  // exact until `inherit` is called for inexact operands.
  Result& start(spec::DType dtype, std::size_t count);
  Result& start(spec::DType dtype) { return start(dtype, static_cast<std::size_t>(out().numel())); }
  // Starts a result that has as many elements as the first operand. It gets the inexactness and the error bounds of all
  // operands.
  template <typename... Others>
  Result& start_from(spec::DType dtype, const Operand& first, const Others&... others) {
    start(dtype, first.count);
    inherit(first, others...);
    return result_;
  }
  // Whether the floating operand `k` holds a signalling NaN, which libraries may treat in another way than a quiet NaN.
  // The operand must have been loaded.
  bool has_signalling_nan(int k) const;

  Result& result() { return result_; }
  template <typename... Operands>
  void inherit(const Operands&... operands) {
    ((result_.exact &= operands.exact), ...);
    ((result_.tolerance = operands.tolerance > result_.tolerance ? operands.tolerance : result_.tolerance), ...);
  }

  // Writes the result to the elements of `view`, a view of the output that may order its elements in another way.
  void store(const spec::Geometry& view);
  void store() { store(out()); }

  // Goes on to the operator's next result. Call it after `store`; all later calls concern that result.
  void next_result() {
    ++output_;
    node_count_ = 0;
    recorded_ = records_output();
  }

  // Whether autograd records the call. A kernel then calls `begin_node` for each element of the result, in order,
  // before `store`. A recorded result without nodes becomes constants.
  bool recorded() const { return recorded_; }
  NodeId begin_node() {
    const NodeId id = tape_.node();
    nodes_[static_cast<std::size_t>(node_count_++)] = id;
    return id;
  }
  // Marks the partial derivatives of this result as unknown.
  void doubt_nodes() {
    if (node_count_ != 0) tape_.doubt(nodes_[0], nodes_[static_cast<std::size_t>(node_count_ - 1)] + 1);
  }
  void edge(NodeId parent, double partial, double error = 0) { tape_.edge(parent, partial, error); }
  // Adds a second derivative of the newest node; the arguments are those of Tape::second_derivative.
  void second_derivative(NodeId parent, NodeId saved, double value, double error = 0) {
    tape_.second_derivative(parent, saved, value, error);
  }
  void nothing_recorded() { tape_.nothing_recorded(); }

  // Copies the bytes of input `k`'s storage to the output's storage, if both storages have the same size.
  void keep_storage(int k);

  // Records one element: one node if it is real, two nodes (real and imaginary part) if it is complex. Calls the
  // caller's function `edges` once for each node; `edges` adds the edges by calling `flow`. Does nothing if autograd
  // does not record the call.
  template <typename Edges>
  void record(const Edges& edges) {
    if (!recorded_) return;
    const int parts = spec::is_complex(result_.dtype) ? 2 : 1;
    for (part_ = 0; part_ < parts; ++part_) {
      begin_node();
      edges();
    }
  }
  // Records all elements of the result. Calls the caller's function `edges(i)` for element i, as `record` does.
  template <typename Edges>
  void record_each(const Edges& edges) {
    for (std::size_t i = 0; recorded_ && i < result_.count; ++i) record([&] { edges(i); });
  }
  // Sets element i of the result to element `from` of an operand of the same dtype, and records this copy.
  void take(std::size_t i, const Operand& operand, std::size_t from) {
    result_.take(i, operand, from);
    record([&] { flow(operand, from, 1.0); });
  }
  // Starts and records a result of `count` elements in `dtype`, the dtype in which `x` was loaded. Element i is element
  // `source(i)` of `x`, or zero if `source(i)` is kZero. The caller must then call `store`.
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
  // Adds edges from the node that is being recorded to element i of `x`. `partial` is the derivative by that element;
  // `error` bounds its error.
  void flow(const Operand& x, std::size_t i, std::complex<double> partial, double error = 0) {
    const bool real_part = part_ == 0;
    edge(x.nodes[i], real_part ? partial.real() : partial.imag(), error);
    if (x.complex) edge(x.imag_nodes[i], real_part ? -partial.imag() : partial.real(), error);
  }
  // Adds an edge for a real `partial`: real parts depend only on real parts, and imaginary parts only on imaginary
  // parts.
  void flow(const Operand& x, std::size_t i, double partial, double error = 0) {
    edge(part_ == 0 ? x.nodes[i] : x.imag_nodes[i], partial, error);
  }

 private:
  // Assigns the recorded nodes to the elements that `store` has written.
  void write_nodes(const spec::Geometry& view, std::uint32_t storage_bytes);

  // Whether the history of the output is updated with the result. This is false for integer results, such as the
  // indices that max returns.
  bool records_output() const {
    const spec::Geometry& output = effect_->outputs[output_];
    return effect_->recorded && spec::is_differentiable(output.dtype) && (output_ == 0 || output.history != 0);
  }
  void check_overlap(int k);
  // An operand may have been widened to a dtype of higher precision. Rounds its gradient to the operand's own dtype,
  // once.
  void narrow_gradients(spec::DType to, Operand& operand);
  void load_values(const spec::Geometry& view, spec::DType dtype, Operand& operand);
  void load_complex(const spec::Geometry& view, spec::DType dtype, Operand& operand);

  Values& values_;
  Tape& tape_;
  spec::DeviceKind device_;
  const spec::Effect* effect_ = nullptr;
  std::size_t output_ = 0;
  bool recorded_ = false;
  bool reads_what_it_writes_ = false;  // an input overlaps the output and has another layout
  int node_count_ = 0;
  int part_ = 0;  // which part of a complex element is being recorded: 0 is the real part, 1 is the imaginary part
  Result result_;
  Places places_;
  std::array<NodeId, std::size_t{2} * kMaxElements> nodes_;
  std::array<Operand, spec::Effect::max_inputs> operands_;
};

}  // namespace modecheck::reference
