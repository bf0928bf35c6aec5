// Declares the base class of optimizers.
#pragma once

#include "engine/optim/optimizer.h"
