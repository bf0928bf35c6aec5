// These macros print an expression and its value.
#pragma once

#include <cstdio>
#include <exception>
#include <sstream>
#include <string>

#include "tests/parity/print.h"

namespace modecheck::parity {

template <typename T>
void say(const char* name, const T& value) {
  std::ostringstream text;
  text << value;
  std::printf("%s %s\n", name, text.str().c_str());
}

// Prints whether the call raises an error.
template <typename Call>
void rejects(const char* name, const Call& call) {
  const char* said = "taken";
  try {
    call();
  } catch (const std::exception&) {
    said = "raised";
  }
  std::printf("%s %s\n", name, said);
}

}  // namespace modecheck::parity

#define SAY(expression) ::modecheck::parity::say(#expression, expression)
#define PRINT(expression) ::modecheck::parity::print(#expression, expression)
#define REJECTS(expression) ::modecheck::parity::rejects(#expression, [&] { static_cast<void>(expression); })
