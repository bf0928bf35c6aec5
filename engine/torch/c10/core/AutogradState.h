// Declares c10::AutogradState, a copy of the thread's mode flags.
#pragma once

#include "engine/modes/mode_state.h"
