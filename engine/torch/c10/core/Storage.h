// Storages.
#pragma once

#include "engine/core/storage.h"
