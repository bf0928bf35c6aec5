// Declares the guards of grad mode.
#pragma once

#include "engine/modes/grad_mode.h"
