// Adds a recorded write to the history of the written tensor (rule W4). Every step that can fail happens in the
// constructor, before any byte changes. `commit`, which runs after the write, cannot fail (rule E1).
#pragma once

#include <memory>

#include "engine/autograd/graph/history.h"

namespace modecheck::engine {

class StagedWrite {
 public:
  // Prepares the new history of `self`, which becomes the edge `result` when the write succeeds. `written` is the
  // position of `self` among the tensors for which the node of `result` was recorded. `self` must outlive this object,
  // and the write must keep its sizes and strides.
  StagedWrite(const at::Tensor& self, Edge result, std::size_t written);
  ~StagedWrite();
  StagedWrite(const StagedWrite&) = delete;
  StagedWrite& operator=(const StagedWrite&) = delete;

  // Replaces the history of `self`. Called after the bytes have been written and the version has been bumped.
  void commit() noexcept;

 private:
  // The data that is needed if the write becomes part of the history of a base and its views.
  struct Rebased;

  void stage_family(const Edge& result, std::size_t written);
  void commit_family() noexcept;
  // Prepares to retain the tensor's gradient at `place` after the write, and returns the node of `place`. The hook is
  // added at once, so that committing cannot fail.
  static NodePtr stage_retained(const at::Tensor& tensor, RetainPlace place);
  static void commit_retained(const at::Tensor& tensor, NodePtr retained_on) noexcept;

  const at::Tensor& self_;
  Edge edge_;  // the new edge of `self`, if the write replaces its history
  std::unique_ptr<Rebased> rebased_;
  NodePtr retained_on_;
};

}  // namespace modecheck::engine
