// A tensor kept for backward (S1, S2): an alias without history, the version it had, and where its own gradient goes if
// backward is itself recorded.
#pragma once

#include <string_view>

#include "engine/autograd/history.h"

namespace modecheck::engine {

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

  bool present() const { return alias_.defined(); }
  // S2: raises if the tensor was written since it was saved. `node` names who saved it.
  void check_version(const Node& node) const;
  // The saved tensor, to compute with. Undefined if nothing was saved.
  at::Tensor get(const Node& owner) const;
  // A tensor of its own with the saved one's history, whatever the grad mode.
  at::Tensor unpack(const Node& owner) const;
  void release() { *this = SavedTensor(); }

 private:
  at::Tensor alias_;
  Edge edge_;
  std::uint32_t version_ = 0;
  bool is_result_ = false;
};

}  // namespace modecheck::engine
