// Drops calls whose results the harness could not hold or could not judge.
#pragma once

#include "spec/model/state.h"

namespace modecheck::spec::limits {

// Drops the call if the harness could not hold a new result of the functional operator.
void leave_large_results(ModelState& m, const OutputMeta& meta, int count);
void leave_large_storage(ModelState& m, std::int64_t bytes);
// Drops a recorded in-place call that saves its result, if the program's pack hook raises after the write.
void leave_pack_hook_after_write(ModelState& m);
// Drops a recorded call of a custom Function that saves a stale view, if the program's pack hook raises.
void leave_pack_hook_of_stale_view(ModelState& m);
// Drops the call if the harness could not hold a view's elements.
void leave_views(ModelState& m, const Geometry* views, int count);

}  // namespace modecheck::spec::limits
