// How the rows of the catalogue are declared in C++.
#pragma once

#include <set>
#include <string>

namespace modecheck::witness {

// "mm(Tensor,Tensor)", and of a row that writes `out` both "mm_out(Tensor,Tensor,Tensor)" and "mm_outf(...)".
std::set<std::string> catalogue_signatures();

}  // namespace modecheck::witness
