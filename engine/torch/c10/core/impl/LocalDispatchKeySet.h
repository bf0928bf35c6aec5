// The thread's key sets, and the guards that change them.
#pragma once

#include "engine/modes/local_dispatch_keys.h"
