// Includes the headers that many files of this folder include, so that they are precompiled once. Every file still
// includes what it needs.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/layout.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/copy.h"
