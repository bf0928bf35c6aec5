// The list of equivalent mutants: no program can distinguish them from the original, and each entry gives the reason.
#pragma once

#include <map>
#include <string>

namespace modecheck::mutants {

// Returns the reasons by the mutant's key. The file equivalent.txt has this form, with `#` for comments:
//
//   mutant engine/autograd/graph/node.cpp
//   in     if (count > limit) grow();
//   from   count > limit
//   to     (count) >= (limit)
//   nth    2
//   why    One sentence.
//
// `in` is the line where the change begins; `nth` may be left out if the file has only one such mutant. Throws
// std::runtime_error for a line of another form, and for an incomplete entry.
std::map<std::string, std::string> read_equivalents(const std::string& path);

}  // namespace modecheck::mutants
