// Converts between inputs of the fuzz target and programs, and judges a program as the target does:
//   fuzz_input to-text INPUT          prints the program that the bytes of INPUT encode
//   fuzz_input to-bytes PROG OUTPUT   writes the bytes that encode the program in PROG
//   fuzz_input judge PROG             prints what the fuzz target prints for the program in PROG; exit 1: a mismatch
//   fuzz_input record-bytes           prints the number of bytes of one command
//   fuzz_input schemas                prints the schemas of all operators, one in each line
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/programs/judge.h"
#include "properties/generate/decoder.h"
#include "spec/program/operation.h"
#include "spec/program/record.h"
#include "spec/program/text.h"

namespace {

constexpr int kWrongUse = 2;

std::optional<std::string> content_of(const char* file) {
  std::ifstream in(file, std::ios::binary);
  std::string out{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (!in.good() && !in.eof()) {
    std::fprintf(stderr, "fuzz_input: %s cannot be read\n", file);
    return std::nullopt;
  }
  return out;
}

int to_text(const char* input) {
  const std::optional<std::string> bytes = content_of(input);
  if (!bytes) return kWrongUse;
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes->data());
  std::fputs(modecheck::spec::to_text(modecheck::properties::decode(data, bytes->size())).c_str(), stdout);
  return 0;
}

int to_bytes(const char* input, const char* output) {
  const std::optional<std::string> text = content_of(input);
  if (!text) return kWrongUse;
  try {
    const std::vector<std::uint8_t> bytes = modecheck::properties::encode(modecheck::spec::parse_program(*text));
    std::ofstream out(output, std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (out.good()) return 0;
    std::fprintf(stderr, "fuzz_input: %s cannot be written\n", output);
  } catch (const modecheck::spec::TextError& error) {
    std::fprintf(stderr, "%s:%d: %s\n", input, error.line(), error.what());
  }
  return kWrongUse;
}

int judge(const char* input) {
  const std::optional<std::string> text = content_of(input);
  if (!text) return kWrongUse;
  try {
    const modecheck::spec::Program program = modecheck::spec::parse_program(*text);
    modecheck::fuzz::Judge judge(modecheck::fuzz::subject_from_environment(),
                                 modecheck::fuzz::sanctioned_holes_from_environment());
    if (judge.passes(program)) return 0;
    std::fputs(judge.mismatch(program).c_str(), stderr);
    return 1;
  } catch (const modecheck::spec::TextError& error) {
    std::fprintf(stderr, "%s:%d: %s\n", input, error.line(), error.what());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fuzz_input: %s\n", error.what());
  }
  return kWrongUse;
}

int print(std::size_t number) {
  std::printf("%zu\n", number);
  return 0;
}

int schemas() {
  for (const modecheck::spec::Operation& operation : modecheck::spec::operations())
    if (!operation.schema.text.empty()) std::printf("%s\n", std::string(operation.schema.text).c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view verb = argc > 1 ? argv[1] : "";
  if (verb == "to-text" && argc == 3) return to_text(argv[2]);
  if (verb == "to-bytes" && argc == 4) return to_bytes(argv[2], argv[3]);
  if (verb == "judge" && argc == 3) return judge(argv[2]);
  if (verb == "record-bytes" && argc == 2) return print(sizeof(modecheck::spec::Record));
  if (verb == "schemas" && argc == 2) return schemas();
  std::fputs(
      "usage: fuzz_input to-text INPUT | fuzz_input to-bytes PROG OUTPUT | fuzz_input judge PROG | fuzz_input "
      "record-bytes | fuzz_input schemas\n",
      stderr);
  return kWrongUse;
}
