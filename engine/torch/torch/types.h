// Makes the types of at:: available in torch::.
#pragma once

#include "torch/csrc/autograd/variable.h"
#include "torch/namespace.h"
