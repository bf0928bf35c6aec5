// Declares torch::autograd::SavedVariable.
#pragma once

#include "engine/api/factories.h"
#include "engine/autograd/saved/saved_variable.h"
