// A Script writes by hand the effects that the model would send to the reference, for the few tensors of a test.
//
//   Script script;
//   Tensor x = script.leaf({2, 2}, {1, 2, 3, 4});
//   Tensor y = script.apply("mul.Tensor", {x, x}, {2, 2});
//   EXPECT_EQ(script.gradient(y, x), ...);
#pragma once

#include <cmath>
#include <cstring>
#include <deque>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/run/effect_player.h"
#include "spec/program/operation.h"
#include "spec/program/slots.h"

namespace modecheck::reference::testing {

using spec::DType;
using Sizes = std::vector<std::int32_t>;

struct Tensor {
  spec::Geometry geometry;
  spec::LeafId leaf = 0;
};

class Script {
 public:
  explicit Script(DType floating = DType::Float64, spec::DeviceKind device = spec::DeviceKind::Cpu)
      : player(device), floating_(floating) {}

  Player player;

  // ---- making tensors --------------------------------------------------------------------------------------------
  Tensor empty(const Sizes& sizes, DType dtype) {
    Tensor out;
    out.geometry.storage = ++last_storage_;
    out.geometry.history = ++last_history_;
    out.geometry.dtype = dtype;
    out.geometry.rank = static_cast<std::uint8_t>(sizes.size());
    int stride = 1;
    for (int d = static_cast<int>(sizes.size()) - 1; d >= 0; --d) {
      const auto at = static_cast<std::size_t>(d);
      out.geometry.sizes[at] = sizes[at];
      out.geometry.strides[at] = stride;
      stride *= sizes[at];
    }
    spec::Effect effect;
    effect.kind = spec::EffectKind::NewStorage;
    effect.storage = out.geometry.storage;
    effect.bytes = static_cast<std::uint32_t>(out.geometry.numel() * spec::item_size(dtype));
    player.play(effect);
    effect.kind = spec::EffectKind::NewHistory;
    effect.history = out.geometry.history;
    player.play(effect);
    return out;
  }
  Tensor constant(const Sizes& sizes, const std::vector<double>& values, DType dtype) {
    Tensor out = empty(sizes, dtype);
    player.set(out.geometry, values.data());
    return out;
  }
  Tensor constant(const Sizes& sizes, const std::vector<double>& values) { return constant(sizes, values, floating_); }
  Tensor leaf(const Sizes& sizes, const std::vector<double>& values) {
    Tensor out = constant(sizes, values);
    mark(out);
    return out;
  }
  void mark(Tensor& tensor) {
    if (tensor.leaf == 0) tensor.leaf = ++last_leaf_;
    spec::Effect effect;
    effect.kind = spec::EffectKind::MarkLeaf;
    effect.leaf = tensor.leaf;
    effect.outputs[0] = tensor.geometry;
    player.play(effect);
  }
  static Tensor view(const Tensor& of, const Sizes& sizes, const Sizes& strides, int offset = 0) {
    Tensor out = of;
    out.leaf = 0;
    out.geometry.rank = static_cast<std::uint8_t>(sizes.size());
    for (std::size_t d = 0; d < sizes.size(); ++d) {
      out.geometry.sizes[d] = sizes[d];
      out.geometry.strides[d] = strides[d];
    }
    out.geometry.offset = of.geometry.offset + offset;
    return out;
  }

  // ---- operators -------------------------------------------------------------------------------------------------
  // Returns the record of an operation with these immediates.
  const spec::Record& record(std::string_view name, const std::vector<int>& immediates) {
    spec::Record out;
    out.operation = static_cast<spec::OperationId>(spec::find_operation(name));
    for (std::size_t i = 0; i < immediates.size(); ++i) out.immediates[i] = static_cast<std::int8_t>(immediates[i]);
    records_.push_back(out);
    return records_.back();
  }
  void apply_to(const Tensor& out, std::string_view name, const std::vector<Tensor>& inputs,
                const std::vector<int>& immediates = {}, bool recorded = true) {
    apply_into({out}, name, inputs, immediates, recorded);
  }
  void apply_into(const std::vector<Tensor>& outputs, std::string_view name, const std::vector<Tensor>& inputs,
                  const std::vector<int>& immediates, bool recorded) {
    spec::Effect effect;
    effect.kind = spec::EffectKind::Apply;
    effect.recorded = recorded;
    effect.record = &record(name, immediates);
    effect.input_count = static_cast<std::uint8_t>(inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i) effect.inputs[i] = inputs[i].geometry;
    effect.output_count = static_cast<std::uint8_t>(outputs.size());
    for (std::size_t i = 0; i < outputs.size(); ++i) effect.outputs[i] = outputs[i].geometry;
    player.play(effect);
  }
  // Applies an operator with two results. If the second result holds indices, autograd does not record it.
  std::pair<Tensor, Tensor> apply_two(std::string_view name, const std::vector<Tensor>& inputs, const Sizes& sizes,
                                      const std::vector<int>& immediates, DType second) {
    std::pair<Tensor, Tensor> out{empty(sizes, floating_), empty(sizes, second)};
    if (!spec::is_differentiable(second)) out.second.geometry.history = 0;
    apply_into({out.first, out.second}, name, inputs, immediates, /*recorded=*/true);
    return out;
  }
  // Applies an operator with several results. Autograd records the first `recorded` of these results, and not the
  // others.
  std::vector<Tensor> apply_several(std::string_view name, const std::vector<Tensor>& inputs,
                                    const std::vector<Sizes>& sizes, const std::vector<int>& immediates,
                                    const std::vector<DType>& dtypes, std::size_t recorded) {
    std::vector<Tensor> out;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      out.push_back(empty(sizes[i], dtypes[i]));
      if (i >= recorded) out.back().geometry.history = 0;
    }
    apply_into(out, name, inputs, immediates, recorded > 0);
    return out;
  }
  Tensor apply(std::string_view name, const std::vector<Tensor>& inputs, const Sizes& sizes,
               const std::vector<int>& immediates, DType dtype) {
    Tensor out = empty(sizes, dtype);
    apply_to(out, name, inputs, immediates);
    return out;
  }
  Tensor apply(std::string_view name, const std::vector<Tensor>& inputs, const Sizes& sizes,
               const std::vector<int>& immediates = {}) {
    return apply(name, inputs, sizes, immediates, floating_);
  }

  // ---- running backward ------------------------------------------------------------------------------------------
  Tensor backward(const Tensor& root, const Tensor& leaf, const Tensor* seed = nullptr) {
    Tensor grad = empty(sizes_of(leaf), leaf.geometry.dtype);
    grad.geometry.history = 0;
    spec::Effect effect;
    effect.kind = spec::EffectKind::Backward;
    effect.inputs[0] = root.geometry;
    effect.input_count = 1;
    if (seed != nullptr) {
      effect.inputs[1] = seed->geometry;
      effect.input_count = 2;
      effect.seeded = 1;
    }
    effect.target_count = 1;
    effect.targets[0].id = leaf.leaf;
    effect.targets[0].destination = grad.geometry;
    player.play(effect);
    return grad;
  }
  std::vector<double> gradient(const Tensor& root, const Tensor& leaf) { return values(backward(root, leaf)); }

  // ---- reading values --------------------------------------------------------------------------------------------
  static Sizes sizes_of(const Tensor& tensor) {
    return Sizes(tensor.geometry.sizes.begin(), tensor.geometry.sizes.begin() + tensor.geometry.rank);
  }
  // Returns the values of a tensor. A complex element gives its real and its imaginary part.
  std::vector<double> values(const Tensor& tensor) const {
    Places places;
    find_places(tensor.geometry, places);
    const auto& bytes = player.values().at(tensor.geometry.storage).bytes;
    std::vector<double> out;
    for (std::size_t i = 0; i < static_cast<std::size_t>(places.count); ++i) {
      const auto item = static_cast<std::size_t>(spec::item_size(tensor.geometry.dtype));
      const std::uint8_t* at = bytes.data() + places[i] * item;
      float f;
      double d;
      std::int64_t n;
      switch (tensor.geometry.dtype) {
        case DType::Float32:
          std::memcpy(&f, at, item);
          out.push_back(static_cast<double>(f));
          break;
        case DType::Float64:
          std::memcpy(&d, at, item);
          out.push_back(d);
          break;
        case DType::Int64:
          std::memcpy(&n, at, item);
          out.push_back(static_cast<double>(n));
          break;
        case DType::Complex128:
          for (int part = 0; part < 2; ++part) {
            std::memcpy(&d, at + 8 * part, sizeof(d));
            out.push_back(d);
          }
          break;
        case DType::Bool:
          out.push_back(*at);
          break;
        default:
          throw std::logic_error("no test reads such elements");
      }
    }
    return out;
  }
  const Expectation& state(const Tensor& tensor) const { return player.values().at(tensor.geometry.storage).state; }

 private:
  DType floating_;
  std::deque<spec::Record> records_;
  spec::StorageId last_storage_ = 0;
  spec::HistoryId last_history_ = 0;
  spec::LeafId last_leaf_ = 0;
};

}  // namespace modecheck::reference::testing
