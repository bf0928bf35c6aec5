// The headers that many files of this folder include, precompiled. No file relies on them.
#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/report/run_report.h"
