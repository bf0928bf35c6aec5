#include "engine/autograd/user/autograd_context.h"

#include "engine/autograd/graph/engine.h"
#include "engine/autograd/user/custom_node.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

using namespace modecheck::engine;  // NOLINT: this file implements functions of libtorch's namespaces

variable_list AutogradContext::get_saved_variables() const {
  MODECHECK_CHECK(!freed_, ErrorClass::BackwardGraphFreed, node_->name(),
                  ": Trying to backward through the graph a second time (or directly access saved tensors after they "
                  "have already been freed). Saved intermediate values of the graph are freed by backward; specify "
                  "retain_graph=true the first time");
  variable_list out;
  out.reserve(saved_.size());
  for (const SavedTensor& saved : saved_) {
    saved.check_version(*node_);
    out.push_back(saved.unpack(*node_));
  }
  return out;
}

bool AutogradContext::needs_input_grad(std::size_t index) const {
  if (!node_->is_recorded()) return false;
  MODECHECK_CHECK(index < node_->num_outputs(), ErrorClass::Index, node_->name(),
                  ": needs_input_grad: there is no input ", index, "; it has ", node_->num_outputs(),
                  " tensor arguments, numbered from 0");
  return is_needed_now(*node_, index);
}

bool AutogradContext::needs_input_grad(std::initializer_list<IndexRange> ranges) const {
  for (const auto& [begin, end] : ranges)
    for (std::size_t i = begin; i < end; ++i)
      if (needs_input_grad(i)) return true;
  return false;
}

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
