#include "engine/autograd/graph/copy_slices.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/autograd/graph/history.h"
#include "engine/autograd/graph/strided_backward.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/memory/thread_state.h"
#include "engine/core/types/differentiable_dtype.h"
#include "engine/dispatch/call.h"
#include "engine/dispatch/device_kernel.h"
#include "spec/operators/copy.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace {

// The node of a base after a recorded write to one of its views. It splits the gradient of the base. The gradient of
// the written elements goes through the node of the write. The gradient of all other elements goes to the history that
// the base had before.
struct CopySlices final : public Node {
  CopySlices(Geometry base, const at::Tensor& view, const Geometry& of_view, bool view_is_base, NodePtr node,
             std::size_t written)
      : base_(std::move(base)),
        view_(of_view),
        dtype_(view.scalar_type()),
        device_(view.device()),
        view_is_base_(view_is_base),
        node_(std::move(node)),
        written_(written) {}
  std::string name() const override { return view_is_base_ ? node_->name() : "torch::autograd::CopySlices"; }

  void check_saved() const override {
    MODECHECK_CHECK(node_, ErrorClass::BackwardGraphFreed, name(),
                    ": Trying to backward through the graph a second time. Saved intermediate values of the graph are "
                    "freed by backward; specify retain_graph=true the first time");
    node_->check_saved();
  }
  void release_variables() override {
    if (view_is_base_)
      node_->release_variables();
    else
      node_.reset();
  }

  variable_list apply(variable_list&& gradients) override {
    variable_list out(num_outputs());
    if (!gradients[0].defined()) return out;
    const std::int64_t begin = std::min(base_.offset(), view_.offset());
    const std::int64_t end = std::max(base_.end(), view_.end());
    // set_data may have given the base another dtype or device than its views have. The write had the view's.
    const at::Tensor gradient =
        gradients[0].scalar_type() == dtype_ && gradients[0].device() == device_
            ? gradients[0]
            : call<operators::_to_copy>(gradients[0], dtype_, c10::nullopt, device_, c10::nullopt, false, c10::nullopt);
    // `elements` has one dimension and spans all elements of the base and of the written view.
    const at::Tensor elements = empty({end - begin}, gradient.scalar_type(), gradient.device());
    call<operators::zero_>(elements);
    const auto all = call<operators::as_strided>(elements, base_.sizes(), base_.strides(), base_.offset() - begin);
    const bool shared = base_.may_overlap_itself();
    if (shared)
      add_shared(elements, gradient, begin);
    else
      call<operators::copy_>(all, gradient, false);
    const auto slice = call<operators::as_strided>(elements, view_.sizes(), view_.strides(), view_.offset() - begin);
    at::Tensor of_slice = call<operators::clone>(slice, c10::nullopt);
    if (view_.may_overlap_itself()) divide_shared(of_slice, view_);
    variable_list results = node_->apply({std::move(of_slice)});
    results.resize(out.size());
    if (should_compute_output(written_)) {
      at::Tensor& of_written = results[written_];
      if (of_written.defined() && !view_.may_overlap_itself())
        call<operators::copy_>(slice, of_written, false);
      else if (of_written.defined())
        copy_shared(elements, of_written, begin);
      else
        call<operators::zero_>(slice);
      of_written = call<operators::clone>(all, c10::nullopt);
      if (shared) divide_shared(of_written, base_);
    }
    return results;
  }

 private:
  // Writes the base's gradient into `elements`. If several indices of the base address one element, their gradients are
  // added up in that element.
  void add_shared(const at::Tensor& elements, const at::Tensor& gradient, std::int64_t begin) const {
    MODECHECK_CHECK(!(thread_state.grad && gradient.requires_grad()), ErrorClass::NotDifferentiable, name(),
                    ": double backward through a base whose elements share memory is not implemented; clone it first");
    if (!elements.has_bytes()) return;
    const at::Tensor dense = Kernel<operators::clone>::call(on_host(gradient), c10::MemoryFormat::Contiguous);
    const at::Tensor host = on_host(elements);
    visit_differentiable_dtype(gradient.scalar_type(), [&]<typename T>(T*) {
      T* const to = host.data_ptr<T>();
      const T* const from = dense.data_ptr<T>();
      base_.each(
          [&](std::int64_t index, std::int64_t place) { to[place - begin] = T(to[place - begin] + from[index]); });
    });
    give_back(elements, host);
  }
  // Divides the gradient of every element equally among the indices that address it.
  static void divide_shared(at::Tensor& gradient, const Geometry& geometry) {
    if (!gradient.has_bytes()) return;
    const c10::Device device = gradient.device();
    gradient = Kernel<operators::clone>::call(on_host(gradient), c10::MemoryFormat::Contiguous);
    std::vector<std::int64_t> count(static_cast<std::size_t>(geometry.end() - geometry.offset()));
    geometry.each(
        [&](std::int64_t, std::int64_t place) { ++count[static_cast<std::size_t>(place - geometry.offset())]; });
    visit_differentiable_dtype(gradient.scalar_type(), [&]<typename T>(T*) {
      T* const values = gradient.data_ptr<T>();
      geometry.each([&](std::int64_t index, std::int64_t place) {
        values[index] = divided(values[index], count[static_cast<std::size_t>(place - geometry.offset())]);
      });
    });
    gradient = placed(gradient, device);
  }

  // Writes the gradients `results` of a view's elements into `elements`. Called if several indices of the view address
  // one element, and the whole view or a masked part of it was overwritten. If the gradients of these indices differ,
  // the element no longer depends on its old value, so its gradient is zero.
  void copy_shared(const at::Tensor& elements, const at::Tensor& results, std::int64_t begin) const {
    MODECHECK_CHECK(!(thread_state.grad && results.requires_grad()), ErrorClass::NotDifferentiable, name(),
                    ": double backward through a view whose elements share memory is not implemented; clone it first");
    if (!elements.has_bytes()) return;
    const at::Tensor dense = Kernel<operators::clone>::call(
        on_host(call<operators::to_dtype>(results, elements.scalar_type(), false, false, c10::nullopt)),
        c10::MemoryFormat::Contiguous);
    const at::Tensor host = on_host(elements);
    visit_differentiable_dtype(elements.scalar_type(), [&]<typename T>(T*) {
      T* const to = host.data_ptr<T>();
      const T* const from = dense.data_ptr<T>();
      // Two values for each element. `share` is the first gradient that arrived, or zero if another index has a
      // different gradient. The count is the number of indices that address the element.
      std::vector<std::pair<T, std::int64_t>> shares(static_cast<std::size_t>(elements.numel()));
      view_.each([&](std::int64_t index, std::int64_t place) {
        auto& [share, count] = shares[static_cast<std::size_t>(place - begin)];
        if (count++ == 0) share = from[index];
        if (!(share == from[index])) share = T(0);
      });
      view_.each([&](std::int64_t, std::int64_t place) {
        const auto& [share, count] = shares[static_cast<std::size_t>(place - begin)];
        to[place - begin] = times(share, count);
      });
    });
    give_back(elements, host);
  }

  Geometry base_;
  Geometry view_;
  c10::ScalarType dtype_;
  c10::Device device_;
  bool view_is_base_;
  NodePtr node_;
  std::size_t written_;
};

}  // namespace

NodePtr make_copy_slices(FamilyHistory family, const at::Tensor& base, const at::Tensor& view, const Geometry& of_view,
                         NodePtr node, std::size_t written) {
  const bool view_is_base = view.unsafeGetTensorImpl() == base.unsafeGetTensorImpl();
  NodePtr out = NodePtr::reclaim(new CopySlices(family.geometry, view, of_view, view_is_base, node, written));
  out->add_input_metadata(family.geometry.sizes(), base);
  // Edge i of CopySlices corresponds to edge i of `node`. While CopySlices runs `node`, is_needed_now() can therefore
  // answer for an edge of `node` by looking at the same edge of CopySlices.
  for (std::size_t i = 0; i < node->num_outputs(); ++i)
    out->add_next_edge(i == written ? family.edge : node->next_edge(i));
  if (written >= node->num_outputs()) out->add_next_edge(std::move(family.edge));
  return out;
}

}  // namespace modecheck::engine
