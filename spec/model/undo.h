// Rule E1: a rejected command changes nothing. The checks of a command may change something, and the model records
// these changes here. If the command is then rejected or dropped, the model takes the changes back.
#pragma once

#include <cstddef>
#include <vector>

#include "spec/limits/model/marks.h"
#include "spec/model/tensor_hook.h"

namespace modecheck::spec {

struct ModelState;

struct Undo {
  struct Refreshed {
    TensorId tensor = 0;
    NodeId grad_fn = 0;
    std::int32_t refreshed_at = 0;
    HistoryId history = 0;
    std::uint8_t output_nr = 0;
    RetainedGradient retained;
  };
  struct MarkedStorage {
    StorageId storage = 0;
    StorageMarks before;
  };
  // False if changes stay: after a custom Function or a backward, or if keep_refreshed kept some.
  bool possible = false;
  std::vector<Refreshed> refreshed;
  std::vector<TensorId> given_accumulators;  // leaves to which the command gave their first AccumulateGrad node
  std::vector<MarkedStorage> marked_storages;
  // How many of the first two lists stay if the command is rejected.
  std::size_t kept_refreshed = 0;
  std::size_t kept_accumulators = 0;

  void clear();
};

void remember_before_refresh(ModelState& m, TensorId id);
void undo_work(ModelState& m);
// Keeps the views that the command has regenerated so far, and the AccumulateGrad nodes that they lead to, if the
// command is rejected later. If it is dropped, no subject runs it, so they are taken back.
void keep_refreshed(ModelState& m);
// Makes the command's changes so far permanent, even if the command is rejected later.
void keep_work(ModelState& m);

}  // namespace modecheck::spec
