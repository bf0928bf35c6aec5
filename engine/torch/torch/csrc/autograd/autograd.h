// backward and grad.
#pragma once

#include "engine/autograd/user/autograd.h"
