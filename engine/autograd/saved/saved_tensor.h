// A tensor kept for backward (S1, S2): an alias without history, the version it had, and where its own gradient goes if
// backward is itself recorded. Hooks may keep it instead: then the alias is theirs to bring back.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <string_view>

#include "engine/autograd/graph/history.h"
#include "engine/autograd/saved/packed_tensor.h"
#include "engine/core/memory/constant_initialized.h"

namespace modecheck::engine {

// Whether some program may want hooks on everything that is saved: one look per saved tensor.
extern MODECHECK_CONSTINIT std::atomic<bool> default_saved_tensor_hooks;

class SavedTensor {
 public:
  SavedTensor() = default;

  // S1. A command calls this for all it will save before it does anything.
  static void check(const at::Tensor& tensor, std::string_view op);
  // An input of the operator.
  void save(const at::Tensor& tensor, HistoryTransaction& transaction);
  // An input that nothing flows through.
  void save_constant(const at::Tensor& tensor);
  // An input that the operator is about to overwrite: a copy is kept, which nobody else can write.
  void save_copy(const at::Tensor& tensor, HistoryTransaction& transaction);
  // A result of it, the node's `output_nr`-th: its gradient goes to the node that saves it.
  void save_result(const at::Tensor& tensor, std::uint32_t output_nr = 0);
  // The same in two steps, of a tensor that the operator writes: what needs memory comes before the write (E1).
  void stage_result(const at::Tensor& tensor) { keep_alias(tensor); }
  void save_staged_result(std::uint32_t output_nr = 0);

  // Hands the tensor to the hooks. Raises if there is none, if it has hooks, or if the pack hook wrote it.
  void register_hooks(std::unique_ptr<torch::autograd::SavedVariableHooks> hooks);

  bool present() const { return alias_.defined() || packed_ != nullptr; }
  bool is_result() const { return is_result_; }
  // S2: raises if the tensor was written since it was saved. `node` names who saved it. What hooks keep is looked at
  // when they bring it back.
  void check_version(const Node& node) const {
    if (alias_.defined()) check_version(alias_, version_of(alias_), node);
  }
  void check_version(std::string_view who) const;
  // The saved tensor, to compute with. Undefined if nothing was saved.
  at::Tensor get(const Node& owner) const;
  // A tensor of its own with the saved one's history, whatever the grad mode.
  at::Tensor unpack(const Node& owner) const { return unpack(&owner); }
  at::Tensor unpack(const Node* owner) const;
  void release() { *this = SavedTensor(); }

 private:
  void keep_alias(const at::Tensor& tensor);
  void pack_by_default();
  at::Tensor brought_back(const Node* owner) const;
  void check_version(const at::Tensor& tensor, std::uint32_t current, const Node& node) const {
    if (current != version_) [[unlikely]]
      reject_modified(tensor, current, node.name());
  }
  [[noreturn]] void reject_modified(const at::Tensor& tensor, std::uint32_t current, std::string_view who) const;

  at::Tensor alias_;
  Edge edge_;
  std::unique_ptr<PackedTensor> packed_;
  std::uint32_t version_ = 0;
  bool is_result_ = false;
};

}  // namespace modecheck::engine
