// Modules.
#pragma once

#include "torch/nn/cloneable.h"
#include "torch/nn/module.h"
#include "torch/nn/pimpl.h"
