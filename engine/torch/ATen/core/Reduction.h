// Declares at::Reduction, which says whether a loss function returns every loss, their mean, or their sum.
#pragma once

#include "engine/composites/neural_functions.h"
