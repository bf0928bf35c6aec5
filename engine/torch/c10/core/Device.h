// Declares c10::Device.
#pragma once

#include "engine/core/types/device.h"
