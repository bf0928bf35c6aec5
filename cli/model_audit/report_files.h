// Names the files to which `modecheck audit` writes its report, besides the terminal. An empty name stands for none.
#pragma once

#include <string>

namespace modecheck::cli {

struct ReportFiles {
  std::string json;
  std::string sarif;
  std::string html;
};

}  // namespace modecheck::cli
