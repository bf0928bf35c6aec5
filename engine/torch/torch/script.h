// The header for programs that load TorchScript modules: the whole API, and TorchScript names whose functions raise.
#pragma once

#include "engine/jit/module.h"
#include "torch/torch.h"
