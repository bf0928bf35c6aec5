// What programs that load TorchScript modules include: the whole API, and the names of what is not built.
#pragma once

#include "engine/jit/module.h"
#include "torch/torch.h"
