// Declares SourceFile, a parsed file of an archive's folder `code`.
#pragma once

#include <string>
#include <vector>

#include "engine/script/class_source.h"
#include "engine/script/function_source.h"

namespace modecheck::engine::script {

struct SourceFile {
  std::string path;
  std::vector<ClassSource> classes;
  std::vector<FunctionSource> functions;
};

}  // namespace modecheck::engine::script
