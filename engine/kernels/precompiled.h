// The precompiled header: it has the includes that nearly every file of this module needs. Each file still includes
// itself what it uses.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "engine/kernels/register.h"
#include "spec/operators/catalogue.h"
