// One command of a program, as a record of fixed width. `canonicalize` turns any bytes into a valid record: it wraps
// each field into its range.
#pragma once

#include <array>
#include <cstdint>

#include "spec/program/limits.h"
#include "spec/program/operation.h"

namespace modecheck::spec {

struct Record {
  OperationId operation = 0;
  // r_d: the register of the first result. A second result goes to the next register; r0 follows r5.
  std::uint8_t destination = 0;
  std::uint8_t thread = 0;                               // the thread slot that runs the command
  std::array<std::uint8_t, kMaxOperands> operands{};     // the registers of the schema's tensor arguments, in order
  std::array<std::int8_t, kMaxImmediates> immediates{};  // the other arguments; `slots_of` says where each lies

  friend bool operator==(const Record& a, const Record& b) {
    return a.operation == b.operation && a.destination == b.destination && a.thread == b.thread &&
           a.operands == b.operands && a.immediates == b.immediates;
  }
};
static_assert(sizeof(Record) == 28, "programs are compared and hashed as bytes");

}  // namespace modecheck::spec
