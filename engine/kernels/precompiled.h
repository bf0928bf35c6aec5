// What nearly every file of this room includes, for the compiler to read once. No file relies on it.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "engine/kernels/register.h"
#include "spec/operators/catalogue.h"
