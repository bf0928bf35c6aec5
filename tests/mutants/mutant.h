// One change of one place in the sources.
#pragma once

#include <cstddef>
#include <string>

namespace modecheck::mutants {

struct Mutant {
  // What may stand in the place: any value, a condition, or an expression that is a statement of its own.
  enum class Form { Value, Condition, Statement };

  std::string file;  // from the root of the sources
  std::string kind;
  Form form = Form::Value;
  std::size_t begin = 0;  // the place, in bytes of the file
  std::size_t end = 0;
  std::size_t line = 0;
  std::string original;  // on one line, without comments
  std::string mutated;
  std::string line_text;  // the line where the place begins, without what it is indented by
  int occurrence = 1;     // of mutants that agree in all of the above but the place

  // What it is called in lists: neither numbers nor lines, which change with every edit of the file.
  std::string key() const {
    return file + "\t" + line_text + "\t" + original + "\t" + mutated + "\t" + std::to_string(occurrence);
  }
};

}  // namespace modecheck::mutants
