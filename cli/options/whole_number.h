// Parses whole numbers in option values: plain decimal numbers within a range that the error message names.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <limits>
#include <string>

#include "spec/program/quoted.h"

namespace modecheck::cli {

// Returns a check for an option: `option->transform(whole_number(1, 256))`. CLI11 itself reads 010 as eight, 0x10 as
// sixteen, and a number that is too large as the largest possible one. Here 010 is ten, and the other two are errors.
inline CLI::Validator whole_number(std::uint64_t low, std::uint64_t high) {
  const auto check = [low, high](std::string& text) -> std::string {
    const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
    std::uint64_t number = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    if (!digits || result.ec != std::errc{} || number < low || number > high)
      return fmt::format("{} is no whole number from {} to {}", spec::quoted(text), low, high);
    text = std::to_string(number);
    return "";
  };
  return {check, fmt::format("{}..{}", low, high), "whole number"};
}

// Returns a check for a seed or the number of a program.
inline CLI::Validator any_whole_number() { return whole_number(0, std::numeric_limits<std::uint64_t>::max()); }

}  // namespace modecheck::cli
