// One call of an operator on fake tensors with symbolic sizes.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "engine/fake/rules/fresh_strides.h"
#include "engine/fake/rules/rule_call.h"
#include "engine/fake/rules/size_rules.h"
#include "engine/fake/rules/view_rules.h"
#include "engine/fake/symbolic_sizes.h"
#include "engine/tracing/call_record.h"

namespace modecheck::engine::fake {

// Returns the tensors that a call writes.
std::vector<at::Tensor> written_tensors(const CallRecord& record);

// Whether the call changes the sizes of a tensor that requires grad, and autograd does not see it. A later backward
// then compares the sizes of the tensor with those that its history has.
bool changes_views_unrecorded(const CallRecord& record);

class TracedCall final : public SymbolicTracer::Call {
 public:
  TracedCall(SymbolicSizes& sizes, const CallRecord& record);

  // Returns false for an operator that is made of other operators, if these are traced in its place.
  bool is_traced();
  // Raises DataDependentError, before the kernel runs, if the sizes of the results cannot be told because an argument
  // has unbacked sizes. So the call changes nothing then.
  void look_ahead();
  // Keeps what the call gives, under this key, if the sizes of the results come from a rule.
  void remember_as(CallCache::Key key) { key_ = std::move(key); }
  void has_run() override;
  void was_rejected(std::optional<ErrorClass> why) override;

 private:
  // Returns the geometry of all tensors, as it was before the call.
  const std::vector<SymbolicGeometry>& arguments() const { return call_.all(); }
  bool has_symbols() const;
  bool has_unbacked() const;
  std::vector<Sizes> sizes_by_rule();
  Sizes created();
  void give_geometry();
  bool is_given_read_sizes() const;
  ViewRule view_rule() const;
  SizeRule size_rule() const;
  bool by_rule();
  void concretise();
  void remember();
  SymbolicGeometry strided();
  void has_strided();
  bool of_views();
  bool of_written_geometry();
  bool of_fresh_results();
  bool of_out_arguments(const std::vector<Sizes>& sizes);
  Expression offset_of(const at::Tensor& result) const;
  void set_fresh(const at::Tensor& tensor, Sizes sizes, const Expression& offset, CallCache::Storage storage);
  void ask_for_room();
  void concretise_storage();
  void note_copied_storage();
  void set_resized(std::size_t i, const Sizes& sizes);
  void give(const at::Tensor& tensor, SymbolicGeometry geometry, CallCache::Storage storage);
  void ask_for_layouts();
  void ask_for_change(const Sizes& sizes);
  bool ask_for_overlap();
  void note_bytes(const at::Tensor& tensor);

  SymbolicSizes& sizes_;
  const CallRecord& record_;
  std::vector<at::Tensor> written_;
  std::vector<SymbolicGeometry> of_written_;             // the same of the written ones
  std::vector<std::optional<Expression>> bytes_before_;  // of the written ones' storages, if known
  std::vector<bool> have_number_of_bytes_;  // whether the written ones' storages had the same size for all symbols
  RuleCall call_;
  bool asked_for_layouts_ = false;
  bool are_contiguous_ = true;  // whether all arguments are, once their layouts have been asked for
  CallCache::Key key_;          // empty if the call is not kept
  CallCache::Results given_;    // what the call has given so far
};

}  // namespace modecheck::engine::fake
