// The precompiled header for files of engine/autograd: it has the includes that most of them need. Each file still
// includes itself what it uses.
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
