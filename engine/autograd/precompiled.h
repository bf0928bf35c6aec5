// What many files of this room include, for the compiler to read once. No file relies on it.
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
