// Tests the programs in the documents: modecheck can read them, and the engine agrees with the specification on them.
// Also tests that the documents state the limits that the code has.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "spec/program/limits.h"
#include "tests/cli/process.h"

namespace modecheck::cli {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ostringstream out;
  out << std::ifstream(file).rdbuf();
  return out.str();
}

struct Shown {
  std::string document;
  std::string program;
};

// Returns the blocks of `text` between lines of three backticks. Throws std::runtime_error if the last block has no
// end.
std::vector<std::string> fenced_blocks(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream lines(text);
  bool inside = false;
  std::string block;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("```", 0) != 0) {
      if (inside) block += line + "\n";
      continue;
    }
    if (inside) out.push_back(std::move(block));
    block.clear();
    inside = !inside;
  }
  if (inside) throw std::runtime_error("the last fence is not closed");
  return out;
}

// Returns the blocks that begin like a program. The blocks of docs/FINDINGS.md are returned as well, although they omit
// the first line of a program.
std::vector<Shown> programs_in_documents() {
  std::vector<fs::path> documents{fs::path(MODECHECK_SOURCE) / "README.md"};
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(MODECHECK_SOURCE) / "docs"))
    if (entry.path().extension() == ".md") documents.push_back(entry.path());
  std::vector<Shown> out;
  for (const fs::path& document : documents) {
    const std::string header = "modecheck 1\n";
    const bool without_header = document.filename() == "FINDINGS.md";
    for (const std::string& block : fenced_blocks(text_of(document)))
      if (without_header || block.rfind(header, 0) == 0)
        out.push_back({document.filename(), (without_header ? header : "") + block});
  }
  return out;
}

// docs/FINDINGS.md shows mismatches of libtorch. Our engine and the specification agree on all of these programs.
TEST(Documents, TheirProgramsAreReadAndAgree) {
  const fs::path folder = fs::temp_directory_path() / ("modecheck-shown-" + std::to_string(getpid()));
  fs::create_directories(folder);
  const std::vector<Shown> shown = programs_in_documents();
  EXPECT_GT(shown.size(), 150U);
  std::size_t number = 1000;
  for (const Shown& one : shown) {
    number += 1;
    std::ofstream(folder / (one.document + "-" + std::to_string(number) + ".prog")) << one.program;
  }
  const Ran ran = run_modecheck({"replay", "--subjects", "engine:cpu", folder.string()});
  EXPECT_EQ(ran.code, 0) << ran.out.substr(ran.out.size() - std::min<std::size_t>(ran.out.size(), 4000)) << ran.err;
  std::size_t agreeing = 0;
  for (std::size_t at = 0; (at = ran.out.find(": no mismatch.", at)) != std::string::npos; ++at) ++agreeing;
  EXPECT_EQ(agreeing, shown.size());
  fs::remove_all(folder);
}

TEST(Documents, TheirLimitsAreThoseOfTheCode) {
  const std::string text = text_of(fs::path(MODECHECK_SOURCE) / "docs" / "PROGRAMS.md");
  const struct {
    const char* what;
    int value;
  } limits[] = {{"commands of a program", spec::kMaxCommands},
                {"registers", spec::kRegisters},
                {"threads", spec::kThreads},
                {"dimensions of a tensor", spec::kMaxRank},
                {"bytes of a storage", spec::kMaxStorageBytes},
                {"elements of a view", spec::kMaxElements},
                {"elements of a list of numbers", spec::kMaxListLength},
                {"tensors of a list", spec::kMaxTensorList},
                {"results of an operator that are kept", spec::kMaxResults},
                {"results of a list that are kept", spec::kMaxListResults}};
  for (const auto& limit : limits)
    EXPECT_NE(text.find("| " + std::string(limit.what) + " | " + std::to_string(limit.value) + " |"), std::string::npos)
        << limit.what << ": docs/PROGRAMS.md does not say " << limit.value;
}

}  // namespace
}  // namespace modecheck::cli
