// Declares an optimizer.
#pragma once

#include "engine/optim/adagrad.h"
