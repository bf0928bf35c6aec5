// Work of its own on a thread of the operators' pool.
#pragma once

#include <functional>

#include "engine/dispatch/future.h"

namespace at {
inline namespace modecheck_v1 {

// Runs on another thread, with that thread's modes: the defaults. What it throws is what wait() throws.
c10::intrusive_ptr<c10::ivalue::Future> intraop_launch_future(std::function<void()> function);
// The same for work that nobody waits for, and that must not throw.
void intraop_launch(std::function<void()> function);

}  // namespace modecheck_v1
}  // namespace at
