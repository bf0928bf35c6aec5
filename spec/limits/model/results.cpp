#include "spec/limits/model/results.h"

#include "spec/model/tensors.h"

namespace modecheck::spec::limits {

void leave_large_storage(ModelState& m, std::int64_t bytes) {
  m.leave_unspecified(Unspecified::StorageTooLarge, bytes > kMaxStorageBytes);
}

void leave_large_results(ModelState& m, const OutputMeta& meta, int count) {
  m.leave_unspecified(meta.beyond_limits);
  leave_large_storage(m, (meta.result.numel() + meta.extra_capacity_of_first) * item_size(meta.result.dtype));
  // The storage of a result may be larger or smaller than the number of its elements says, because elements may share
  // memory or leave gaps.
  if (meta.reasons.none()) leave_large_storage(m, fresh_bytes(meta.result));
  for (int i = 0; i < count - 1; ++i)
    leave_large_storage(
        m, (meta.others[at(i)].numel() + meta.extra_capacity[at(i)]) * item_size(meta.others[at(i)].dtype));
}

void leave_pack_hook_after_write(ModelState& m) {
  m.leave_unspecified(Unspecified::PackHookAfterWrite, m.mode->saved_tensors_hooks == SavedTensorsHooks::RaiseInPack);
}

void leave_pack_hook_of_stale_view(ModelState& m) {
  m.leave_unspecified(Unspecified::PackHookOfAStaleView, m.mode->saved_tensors_hooks == SavedTensorsHooks::RaiseInPack);
}

void leave_views(ModelState& m, const Geometry* views, int count) {
  for (int i = 0; i < count; ++i) m.leave_unspecified(Unspecified::TooManyElements, views[i].numel() > kMaxElements);
}

}  // namespace modecheck::spec::limits
