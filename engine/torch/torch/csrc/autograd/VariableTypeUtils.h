// What the kernels of a custom operator are made of.
#pragma once

#include "ATen/ATen.h"
#include "engine/kernels/variable_type_utils.h"
