// The headers that many files of this folder include, precompiled. No file relies on them.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "properties/lockstep/compare.h"
#include "properties/report/table.h"
#include "spec/model/model.h"
#include "spec/program/text.h"
