// Declares functions that print tensors.
#pragma once

#include "engine/api/formatting.h"
