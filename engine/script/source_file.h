// Declares SourceFile, a parsed file of an archive's folder `code`.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/script/class_source.h"
#include "engine/script/function_source.h"

namespace modecheck::engine::script {

struct SourceFile {
  // Returns the first class or function with this name, or null.
  ClassSource* find_class(const std::string& name);
  FunctionSource* find_function(const std::string& name);

  std::string path;
  std::vector<ClassSource> classes;
  std::vector<FunctionSource> functions;
  // Places by name. parse_file() sets them when the file is read.
  std::unordered_map<std::string, std::size_t> class_places;
  std::unordered_map<std::string, std::size_t> function_places;
};

}  // namespace modecheck::engine::script
