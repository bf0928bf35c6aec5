// Keys.
#pragma once

#include "engine/core/dispatch_key_set.h"
