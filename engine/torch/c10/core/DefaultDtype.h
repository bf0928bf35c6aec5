// Declares functions that read and set the default dtype.
#pragma once

#include "engine/core/types/default_dtype.h"
