// Writes the text of all C++ API files that are generated from the catalogue of operators.
#pragma once

#include <vector>

#include "engine/api/generate/file.h"
#include "engine/api/generate/row.h"

namespace modecheck::generate {

std::vector<File> files(const std::vector<Row>& rows);

}  // namespace modecheck::generate
