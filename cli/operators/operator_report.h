// What `modecheck operator` prints.
#pragma once

#include <string>
#include <vector>

#include "cli/operators/judge_operators.h"
#include "properties/report/style.h"

namespace modecheck::cli {

struct OperatorRun {
  std::string subject;
  std::string version;
  std::uint32_t seed = 1;
  double seconds = 0;
  std::vector<OperatorReport> reports;

  std::size_t judged() const;
  std::size_t broken() const;  // operators that break a rule
};

// A table of what is broken, in which operators that do the same stand together. `verbose` adds each violation with its
// call.
std::string text_of(const OperatorRun& run, bool verbose, const properties::Style& style);

std::string json_of(const OperatorRun& run);

}  // namespace modecheck::cli
