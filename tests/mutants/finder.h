// Parses C++ with libclang and finds the code that mutants replace.
#pragma once

#include <clang-c/Index.h>

#include <set>
#include <string>
#include <vector>

#include "tests/mutants/found.h"

namespace modecheck::mutants {

class Finder {
 public:
  // `root` is the folder that file names are relative to. `options` are further compiler options; the language and its
  // version are always passed.
  explicit Finder(std::string root, std::vector<std::string> options = {});
  ~Finder();
  Finder(const Finder&) = delete;
  Finder& operator=(const Finder&) = delete;

  // Returns the mutants of a file in the order of their positions. Throws std::runtime_error if the file does not
  // compile.
  Found find(const std::string& file) const;

  // Compiles `text` as if it were the content of that file, and returns the numbers of the lines with errors.
  std::set<std::size_t> wrong_lines(const std::string& file, const std::string& text) const;

 private:
  CXTranslationUnit parse(const std::string& file, const std::string* text) const;

  std::string root_;
  std::vector<std::string> options_;
  CXIndex index_;
};

}  // namespace modecheck::mutants
