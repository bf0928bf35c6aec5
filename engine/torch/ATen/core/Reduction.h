// Declares at::Reduction, which says how a loss is reduced.
#pragma once

#include "engine/composites/neural_functions.h"
