// Declares the hooks of nodes.
#pragma once

#include "engine/autograd/graph/function_hook.h"
