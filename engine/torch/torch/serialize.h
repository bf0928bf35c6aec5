// Declares torch::save, torch::load and the other functions that read and write files of tensors.
#pragma once

#include "engine/archive/pickle_functions.h"
#include "engine/archive/safetensors.h"
#include "engine/archive/save_load.h"
#include "engine/nn/save_modules.h"
