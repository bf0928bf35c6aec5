// c10::BFloat16.
#pragma once

#include "engine/core/bfloat16.h"
#include "engine/core/half_arithmetic.h"
