// Compares the answers of the specification to programs with the answers that a file holds beside the programs. A
// campaign does not notice that the model has become more lenient: that it accepts another error, or drops a command
// that it judged before. Here such a change shows as a changed file.
//
//   answers choose COUNT            prints some of the first COUNT programs of seed 1. Together they have every
//                                   operation with every outcome and every kind of first operand that the COUNT
//                                   programs have
//   answers write FILE              writes the answers into the file, beside the programs
//   answers check FILE              prints the answers that have changed; exits with 1 if there is one
//
// An answer has a character for each command (`.` ran, `x` rejected, `-` dropped) and a hash. The hash covers all
// outcomes, the reasons for which a command may be rejected, and all observations except the elements of tensors, which
// the reference computes.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "properties/generate/generator.h"
#include "properties/lockstep/spec_oracle.h"
#include "spec/program/operation.h"
#include "spec/program/text.h"

namespace {

using namespace modecheck;
using spec::OutcomeKind;

const std::string kHeader = "modecheck 1";
const std::string kMark = "# answers ";

class Hash {
 public:
  template <typename T>
  void add(const T& value) {
    unsigned char bytes[sizeof value];
    __builtin_memcpy(bytes, &value, sizeof value);
    for (const unsigned char byte : bytes) state_ = (state_ ^ byte) * 0x100000001b3u;
  }
  std::string text() const {
    char out[17];
    std::snprintf(out, sizeof out, "%016llx", static_cast<unsigned long long>(state_));
    return out;
  }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325u;
};

void add_observation(const spec::Observation& seen, Hash& hash) {
  hash.add(seen.mode);
  hash.add(seen.route);
  for (const spec::RegisterObservation& reg : seen.registers) {
    hash.add(reg.tensor);
    hash.add(reg.grad);
    hash.add(reg.storage.size);
    hash.add(reg.grad_values.size);
  }
}

class Answers {
 public:
  Answers() : oracle_(properties::spec_oracle()(spec::DeviceKind::Cpu)) {}

  const properties::Expected& run(const spec::Program& program) { return oracle_->run(program); }

  std::string of(const spec::Program& program) {
    const properties::Expected& expected = run(program);
    std::string outcomes;
    Hash hash;
    hash.add(expected.judged);
    for (std::uint32_t i = 0; i < expected.count; ++i) {
      const spec::Step& step = expected.step(static_cast<int>(i));
      const bool dropped = expected.dropped != nullptr && expected.dropped[i] != 0;
      outcomes += dropped ? '-' : step.outcome.kind == OutcomeKind::Error ? 'x' : '.';
      hash.add(dropped);
      hash.add(step.outcome.kind);
      hash.add(step.outcome.error);
      hash.add(step.outcome.reasons);
      add_observation(step.observation, hash);
    }
    return outcomes + " " + hash.text();
  }

 private:
  std::unique_ptr<properties::Oracle> oracle_;
};

// A trait of a program is an operation together with its outcome, or an operation together with a property of its first
// operand. A program is stored if it has a trait that no earlier program has.
using Trait = std::tuple<int, spec::OperationId, int, std::uint64_t>;

std::set<Trait> traits_of(const spec::Program& program, const properties::Expected& expected) {
  std::set<Trait> out;
  for (std::uint32_t i = 0; i < expected.count; ++i) {
    const spec::Step& step = expected.step(static_cast<int>(i));
    const spec::Record& record = program.records[i];
    const bool dropped = expected.dropped != nullptr && expected.dropped[i] != 0;
    const int kind = dropped ? -1 : static_cast<int>(step.outcome.kind);
    const spec::TensorObservation& first =
        expected.step(static_cast<int>(i) - 1).observation.registers[record.operands[0]].tensor;
    out.emplace(0, record.operation, kind, step.outcome.reasons);
    if (dropped) continue;
    out.emplace(1, record.operation, kind, first.rank);
    out.emplace(2, record.operation, kind, spec::is_complex(first.dtype) ? 0 : spec::is_floating(first.dtype) ? 1 : 2);
  }
  return out;
}

bool holds(const std::set<Trait>& all, const std::set<Trait>& some) {
  for (const Trait& one : some)
    if (all.count(one) == 0) return false;
  return true;
}

int choose(std::uint64_t count) {
  // The first 150 programs are stored in full, because some situations arise in long programs only. Later programs are
  // stored only for a new trait, and without the commands that the trait does not need.
  constexpr std::uint64_t whole = 150;
  const properties::Generator generator{properties::GeneratorOptions{}};
  Answers answers;
  std::set<Trait> known;
  std::cout << "# Programs, each with what the specification answers to it. Made by `scripts/answers --choose " << count
            << "`: programs of seed 1\n# that have what others have not, and those of tests/corpus. `scripts/answers` "
               "writes the answers anew.\n";
  for (std::uint64_t i = 0; i < count; ++i) {
    spec::Program program = generator.program_of(1, i);
    std::set<Trait> fresh;
    for (const Trait& one : traits_of(program, answers.run(program)))
      if (known.count(one) == 0) fresh.insert(one);
    if (fresh.empty() && i >= whole) continue;
    if (i >= whole)
      for (std::size_t gone = program.records.size(); gone-- > 0;) {
        spec::Program shorter = program;
        shorter.records.erase(shorter.records.begin() + static_cast<std::ptrdiff_t>(gone));
        if (holds(traits_of(shorter, answers.run(shorter)), fresh)) program = std::move(shorter);
      }
    known.insert(fresh.begin(), fresh.end());
    std::cout << spec::to_text(program);
  }
  return 0;
}

struct Entry {
  std::size_t line = 0;
  std::string text;  // the text of the program, without its answer
  std::string answer;
};

struct File {
  std::string comment;  // the comment at the top of the file, before the first program
  std::vector<Entry> entries;
};

File read(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  File out;
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line == kHeader) out.entries.push_back({number, "", ""});
    if (out.entries.empty())
      out.comment += line + "\n";
    else if (line.rfind(kMark, 0) == 0)
      out.entries.back().answer = line.substr(kMark.size());
    else
      out.entries.back().text += line + "\n";
  }
  if (out.entries.empty()) throw std::runtime_error(path + ": expected programs, each after a line `" + kHeader + "`");
  return out;
}

spec::Program program_of(const Entry& entry, const std::string& path) {
  try {
    return spec::parse_program(entry.text);
  } catch (const std::exception& error) {
    throw std::runtime_error(path + ", the program in line " + std::to_string(entry.line) + ": " + error.what());
  }
}

int write(const std::string& path) {
  const File file = read(path);
  Answers answers;
  std::ostringstream out;
  out << file.comment;
  for (const Entry& entry : file.entries) {
    const std::string answer = answers.of(program_of(entry, path));
    out << kHeader << '\n' << kMark << answer << '\n' << entry.text.substr(kHeader.size() + 1);
  }
  std::ofstream target(path);
  target << out.str();
  if (!target) throw std::runtime_error("cannot write " + path);
  return 0;
}

int check(const std::string& path) {
  const File file = read(path);
  Answers answers;
  std::size_t others = 0;
  for (const Entry& entry : file.entries) {
    const spec::Program program = program_of(entry, path);
    const std::string answer = answers.of(program);
    if (answer == entry.answer) continue;
    ++others;
    std::size_t at = 0;
    while (at < program.records.size() && at < entry.answer.size() && answer[at] == entry.answer[at]) ++at;
    std::cout << path << ":" << entry.line << ": the specification answers otherwise than is written there: " << answer
              << ", not " << entry.answer;
    if (at < program.records.size()) std::cout << "; first at: " << spec::to_text(program.records[at]);
    std::cout << '\n';
  }
  if (others != 0)
    std::cout << others << " of " << file.entries.size()
              << " answers are others now. If that is meant, run scripts/answers.\n";
  return others == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments.size() == 2 && arguments[0] == "choose") return choose(std::stoull(arguments[1]));
    if (arguments.size() == 2 && arguments[0] == "write") return write(arguments[1]);
    if (arguments.size() == 2 && arguments[0] == "check") return check(arguments[1]);
    std::cerr << "answers: expected `choose COUNT`, `write FILE` or `check FILE`\n";
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "answers: " << error.what() << '\n';
    return 2;
  }
}
