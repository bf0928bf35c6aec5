// Declares c10::Storage.
#pragma once

#include "engine/core/memory/storage.h"
