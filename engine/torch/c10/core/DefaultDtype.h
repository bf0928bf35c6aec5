// The default dtype.
#pragma once

#include "engine/core/default_dtype.h"
