// Declares c10::ArrayRef.
#pragma once

#include "engine/core/types/array_ref.h"
