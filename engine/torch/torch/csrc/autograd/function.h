// Declares torch::autograd::Node.
#pragma once

#include "engine/autograd/graph/anomaly_mode.h"
#include "engine/autograd/graph/function_hook.h"
#include "engine/autograd/graph/node.h"
