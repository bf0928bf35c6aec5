// c10::BFloat16.
#pragma once

#include "engine/core/types/bfloat16.h"
#include "engine/core/types/half_arithmetic.h"
