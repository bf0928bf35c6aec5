// Declares the autograd state of tensors.
#pragma once

#include "engine/api/factories.h"
#include "engine/autograd/graph/autograd_meta.h"
#include "engine/autograd/graph/history.h"
#include "engine/autograd/graph/make_variable.h"
