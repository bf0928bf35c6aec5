// Declares at::ThreadLocalState, the mode state of a thread as a value.
#pragma once

#include "engine/modes/thread_local_state.h"
