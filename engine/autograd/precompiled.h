// Precompiled header with includes that many files of engine/autograd need. Each file still includes what it uses.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "engine/autograd/graph/autograd_meta.h"
#include "engine/autograd/graph/history.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/memory/thread_state.h"
#include "engine/dispatch/call.h"
#include "spec/operators/copy.h"
