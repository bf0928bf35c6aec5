// Storages.
#pragma once

#include "engine/core/memory/storage.h"
