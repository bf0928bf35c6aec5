// What a subject does with the program of a known mismatch.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace modecheck::properties {

struct KnownAnswer {
  enum class Kind : std::uint8_t {
    Shows,      // the program mismatches, and the entry recognises the mismatch
    Otherwise,  // the program mismatches in another way
    Agrees,  // every command that the model does not drop was compared, and the subject agrees with the specification
    NotJudged,  // a command was not judged: the subject does not have the operator, for example
  };

  Kind kind = Kind::NotJudged;
  std::string mismatch;  // the signature of the mismatch as text, if there is one
};

// Returns the answer's name, for example "shows".
constexpr std::string_view name_of(KnownAnswer::Kind kind) {
  switch (kind) {
    case KnownAnswer::Kind::Shows:
      return "shows";
    case KnownAnswer::Kind::Otherwise:
      return "otherwise";
    case KnownAnswer::Kind::Agrees:
      return "agrees";
    case KnownAnswer::Kind::NotJudged:
      return "not judged";
  }
  return "";
}

}  // namespace modecheck::properties
