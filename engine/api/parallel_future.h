// Runs functions on a thread of the pool for intra-operator parallelism.
#pragma once

#include <functional>

#include "engine/dispatch/future.h"

namespace at {
inline namespace modecheck_v1 {

// Runs the function on another thread, which has the default modes. wait() rethrows the function's exception.
c10::intrusive_ptr<c10::ivalue::Future> intraop_launch_future(std::function<void()> function);
// Runs the function on another thread and returns no future, so nobody can wait for it. The function must not throw.
void intraop_launch(std::function<void()> function);

}  // namespace modecheck_v1
}  // namespace at
