// Parses C++ with libclang and finds the places for mutants.
#pragma once

#include <clang-c/Index.h>

#include <set>
#include <string>
#include <vector>

#include "tests/mutants/found.h"

namespace modecheck::mutants {

class Finder {
 public:
  // `root` is the folder that file names are relative to. `options` are compiler options besides the language and its
  // version.
  explicit Finder(std::string root, std::vector<std::string> options = {});
  ~Finder();
  Finder(const Finder&) = delete;
  Finder& operator=(const Finder&) = delete;

  // Returns the mutants in the order of their places. Throws std::runtime_error if the file does not compile.
  Found find(const std::string& file) const;

  // Compiles `text` as if it were that file, and returns the lines with errors.
  std::set<std::size_t> wrong_lines(const std::string& file, const std::string& text) const;

 private:
  CXTranslationUnit parse(const std::string& file, const std::string* text) const;

  std::string root_;
  std::vector<std::string> options_;
  CXIndex index_;
};

}  // namespace modecheck::mutants
