// c10::Half.
#pragma once

#include "engine/core/half.h"
#include "engine/core/half_arithmetic.h"
