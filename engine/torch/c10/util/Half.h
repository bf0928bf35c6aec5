// c10::Half.
#pragma once

#include "engine/core/types/half.h"
#include "engine/core/types/half_arithmetic.h"
