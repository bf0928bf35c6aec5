// Tests canonicalize, which brings a record of arbitrary bytes into the ranges of its operation, so that every fuzzer
// input is a program.
#include "spec/program/slots.h"

#include <gtest/gtest.h>

#include "spec/program/operation.h"

namespace modecheck::spec {
namespace {

TEST(Slots, WhatIsBeyondARangeBeginsAnew) {
  const auto count = static_cast<OperationId>(operations().size());
  for (OperationId id = 0; id < count; ++id) {
    Record within;
    within.operation = id;
    within.destination = 4;
    within.thread = 1;
    within.operands.fill(2);
    within.immediates.fill(1);
    Record beyond = within;
    beyond.operation = static_cast<OperationId>(id + count);
    beyond.destination += 2 * kRegisters;
    beyond.thread += 3 * kThreads;
    for (std::uint8_t& operand : beyond.operands) operand += kRegisters;
    canonicalize(within);
    canonicalize(beyond);
    EXPECT_EQ(beyond, within) << operation(id).name;
    // Calling canonicalize a second time must change nothing.
    Record again = beyond;
    canonicalize(again);
    EXPECT_EQ(again, beyond) << operation(id).name;
  }
}

TEST(Slots, EachRangeIsThatOfSomeArgument) {
  for (const operators::ArgumentRange& range : operators::argument_ranges) {
    bool used = false;
    for (const Operation& row : operations())
      for (std::size_t i = 0; i < row.schema.argument_count; ++i)
        used = used || operators::is_about(range, row.schema.arguments[i]);
    EXPECT_TRUE(used) << range.arguments;
  }
}

TEST(Slots, NumbersAreWithinTheirRanges) {
  for (std::size_t id = 0; id < operations().size(); ++id) {
    const SlotLayout& layout = slots_of(static_cast<OperationId>(id));
    for (int byte = -128; byte < 128; ++byte) {
      Record record;
      record.operation = static_cast<OperationId>(id);
      record.immediates.fill(static_cast<std::int8_t>(byte));
      canonicalize(record);
      for (std::size_t i = 0; i < kMaxImmediates; ++i) {
        const int value = record.immediates[i];
        // The operation does not read every slot of its record. A slot that it does not read is zero, even if zero is
        // outside the slot's range.
        const bool is_within =
            i < layout.immediate_count && value >= layout.ranges[i].low && value <= layout.ranges[i].high;
        EXPECT_TRUE(value == 0 || is_within) << operation(record.operation).name << ": " << value;
      }
    }
  }
}

}  // namespace
}  // namespace modecheck::spec
