// A CallPlan says what a program of a sweep does: the commands that make a situation, one call, and an ending.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "spec/program/operation.h"
#include "spec/program/record.h"

namespace modecheck::properties {

// What the program does after the call. The result is what the call returned or wrote.
enum class Ending : std::uint8_t {
  Nothing,
  Backward,               // backward from the result
  Gradient,               // the gradient of the result with respect to some register
  SecondDerivative,       // grad_twice of the result
  WriteArgument,          // an in-place product on the argument, and then backward from the result
  WriteResult,            // an in-place product on the result, and then backward from it
  LeaveAndDifferentiate,  // leaves the innermost guard, multiplies the result by itself, and runs backward from that
};
inline constexpr std::array kEndings{Ending::Nothing,
                                     Ending::Backward,
                                     Ending::Gradient,
                                     Ending::SecondDerivative,
                                     Ending::WriteArgument,
                                     Ending::WriteResult,
                                     Ending::LeaveAndDifferentiate};

// Returns the ending in words: "backward from the result".
std::string_view text_of(Ending ending);

struct CallPlan {
  std::vector<spec::Record> before;  // the commands that make the situation
  spec::OperationId operation = 0;   // what is called
  int reg = 0;                       // the register that the call takes, mostly as its first argument
  Ending ending = Ending::Nothing;
};

}  // namespace modecheck::properties
