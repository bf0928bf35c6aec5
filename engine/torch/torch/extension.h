// The header for extensions: it includes the whole API and the registration of custom operators.
#pragma once

#include "torch/library.h"
#include "torch/torch.h"
