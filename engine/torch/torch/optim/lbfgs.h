// Declares an optimizer.
#pragma once

#include "engine/optim/lbfgs.h"
