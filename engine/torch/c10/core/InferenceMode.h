// The mode.
#pragma once

#include "engine/modes/inference_mode.h"
