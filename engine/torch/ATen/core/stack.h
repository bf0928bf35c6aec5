// Declares torch::jit::Stack, the stack of a boxed call.
#pragma once

#include "engine/dispatch/stack.h"
