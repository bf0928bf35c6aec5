// What runs backward.
#pragma once

#include "engine/autograd/graph/default_engine.h"
