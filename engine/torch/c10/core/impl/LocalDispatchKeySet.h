// Declares the thread's included and excluded key sets, and the guards that change them.
#pragma once

#include "engine/modes/local_dispatch_keys.h"
