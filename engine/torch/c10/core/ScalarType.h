// Element types.
#pragma once

#include "engine/core/scalar_type.h"
