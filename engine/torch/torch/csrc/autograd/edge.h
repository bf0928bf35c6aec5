// Edges.
#pragma once

#include "engine/autograd/graph/node.h"
