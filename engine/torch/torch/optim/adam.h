// Declares an optimizer.
#pragma once

#include "engine/optim/adam.h"
