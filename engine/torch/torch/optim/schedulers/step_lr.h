// Declares torch::optim::StepLR.
#pragma once

#include "engine/optim/step_lr.h"
