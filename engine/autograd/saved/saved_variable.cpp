#include "engine/autograd/saved/saved_variable.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

using namespace modecheck::engine;  // NOLINT: this file implements functions of libtorch's namespaces

SavedVariable::SavedVariable(const Variable& variable, bool is_output, bool /*is_inplace_on_view*/) {
  if (!variable.defined()) return;
  SavedTensor::check(variable, "SavedVariable");
  was_saved_ = true;
  const AutogradMeta* const meta = get_autograd_meta(variable);
  if (is_output && meta != nullptr && meta->grad_fn_) {
    saved_.save_result(variable, meta->output_nr_);
    return;
  }
  HistoryTransaction transaction;
  saved_.save(variable, transaction);
  transaction.commit();
}

SavedVariable::SavedVariable(const c10::optional<Variable>& variable, bool is_output, bool is_inplace_on_view)
    : SavedVariable(variable.value_or(Variable()), is_output, is_inplace_on_view) {}

Variable SavedVariable::unpack(const c10::intrusive_ptr<Node>& saved_for) const {
  if (!was_saved_) return {};
  MODECHECK_CHECK(saved_.present(), ErrorClass::BackwardGraphFreed,
                  "SavedVariable::unpack: Trying to backward through the graph a second time (or directly access saved "
                  "tensors after they have already been freed). Specify retain_graph=true the first time");
  MODECHECK_CHECK(!saved_.is_result() || saved_for, ErrorClass::Argument,
                  "SavedVariable::unpack: No grad_fn for non-leaf saved tensor; give the node that saved its result");
  saved_.check_version(saved_for ? saved_for->name() : "SavedVariable");
  return saved_.unpack(saved_for.get());
}

void SavedVariable::register_hooks(std::unique_ptr<SavedVariableHooks>&& hooks) {
  MODECHECK_CHECK(was_saved_, ErrorClass::UndefinedTensor,
                  "register_hooks: Calling register_hooks on a saved tensor with value None is forbidden");
  saved_.register_hooks(std::move(hooks));
}

void SavedVariable::reset_data() { saved_.release(); }

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
