// Nodes that programs make themselves.
#pragma once

#include "torch/csrc/autograd/function.h"
