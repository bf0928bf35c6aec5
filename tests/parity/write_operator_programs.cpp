// Writes the programs of operator_programs.h for other programs to run. Each program is the number of its records in 32
// bits, followed by the records.
//   write_operator_programs EXAMPLES
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "tests/parity/operator_programs.h"

int main(int argc, char** argv) {
  constexpr int kCommands = 6;
  const int examples = argc == 2 ? std::atoi(argv[1]) : 0;
  if (examples <= 0) {
    std::fputs("usage: write_operator_programs EXAMPLES\n", stderr);
    return 2;
  }
  for (const modecheck::parity::OperatorPrograms& found : modecheck::parity::operator_programs(examples, kCommands))
    for (const modecheck::spec::Program& program : found.programs) {
      const auto count = static_cast<std::uint32_t>(program.records.size());
      std::fwrite(&count, sizeof count, 1, stdout);
      std::fwrite(program.records.data(), sizeof(modecheck::spec::Record), count, stdout);
    }
  return std::fflush(stdout) == 0 ? 0 : 2;
}
