// The thread's flags.
#pragma once

#include "engine/modes/mode_state.h"
