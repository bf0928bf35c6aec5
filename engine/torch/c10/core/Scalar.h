// Numbers.
#pragma once

#include "engine/core/scalar.h"
