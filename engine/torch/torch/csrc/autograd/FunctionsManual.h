// libtorch declares derivative formulas in this header. In this engine the formulas are in engine/derivatives, and
// programs cannot call them.
#pragma once

#include "torch/csrc/autograd/function.h"
