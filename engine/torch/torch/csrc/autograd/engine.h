// Declares torch::autograd::Engine, which runs backward.
#pragma once

#include "engine/autograd/graph/default_engine.h"
