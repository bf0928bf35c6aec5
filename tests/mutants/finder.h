// Reads C++ with libclang and finds the places that mutants are made of.
#pragma once

#include <clang-c/Index.h>

#include <set>
#include <string>
#include <vector>

#include "tests/mutants/found.h"

namespace modecheck::mutants {

class Finder {
 public:
  // `root`: the folder that files are named from. `options`: the compiler's, beside the language and its version.
  explicit Finder(std::string root, std::vector<std::string> options = {});
  ~Finder();
  Finder(const Finder&) = delete;
  Finder& operator=(const Finder&) = delete;

  // In the order of the places. Throws std::runtime_error if the file does not compile.
  Found find(const std::string& file) const;

  // The lines on which `text` does not compile, read as that file.
  std::set<std::size_t> wrong_lines(const std::string& file, const std::string& text) const;

 private:
  CXTranslationUnit parse(const std::string& file, const std::string* text) const;

  std::string root_;
  std::vector<std::string> options_;
  CXIndex index_;
};

}  // namespace modecheck::mutants
