// Numbers.
#pragma once

#include "engine/core/types/scalar.h"
