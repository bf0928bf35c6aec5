// at::Generator.
#pragma once

#include "engine/core/generator.h"
