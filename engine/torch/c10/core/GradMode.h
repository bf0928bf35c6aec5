// Grad mode.
#pragma once

#include "engine/modes/grad_mode.h"
