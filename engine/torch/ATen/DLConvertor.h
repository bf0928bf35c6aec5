// Declares the conversion of tensors from and to DLPack.
#pragma once

#include "ATen/ATen.h"
#include "engine/api/dlpack.h"
