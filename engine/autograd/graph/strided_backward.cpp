#include "engine/autograd/graph/strided_backward.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/autograd/graph/history.h"
#include "engine/autograd/graph/node_hooks.h"
#include "engine/autograd/graph/tracks_views.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/memory/thread_state.h"
#include "engine/core/types/differentiable_dtype.h"
#include "engine/dispatch/call.h"
#include "engine/dispatch/device_kernel.h"
#include "spec/operators/comparison.h"
#include "spec/operators/copy.h"
#include "spec/operators/joining.h"
#include "spec/operators/pointwise.h"
#include "spec/operators/view.h"

namespace modecheck::engine {

Geometry::Geometry(const at::Tensor& tensor) : Geometry(tensor.sizes(), tensor.strides(), tensor.storage_offset()) {}

Geometry::Geometry(c10::IntArrayRef sizes, c10::IntArrayRef strides, std::int64_t offset) : offset_(offset), numel_(1) {
  std::int64_t reach = 0;
  sizes_.assign(sizes.data(), sizes.size());
  strides_.assign(strides.data(), strides.size());
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    numel_ *= sizes[i];
    reach += (sizes[i] - 1) * strides[i];
  }
  end_ = offset_ + (numel_ == 0 ? 0 : reach + 1);
}

bool Geometry::contains(const Geometry& other) const {
  if (other.numel_ <= 0) return true;
  if (other.offset_ < offset_ || other.end_ > end_) return false;
  if (numel_ == end_ - offset_ && !may_overlap_itself()) return true;
  if (has_elements_of(other)) return true;
  // Other large tensors are not compared element by element. A hook of a base may then miss the gradient of elements
  // that only views of the base address. The gradients that backward returns are right unless the hook changes them.
  constexpr std::int64_t most = 1 << 16;
  if (numel_ > most || other.numel_ > most || end_ - offset_ > most) return false;
  std::vector<bool> named(static_cast<std::size_t>(end_ - offset_));
  each([&](std::int64_t, std::int64_t place) { named[static_cast<std::size_t>(place - offset_)] = true; });
  bool all = true;
  other.each([&](std::int64_t, std::int64_t place) {
    all = all && place >= offset_ && place < end_ && named[static_cast<std::size_t>(place - offset_)];
  });
  return all;
}

bool Geometry::has_elements_of(const Geometry& other) const {
  if (offset_ != other.offset_ || end_ != other.end_) return false;
  const auto dimensions = [](const Geometry& of) {
    SmallVector<std::pair<std::int64_t, std::int64_t>, 6> out;
    for (std::size_t i = 0; i < of.sizes_.size(); ++i)
      if (of.sizes_[i] > 1) out.emplace_back(of.strides_[i], of.sizes_[i]);
    std::sort(out.begin(), out.end());
    return out;
  };
  const auto own = dimensions(*this);
  const auto others = dimensions(other);
  return std::equal(own.begin(), own.end(), others.begin(), others.end());
}

bool Geometry::operator==(const Geometry& other) const {
  return offset_ == other.offset_ && sizes() == other.sizes() && strides() == other.strides();
}

bool Geometry::may_overlap_itself() const {
  if (numel_ < 2) return false;
  SmallVector<std::size_t, 6> order;
  for (std::size_t i = 0; i < sizes_.size(); ++i)
    if (sizes_[i] > 1) order.emplace_back(i);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return strides_[a] < strides_[b]; });
  std::int64_t reach = 0;
  for (std::size_t dim : order) {
    if (strides_[dim] <= reach) return true;
    reach += (sizes_[dim] - 1) * strides_[dim];
  }
  return false;
}

namespace {

// Moves gradients by storage position. First each gradient of a tensor with geometry `from` is added to the sum at its
// element's position. If several indices of `shared` address a position, the sum there is divided by their number. A
// tensor with geometry `to` then reads these sums. This map is linear, and its transpose exchanges `from` and `to`.
struct StridedTransfer {
  Geometry from;
  Geometry to;
  Geometry shared;

  StridedTransfer back() const { return {to, from, shared}; }
};

template <typename T>
void transfer(const at::Tensor& gradient, const StridedTransfer& way, const at::Tensor& result) {
  const std::int64_t begin = std::min(way.from.offset(), way.to.offset());
  const std::int64_t end = std::max(way.from.end(), way.to.end());
  std::vector<T> elements(static_cast<std::size_t>(end - begin));
  const T* const in = gradient.data_ptr<T>();
  way.from.each([&](std::int64_t index, std::int64_t place) {
    T& element = elements[static_cast<std::size_t>(place - begin)];
    element = T(element + in[index]);
  });
  if (way.shared.may_overlap_itself()) {
    std::vector<std::int64_t> count(elements.size());
    way.shared.each([&](std::int64_t, std::int64_t place) { ++count[static_cast<std::size_t>(place - begin)]; });
    for (std::size_t i = 0; i < elements.size(); ++i)
      if (count[i] > 1) elements[i] = divided(elements[i], count[i]);
  }
  T* const out = result.data_ptr<T>();
  way.to.each(
      [&](std::int64_t index, std::int64_t place) { out[index] = elements[static_cast<std::size_t>(place - begin)]; });
}

at::Tensor transferred(const at::Tensor& gradient, const StridedTransfer& way);

struct AsStridedBackwardBackward final : public Node {
  explicit AsStridedBackwardBackward(const StridedTransfer& way) : way_(way) {}
  std::string name() const override { return "AsStridedBackwardBackward0"; }
  variable_list apply(variable_list&& gradients) override {
    variable_list out(1);
    if (gradients[0].defined() && should_compute_output(0)) out[0] = transferred(gradients[0], way_);
    return out;
  }

 private:
  StridedTransfer way_;
};

at::Tensor transferred(const at::Tensor& gradient, const StridedTransfer& way) {
  at::Tensor result = empty(way.to.sizes(), gradient.scalar_type(), host_of(gradient.device()));
  if (result.has_bytes()) {
    const at::Tensor host = on_host(gradient);
    const at::Tensor dense =
        host.is_contiguous() ? host : Kernel<operators::clone>::call(host, c10::MemoryFormat::Contiguous);
    visit_differentiable_dtype(gradient.scalar_type(), [&]<typename T>(T*) { transfer<T>(dense, way, result); });
    result = placed(result, gradient.device());
  }
  if (thread_state.grad && gradient.requires_grad()) {
    HistoryTransaction transaction;
    const NodePtr node = NodePtr::reclaim(new AsStridedBackwardBackward(way.back()));
    node->add_next_edge(gradient_edge(gradient, transaction));
    set_history(result, node);
    transaction.commit();
  }
  return result;
}

struct AsStridedBackward final : public Node {
  AsStridedBackward(const Geometry& input, const Geometry& output) : input_(input), output_(output) {}
  std::string name() const override { return "AsStridedBackward0"; }
  void reach_beyond(const Geometry& family) { family_.emplace(family); }
  variable_list apply(variable_list&& gradients) override {
    variable_list out(num_outputs());
    if (!gradients[0].defined()) return out;
    if (should_compute_output(0)) out[0] = strided_backward(gradients[0], input_, output_);
    if (family_.has_value() && should_compute_output(1))
      out[1] = strided_backward_beyond(gradients[0], *family_, input_, output_);
    return out;
  }

 private:
  Geometry input_;
  Geometry output_;
  c10::optional<Geometry> family_;
};

}  // namespace

at::Tensor strided_backward(const at::Tensor& gradient, const Geometry& input, const Geometry& output) {
  // The gradient of a base to which set_data gave integers has the dtype of the base.
  if (!c10::isDifferentiableType(gradient.scalar_type())) [[unlikely]]
    return strided_backward(call<operators::to_dtype>(gradient, at::kDouble, false, false, c10::nullopt), input,
                            output);
  const bool recorded = thread_state.grad && gradient.requires_grad();
  if (recorded && !input.may_overlap_itself() && !output.may_overlap_itself()) {
    if (input == output) return gradient;
    const TracksViews tracks_views;
    const std::int64_t begin = std::min(input.offset(), output.offset());
    const std::int64_t end = std::max(input.end(), output.end());
    const at::Tensor elements = empty({end - begin}, gradient.scalar_type(), gradient.device());
    call<operators::zero_>(elements);
    call<operators::copy_>(
        call<operators::as_strided>(elements, output.sizes(), output.strides(), output.offset() - begin), gradient,
        false);
    return call<operators::as_strided>(elements, input.sizes(), input.strides(), input.offset() - begin);
  }
  return transferred(gradient, {output, input, input});
}

at::Tensor strided_backward_beyond(const at::Tensor& gradient, const Geometry& family, const Geometry& input,
                                   const Geometry& output) {
  // The gradient that `input` already received is masked out and not subtracted, because a difference of infinities
  // would be NaN.
  const at::Tensor ones = empty(input.sizes(), at::kDouble, gradient.device());
  call<operators::fill__Scalar>(ones, 1);
  const at::Tensor named = call<operators::ne_Scalar>(strided_backward(ones, family, input), 0);
  return call<operators::masked_fill_Scalar>(strided_backward(gradient, family, output), named, 0);
}

at::Tensor Reindex::operator()(const at::Tensor& gradient) const {
  return told_elsewhere.has_value() ? strided_backward_beyond(gradient, present, *told_elsewhere, recorded)
                                    : strided_backward(gradient, present, recorded);
}

at::Tensor Reindex::put_back(const at::Tensor& gradient, const at::Tensor& changed) const {
  const auto placed_back = [&](const at::Tensor& of) {
    return told_elsewhere.has_value() ? strided_backward_beyond(of, recorded, *told_elsewhere, present)
                                      : strided_backward(of, recorded, present);
  };
  const at::Tensor ones = empty(present.sizes(), at::kDouble, gradient.device());
  call<operators::fill__Scalar>(ones, 1);
  const at::Tensor was_read = call<operators::ne_Scalar>(placed_back(ones), 0);
  return call<operators::where_self>(was_read, placed_back(changed), gradient);
}

NodePtr make_view_backward(const Geometry& base, const at::Tensor& view, const Geometry& of_view, Edge base_edge,
                           const FamilyHistory* family) {
  auto* const node = new AsStridedBackward(base, of_view);
  NodePtr out = NodePtr::reclaim(node);
  node->add_input_metadata(view);
  node->add_next_edge(std::move(base_edge));
  if (family != nullptr && !base.contains(of_view)) {
    node->reach_beyond(family->geometry);
    node->add_next_edge(family->edge);
  }
  return out;
}

NodePtr make_strided_backward(const Geometry& input, const Geometry& output, const at::Tensor& like, Edge input_edge) {
  NodePtr node = NodePtr::reclaim(new AsStridedBackward(input, output));
  node->add_input_metadata(output.sizes(), like);
  node->add_next_edge(std::move(input_edge));
  return node;
}

NodePtr make_strided_backward(const Geometry& input, const at::Tensor& output, Edge input_edge) {
  return make_strided_backward(input, Geometry(output), output, std::move(input_edge));
}

}  // namespace modecheck::engine
