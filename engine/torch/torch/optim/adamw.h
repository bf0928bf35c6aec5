// Declares an optimizer.
#pragma once

#include "engine/optim/adamw.h"
