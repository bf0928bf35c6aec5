// The precompiled header: the headers that nearly every file of this module includes. No file relies on it.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "engine/kernels/register.h"
#include "spec/operators/catalogue.h"
