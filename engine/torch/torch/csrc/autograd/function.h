// Nodes.
#pragma once

#include "engine/autograd/anomaly_mode.h"
#include "engine/autograd/function_hook.h"
#include "engine/autograd/node.h"
