// Edges.
#pragma once

#include "engine/autograd/node.h"
