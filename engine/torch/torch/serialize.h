// torch::save and torch::load.
#pragma once

#include "engine/nn/save_modules.h"
#include "engine/ops/serialize.h"
