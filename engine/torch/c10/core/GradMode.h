// Declares c10::GradMode and its guards.
#pragma once

#include "engine/modes/grad_mode.h"
