// Declares the base class of schedulers.
#pragma once

#include "engine/optim/lr_scheduler.h"
