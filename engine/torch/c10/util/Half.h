// Declares c10::Half and its arithmetic.
#pragma once

#include "engine/core/types/half.h"
#include "engine/core/types/half_arithmetic.h"
