// Writes the part of the C++ API that is generated from the catalogue, or checks that the files are up to date.
//
//   modecheck_generate_api write ROOT     writes the files that have changed
//   modecheck_generate_api check ROOT     exits 1 and names the files that differ from the generated text
//
// The dtypes of the docstrings are those of engine/api/generate/dtypes.txt. The engine does not use the specification's
// rules, so `modecheck operators --dtypes` writes that file. An operator that the file lacks gets no dtypes.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/generate/files.h"
#include "engine/api/generate/overrides.h"
#include "engine/api/generate/rows.h"

namespace modecheck::generate {
namespace {

constexpr const char* kDtypes = "engine/api/generate/dtypes.txt";

std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

int run(std::string_view verb, const std::string& root) {
  std::vector<Row> all = rows();
  int failures = 0;
  std::ifstream dtypes(root + "/" + kDtypes);
  if (!dtypes) {
    std::fprintf(stderr, "%s/%s cannot be read. `modecheck operators --dtypes` prints it\n", root.c_str(), kDtypes);
    return 1;
  }
  for (const std::string& name : read_dtypes(dtypes, all)) {
    std::fprintf(stderr, "%s names %s, which no operator is called. Delete the line.\n", kDtypes, name.c_str());
    ++failures;
  }
  for (const std::string& name : unknown_overrides(all)) {
    std::fprintf(stderr, "engine/api/generate/overrides.cpp names %s, which no operator is called\n", name.c_str());
    ++failures;
  }
  for (const File& file : files(all)) {
    const std::string path = root + "/" + file.path;
    if (read(path) == file.text) continue;
    if (verb == "check") {
      std::fprintf(stderr, "%s is not what the catalogue makes of it\n", file.path.c_str());
      ++failures;
    } else if (!(std::ofstream(path, std::ios::binary) << file.text).flush()) {
      std::fprintf(stderr, "%s cannot be written\n", path.c_str());
      ++failures;
    }
  }
  if (failures > 0 && verb == "check") std::fprintf(stderr, "Write them anew: ninja -C build/release modecheck_api\n");
  return failures > 0 ? 1 : 0;
}

}  // namespace
}  // namespace modecheck::generate

int main(int count, char** arguments) {
  const std::string_view verb = count == 3 ? arguments[1] : "";
  if (verb != "write" && verb != "check") {
    std::fprintf(stderr, "usage: modecheck_generate_api write|check ROOT\n");
    return 2;
  }
  return modecheck::generate::run(verb, arguments[2]);
}
