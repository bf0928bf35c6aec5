// What autograd remembers about a tensor.
#pragma once

#include "engine/autograd/autograd_meta.h"
#include "engine/autograd/history.h"
#include "engine/autograd/make_variable.h"
#include "engine/ops/factories.h"
