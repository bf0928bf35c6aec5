// A tensor saved for backward (rules S1 and S2). It consists of an alias without history, the version at saving, and
// the edge that receives its gradient if backward itself is recorded. If hooks keep the tensor instead, they must
// return it when it is needed.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <string_view>

#include "engine/autograd/graph/history.h"
#include "engine/autograd/saved/packed_tensor.h"
#include "engine/core/memory/constant_initialized.h"

namespace modecheck::engine {

// Whether a program may have installed hooks for all saved tensors. The flag is read once for each saved tensor.
extern MODECHECK_CONSTINIT std::atomic<bool> default_saved_tensor_hooks;

class SavedTensor {
 public:
  SavedTensor() = default;

  // Raises if the tensor is an inference tensor (rule S1). An operator calls this for all tensors that it will save,
  // before it changes anything.
  static void check(const at::Tensor& tensor, std::string_view op);
  // Saves an input of the operator, with the edge that receives its gradient.
  void save(const at::Tensor& tensor, HistoryTransaction& transaction);
  // Saves an input of the operator through which no gradient flows.
  void save_constant(const at::Tensor& tensor);
  // Saves a copy of an input that the operator is about to overwrite. Nothing else can write to the copy.
  void save_copy(const at::Tensor& tensor, HistoryTransaction& transaction);
  // Saves the `output_nr`-th result of a node. The result's gradient goes to the node that saves it.
  void save_result(const at::Tensor& tensor, std::uint32_t output_nr = 0);
  // stage_result() and save_staged_result() together save a result that the operator writes. stage_result() needs
  // memory and runs before the write. save_staged_result() runs after the write and reads the new version (rule E1).
  // What is left for the second step is the program's pack hook, if there is one.
  void stage_result(const at::Tensor& tensor);
  void save_staged_result(std::uint32_t output_nr = 0);

  // Passes the tensor to the hooks, which keep it from now on. Raises if no tensor is saved, if the tensor already has
  // hooks, or if the pack hook wrote the tensor.
  void register_hooks(std::unique_ptr<torch::autograd::SavedVariableHooks> hooks);

  bool present() const { return alias_.defined() || packed_ != nullptr; }
  bool is_result() const { return is_result_; }
  // Raises BackwardSavedTensorModified if the tensor was written after it was saved (rule S2). The message names
  // `node`. A tensor that hooks keep is checked when they return it.
  void check_version(const Node& node) const {
    if (alias_.defined()) check_version(alias_, version_of(alias_), node);
  }
  // Checks the version, and brings back a tensor that hooks keep (unpacked_tensors.h), whether the node needs it or
  // not.
  void prepare(const Node& node) const {
    check_version(node);
    if (packed_ != nullptr) [[unlikely]]
      bring_back(node);
  }
  void check_version(std::string_view who) const;
  // Returns the saved tensor for computing the gradients of `owner`, or an undefined tensor if nothing was saved.
  at::Tensor get(const Node& owner) const;
  // Returns a new tensor with the saved tensor's history, whether grad mode is on or off.
  at::Tensor unpack(const Node& owner) const { return unpack(&owner); }
  at::Tensor unpack(const Node* owner) const;
  void release() { *this = SavedTensor(); }

 private:
  void keep_alias(const at::Tensor& tensor);
  void pack_by_default();
  void stage_hooks(std::unique_ptr<torch::autograd::SavedVariableHooks> hooks);
  void pack();
  at::Tensor brought_back(const Node* owner) const;
  void bring_back(const Node& node) const;
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
