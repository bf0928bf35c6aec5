// Defines FORWARD_HAS_DEFAULT_ARGS.
#pragma once

#include "engine/nn/containers/forward_has_default_args.h"
