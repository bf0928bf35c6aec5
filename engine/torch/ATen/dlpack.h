// The structs of DLPack.
#pragma once

#include "engine/api/dlpack_abi.h"
