// Declares c10::intrusive_ptr.
#pragma once

#include "engine/core/memory/intrusive_ptr.h"
