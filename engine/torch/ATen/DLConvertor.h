// DLPack.
#pragma once

#include "ATen/ATen.h"
#include "engine/api/dlpack.h"
