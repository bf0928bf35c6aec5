// libtorch declares derivative formulas here. In this engine they are in engine/derivatives, and programs cannot call
// them.
#pragma once

#include "torch/csrc/autograd/function.h"
