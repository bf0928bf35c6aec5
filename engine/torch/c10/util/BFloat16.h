// Declares c10::BFloat16 and its arithmetic.
#pragma once

#include "engine/core/types/bfloat16.h"
#include "engine/core/types/half_arithmetic.h"
