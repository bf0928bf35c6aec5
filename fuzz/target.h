// Declares what a fuzz target consists of: a function that judges one input. fuzz/entry.cpp calls it for libFuzzer, and
// fuzz/fuzz_replay.cpp for inputs that are files.
//
// Each target throws Finding if the input shows a fault; any other std::exception counts as a fault as well. A
// sanitizer may end the process.
#pragma once

#include <cstddef>
#include <cstdint>

namespace modecheck::fuzz {

// Parsers: the input is the text of a file.
// A .prog file must be read or refused by TextError. A program that was read must be written and read again unchanged.
void judge_program_text(const std::uint8_t* data, std::size_t size);
// A schema must be parsed or refused by an error of the class Argument. Its text must be parsed again to the same text.
void judge_schema(const std::uint8_t* data, std::size_t size);
// The first byte chooses: a known mismatch (a .prog file with its pattern), or a cause.json. Each must be read or
// refused by KnownError.
void judge_known_issue(const std::uint8_t* data, std::size_t size);
// A file of results must be read or refused by ResultsError. Results joined with themselves must stay the same.
void judge_results(const std::uint8_t* data, std::size_t size);

// A file of tensors, modules or models (archives/archive_input.h) must be loaded or refused.
void judge_archives(const std::uint8_t* data, std::size_t size);

// The bytes are decisions (operators/custom_operators.cpp): definitions, kernels and calls of custom operators, and in
// which order registrations end. Each must succeed or be refused by an error of the engine.
void judge_custom_operators(const std::uint8_t* data, std::size_t size);

// The bytes encode a program (properties/generate/decoder.h). The subject that MODECHECK_FUZZ_SUBJECT names must do
// what the specification says. libFuzzer's entry for programs is programs/fuzz_programs.cpp, which also mutates them.
void judge_programs(const std::uint8_t* data, std::size_t size);
// The bytes encode two programs, which two threads run at the same time. Each must do what the specification says.
void judge_threads(const std::uint8_t* data, std::size_t size);

}  // namespace modecheck::fuzz
