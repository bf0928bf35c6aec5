// Declares the structs of DLPack.
#pragma once

#include "engine/api/dlpack_abi.h"
