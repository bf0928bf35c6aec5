// W4: a recorded write's place in the history of what it writes. Whatever can fail does so when the write is staged,
// before a byte has changed; once the bytes have, `commit` cannot fail (E1).
#pragma once

#include <memory>

#include "engine/autograd/graph/history.h"

namespace modecheck::engine {

class StagedWrite {
 public:
  // `self`, which outlives this, will be the result `result` of a node that was recorded for several tensors, of which
  // it is the `written`-th. The write leaves its sizes and strides as they are.
  StagedWrite(const at::Tensor& self, Edge result, std::size_t written);
  ~StagedWrite();
  StagedWrite(const StagedWrite&) = delete;
  StagedWrite& operator=(const StagedWrite&) = delete;

  // The bytes have been written, and the version says so.
  void commit() noexcept;

 private:
  // For a write that becomes a part of the history of a base and its views.
  struct Rebased;

  void stage_family(const Edge& result, std::size_t written);
  void commit_family() noexcept;
  // Where the gradient of a tensor will be retained when the write is done. `place` is ordered at once, so that nothing
  // can fail afterwards.
  static NodePtr stage_retained(const at::Tensor& tensor, RetainPlace place);
  static void commit_retained(const at::Tensor& tensor, NodePtr retained_on) noexcept;

  const at::Tensor& self_;
  Edge edge_;  // of self, if the write replaces its history
  std::unique_ptr<Rebased> rebased_;
  NodePtr retained_on_;
};

}  // namespace modecheck::engine
