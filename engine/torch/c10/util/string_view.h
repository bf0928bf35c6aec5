// Declares c10::string_view.
#pragma once

#include "engine/core/types/array_ref.h"
