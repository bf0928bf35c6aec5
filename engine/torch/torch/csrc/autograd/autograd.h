// backward and grad.
#pragma once

#include "engine/autograd/autograd.h"
