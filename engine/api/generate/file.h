// The path and the text of one generated file.
#pragma once

#include <string>

namespace modecheck::generate {

struct File {
  std::string path;  // the path of the file, relative to the root of the repository
  std::string text;
};

}  // namespace modecheck::generate
