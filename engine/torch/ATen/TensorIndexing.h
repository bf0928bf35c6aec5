// Declares indexing of tensors as in Python.
#pragma once

#include "ATen/ATen.h"
