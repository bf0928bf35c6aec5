// The precompiled header: it has the includes that nearly every file of torch::nn and torch::optim needs. Each file
// still includes itself what it uses.
#pragma once

#include "engine/nn/cloneable.h"
#include "engine/nn/module_holder.h"
#include "engine/nn/operators.h"
