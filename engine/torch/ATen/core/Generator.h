// Declares at::Generator.
#pragma once

#include "engine/core/types/generator.h"
