// Judges inputs that are files, as the fuzz targets do, in any build:
//   fuzz_replay TARGET FILE...
// FILE may be a folder, whose files are judged. Exit 0: no input shows a fault. Exit 1: an input shows one; the others
// are judged too. Exit 2: wrong use, or a file cannot be read.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/finding.h"
#include "fuzz/target.h"

namespace {

namespace fs = std::filesystem;

struct Target {
  const char* name;
  void (*judge)(const std::uint8_t* data, std::size_t size);
};

constexpr Target kTargets[] = {
    {"programs", modecheck::fuzz::judge_programs},
    {"program_text", modecheck::fuzz::judge_program_text},
    {"schema", modecheck::fuzz::judge_schema},
    {"known_issue", modecheck::fuzz::judge_known_issue},
    {"results", modecheck::fuzz::judge_results},
    {"archives", modecheck::fuzz::judge_archives},
    {"custom_operators", modecheck::fuzz::judge_custom_operators},
    {"threads", modecheck::fuzz::judge_threads},
};

int wrong_use() {
  std::fputs("usage: fuzz_replay TARGET FILE...\nTARGET is one of:", stderr);
  for (const Target& target : kTargets) std::fprintf(stderr, " %s", target.name);
  std::fputs("\n", stderr);
  return 2;
}

std::vector<fs::path> files_in(const fs::path& path) {
  if (!fs::is_directory(path)) return {path};
  std::vector<fs::path> out;
  for (const fs::directory_entry& entry : fs::directory_iterator(path))
    if (entry.is_regular_file()) out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

int judge(const Target& target, const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (!in.good() && !in.eof()) {
    std::fprintf(stderr, "fuzz_replay: %s cannot be read\n", file.c_str());
    return 2;
  }
  std::string message;
  std::string details;
  try {
    target.judge(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    return 0;
  } catch (const modecheck::fuzz::Finding& finding) {
    message = finding.what();
    details = finding.details;
  } catch (const std::exception& error) {
    message = error.what();
  }
  std::fprintf(stderr, "%s\n%s", file.c_str(), modecheck::fuzz::text_of(target.name, message, details).c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return wrong_use();
  const auto target = std::find_if(std::begin(kTargets), std::end(kTargets),
                                   [&](const Target& known) { return std::string_view(known.name) == argv[1]; });
  if (target == std::end(kTargets)) return wrong_use();
  std::size_t clean = 0;
  std::size_t faulty = 0;
  for (int i = 2; i < argc; ++i)
    for (const fs::path& file : files_in(argv[i])) {
      const int status = judge(*target, file);
      if (status == 2) return status;
      ++(status == 0 ? clean : faulty);
    }
  std::printf("%zu inputs show no fault\n", clean);
  if (faulty > 0) std::printf("%zu inputs show one\n", faulty);
  return faulty == 0 ? 0 : 1;
}
