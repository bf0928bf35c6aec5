// The thread's key sets, and the guard that excludes keys.
#pragma once

#include "engine/modes/exclude_keys.h"
#include "engine/modes/mode_state.h"
