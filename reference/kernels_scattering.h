// Elements taken together with those that an index sends to their place.
#pragma once

#include "reference/kernel_call.h"

namespace modecheck::reference {

void scatter_reduce(KernelCall& call);

}  // namespace modecheck::reference
