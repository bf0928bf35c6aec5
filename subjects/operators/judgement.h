// What was found about an operator.
#pragma once

#include <string>
#include <vector>

namespace modecheck::operators {

struct Violation {
  std::string rule;       // the id of the rule, such as "V3"
  std::string what;       // what the operator did
  std::string missing;    // the kernel or the annotation whose absence explains it; may be empty
  std::string situation;  // which tensors in which mode
  std::string call;       // the call that shows it
};

struct Judgement {
  std::string schema;
  std::string not_judged;  // why the operator was not judged; empty if it was
  int calls = 0;           // calls that succeeded on drawn arguments and were judged in all situations
  std::vector<Violation> violations;
  std::vector<std::string> skipped;  // checks that could not be made, each with the reason
};

}  // namespace modecheck::operators
