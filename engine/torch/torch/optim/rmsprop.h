// Declares an optimizer.
#pragma once

#include "engine/optim/rmsprop.h"
