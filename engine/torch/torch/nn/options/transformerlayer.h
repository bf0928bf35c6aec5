// Declares options of modules.
#pragma once

#include "engine/nn/options/transformerlayer.h"
