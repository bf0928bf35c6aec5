// Declares torch::optim.
#pragma once

#include "engine/optim/adagrad.h"
#include "engine/optim/adam.h"
#include "engine/optim/adamw.h"
#include "engine/optim/lbfgs.h"
#include "engine/optim/lr_scheduler.h"
#include "engine/optim/optimizer.h"
#include "engine/optim/rmsprop.h"
#include "engine/optim/serialize.h"
#include "engine/optim/sgd.h"
#include "engine/optim/step_lr.h"
