// The mode of a thread as a value.
#pragma once

#include "engine/modes/thread_local_state.h"
