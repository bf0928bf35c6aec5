// Declares c10::Dict.
#pragma once

#include "engine/dispatch/dict.h"
