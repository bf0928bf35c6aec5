// Declares at::Philox4_32.
#pragma once

#include "engine/core/types/philox.h"
