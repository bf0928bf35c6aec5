// The structs of DLPack.
#pragma once

#include "engine/ops/dlpack_abi.h"
