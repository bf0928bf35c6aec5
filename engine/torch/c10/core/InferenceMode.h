// Declares c10::InferenceMode.
#pragma once

#include "engine/modes/inference_mode.h"
