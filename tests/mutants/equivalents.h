// The mutants that nobody can tell from the original, each with the reason: a list that is kept with the sources.
#pragma once

#include <map>
#include <string>

namespace modecheck::mutants {

// The reasons by the mutant's key. equivalent.txt, `#` for comments:
//
//   mutant engine/autograd/graph/node.cpp
//   in     if (count > limit) grow();
//   from   count > limit
//   to     (count) >= (limit)
//   nth    2
//   why    One sentence.
//
// `in` is the line where the change begins; `nth` may be left out if there is only one such mutant in the file. Throws
// std::runtime_error for a line that is none of these, and for an entry without a part.
std::map<std::string, std::string> read_equivalents(const std::string& path);

}  // namespace modecheck::mutants
