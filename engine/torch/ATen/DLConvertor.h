// DLPack.
#pragma once

#include "ATen/ATen.h"
#include "engine/ops/dlpack.h"
