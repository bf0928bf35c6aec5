// Declares an optimizer.
#pragma once

#include "engine/optim/sgd.h"
