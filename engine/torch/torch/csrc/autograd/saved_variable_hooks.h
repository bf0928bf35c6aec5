// Where saved tensors are kept instead of in the graph.
#pragma once

#include "engine/autograd/saved/saved_variable_hooks.h"
