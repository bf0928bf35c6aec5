// Tensors kept for backward.
#pragma once

#include "engine/autograd/saved_variable.h"
#include "engine/ops/factories.h"
