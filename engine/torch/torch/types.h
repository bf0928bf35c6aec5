// torch:: names of at:: things.
#pragma once

#include "torch/csrc/autograd/variable.h"
#include "torch/namespace.h"
