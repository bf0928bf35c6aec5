// Lists the operators for which the C++ API is generated, in the order of the catalogue.
#pragma once

#include <istream>
#include <string>
#include <vector>

#include "engine/api/generate/row.h"

namespace modecheck::generate {

std::vector<Row> rows();

// Sets the dtypes of each row from the lines "name: dtypes" of dtypes.txt. Returns the names in these lines that no
// operator has.
std::vector<std::string> read_dtypes(std::istream& lines, std::vector<Row>& rows);

}  // namespace modecheck::generate
