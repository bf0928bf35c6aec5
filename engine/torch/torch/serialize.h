// torch::save and torch::load.
#pragma once

#include "engine/ops/serialize.h"
