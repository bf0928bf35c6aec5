// The error that is thrown if the text of a program cannot be read.
#pragma once

#include <stdexcept>
#include <string>

namespace modecheck::spec {

class TextError : public std::runtime_error {
 public:
  // `what` says what was read and what was expected instead. `line` counts from 1.
  TextError(int line, const std::string& what) : std::runtime_error(what), line_(line) {}
  int line() const { return line_; }

 private:
  int line_;
};

}  // namespace modecheck::spec
