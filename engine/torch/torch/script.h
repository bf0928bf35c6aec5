// The header for programs that load TorchScript modules. It includes the whole API and declares names of TorchScript,
// whose functions raise.
#pragma once

#include "engine/jit/module.h"
#include "torch/torch.h"
