// Declares torch::autograd::Edge.
#pragma once

#include "engine/autograd/graph/node.h"
