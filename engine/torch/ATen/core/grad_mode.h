// Declares the grad mode guards.
#pragma once

#include "engine/modes/grad_mode.h"
