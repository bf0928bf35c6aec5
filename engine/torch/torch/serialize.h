// Declares torch::save and torch::load.
#pragma once

#include "engine/api/serialize.h"
#include "engine/nn/save_modules.h"
