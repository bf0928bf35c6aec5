// How a loss is reduced.
#pragma once

#include "engine/ops/neural_functions.h"
