// Signatures of kernels.
#pragma once

#include "engine/dispatch/cpp_signature.h"
