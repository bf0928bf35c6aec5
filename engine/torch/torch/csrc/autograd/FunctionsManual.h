// The formulas of derivatives. Here they stand with their operators, in engine/derivatives, and are no functions to be
// called.
#pragma once

#include "torch/csrc/autograd/function.h"
