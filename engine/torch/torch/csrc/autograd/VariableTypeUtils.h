// What the kernels of a custom operator are made of.
#pragma once

#include "ATen/ATen.h"
#include "engine/ops/variable_type_utils.h"
