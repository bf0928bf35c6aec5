// What runs backward.
#pragma once

#include "engine/autograd/default_engine.h"
