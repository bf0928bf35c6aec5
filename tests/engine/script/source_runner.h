// Compiles and calls TorchScript sources that a test gives as text.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/script/compilation_unit.h"
#include "engine/script/object.h"
#include "engine/script/value_functions.h"

namespace modecheck::engine::script {

using SourceFiles = std::map<std::string, std::string>;

inline std::shared_ptr<CompilationUnit> unit_of(SourceFiles files, std::vector<Value> constants = {}) {
  return CompilationUnit::make(
      [files = std::move(files)](const std::string& path) -> std::optional<std::string> {
        const auto found = files.find(path);
        if (found == files.end()) return std::nullopt;
        return found->second;
      },
      std::move(constants));
}

// Calls the function `f` of the source, which is the file code/__torch__.py.
inline Value run_source(const std::string& source, std::vector<Value> arguments = {}) {
  const auto unit = unit_of({{"code/__torch__.py", source}});
  return unit->find_function("__torch__.f").call(std::move(arguments));
}

// Returns the text of the value of an expression.
inline std::string text_of(const std::string& expression) {
  return to_text(run_source("def f():\n  return " + expression + "\n"), true);
}

// Returns the error of compiling and running the source, or "no error".
inline std::string error_of(const std::string& source, std::vector<Value> arguments = {}) {
  try {
    run_source(source, std::move(arguments));
  } catch (const std::exception& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace modecheck::engine::script
