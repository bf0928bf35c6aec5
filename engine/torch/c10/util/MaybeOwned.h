// Declares c10::MaybeOwned.
#pragma once

#include <utility>

#include "c10/util/Optional.h"
#include "engine/core/memory/maybe_owned.h"
