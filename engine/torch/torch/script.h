// The header for programs that load TorchScript modules. It includes the whole API and torch::jit.
#pragma once

#include "engine/jit/load.h"
#include "engine/jit/module.h"
#include "torch/torch.h"
