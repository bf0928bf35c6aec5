// The house, as a test: a room includes rooms of lower floors only. It reads what the compilers wrote down about every
// unit (the dependency files, which Ninja keeps), so an include that arrives through three headers counts too.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

const std::string kRoot = std::string(MODECHECK_SOURCE_DIR) + "/";

// The path from the project's root, or empty if the file is not the project's.
std::string inside(const std::string& path) {
  if (path.rfind(kRoot, 0) == 0 && path.rfind(MODECHECK_BUILD_DIR, 0) != 0) return path.substr(kRoot.size());
  return {};
}

struct Unit {
  std::string source;                // from the root
  std::set<std::string> ours;        // from the root
  std::vector<std::string> foreign;  // absolute
};

std::vector<Unit> read_units() {
  const std::string command = std::string(MODECHECK_NINJA) + " -C " + MODECHECK_BUILD_DIR + " -t deps 2>/dev/null";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::vector<Unit> out;
  if (!pipe) return out;
  std::string text;
  std::array<char, 65536> buffer{};
  for (std::size_t n = 0; (n = fread(buffer.data(), 1, buffer.size(), pipe.get())) > 0;) text.append(buffer.data(), n);
  std::istringstream lines(text);
  constexpr std::string_view precompiled = "/precompiled.h";
  Unit unit;
  bool first = true;
  const auto flush = [&] {
    // Several sources that are compiled as one, by a unit that the build writes, are of one folder: each is looked at
    // with all that they include.
    bool are_several = false;
    if (unit.source.empty())
      for (const std::string& file : unit.ours)
        if (std::filesystem::path(file).extension() == ".cpp") {
          out.push_back(unit);
          out.back().source = file;
          are_several = true;
        }
    // What is read once for a whole room is the room's, though what includes it is written by the build; units that use
    // it do not list its headers again.
    if (unit.source.empty() && !are_several)
      for (const std::string& header : unit.ours)
        if (header.size() >= precompiled.size() &&
            header.compare(header.size() - precompiled.size(), precompiled.size(), precompiled) == 0)
          unit.source = header;
    // Of the tests, which may include everything; but what they include on our headers is looked at.
    if (unit.source.empty() && !are_several && !unit.ours.empty()) unit.source = "tests/precompiled";
    if (!unit.source.empty()) out.push_back(unit);
    unit = Unit{};
    first = true;
  };
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("    ", 0) != 0) {
      flush();
      continue;
    }
    // A compiler cache may have made them relative to where the compiler ran, and engine/torch has links to the rooms.
    std::error_code absent;
    const std::string path =
        std::filesystem::weakly_canonical(std::filesystem::path(MODECHECK_BUILD_DIR) / line.substr(4), absent).string();
    const std::string mine = inside(path);
    if (first) {
      unit.source = mine;
      first = false;
    } else if (!mine.empty()) {
      unit.ours.insert(mine);
    } else {
      unit.foreign.push_back(path);
    }
  }
  flush();
  return out;
}

bool starts_with(std::string_view text, std::string_view prefix) { return text.substr(0, prefix.size()) == prefix; }

// What the units under `room` may include, as prefixes of a path. The room itself is always allowed; a room within it
// is not, unless it is named.
struct Floor {
  std::string_view room;
  std::vector<std::string_view> may_include;
};

// The most specific room that holds the file decides.
const std::vector<Floor>& floors() {
  static const std::vector<Floor> table{
      {"spec/operators/", {}},
      {"spec/", {"spec/operators/"}},
      {"engine/core/", {}},
      {"engine/dispatch/", {"engine/core/", "spec/operators/"}},
      {"engine/modes/", {"engine/core/", "engine/dispatch/", "spec/operators/"}},
      {"engine/autograd/", {"engine/core/", "engine/dispatch/", "engine/modes/", "spec/operators/"}},
      {"engine/ops/",
       {"engine/core/", "engine/dispatch/", "engine/modes/", "engine/autograd/", "engine/backends/iterate/",
        "spec/operators/"}},
      // Geometry, without kernels or tensors: the composites take views apart with it as the kernels do.
      {"engine/backends/iterate/", {"engine/core/"}},
      {"engine/backends/meta/", {"engine/core/"}},
      // What is done with one element, by a loop of the host or by a thread of a GPU.
      {"engine/backends/functions/", {"engine/core/", "engine/backends/iterate/"}},
      {"engine/backends/cuda/",
       {"engine/core/", "engine/dispatch/", "engine/backends/iterate/", "engine/backends/functions/",
        "spec/operators/"}},
      // Every operator's kernel; it runs its loop or gives its element function to the device.
      {"engine/backends/cpu/",
       {"engine/core/", "engine/dispatch/", "engine/backends/iterate/", "engine/backends/functions/",
        "engine/backends/cuda/", "engine/backends/meta/", "spec/operators/"}},
      {"engine/backends/gpu/",
       {"engine/core/", "engine/backends/iterate/", "engine/backends/functions/", "engine/backends/cuda/"}},
      {"engine/nn/",
       {"engine/core/", "engine/dispatch/", "engine/modes/", "engine/autograd/", "engine/ops/", "spec/operators/"}},
      {"engine/jit/", {"engine/core/", "engine/dispatch/", "engine/modes/", "spec/operators/"}},
      {"engine/torch/", {"engine/", "spec/operators/"}},
      {"examples/", {"engine/torch/", "engine/", "spec/operators/"}},
      {"reference/subjects/", {"spec/", "reference/subjects/", "engine/torch/", "engine/"}},
      {"reference/", {"spec/"}},
      {"properties/", {"spec/", "reference/"}},
      {"fuzz/", {"spec/", "reference/", "properties/"}},
      {"cli/", {"spec/", "reference/", "properties/"}},
      {"bench/", {"spec/", "reference/", "properties/", "engine/torch/", "engine/"}},
      // They see libtorch's headers, and what those are made of.
      {"tests/", {"spec/", "engine/", "reference/", "properties/", "fuzz/", "cli/", "bench/"}},
  };
  return table;
}

const Floor* floor_of(std::string_view file) {
  const Floor* best = nullptr;
  for (const Floor& floor : floors())
    if (starts_with(file, floor.room) && (best == nullptr || floor.room.size() > best->room.size())) best = &floor;
  return best;
}

// Empty if the include is allowed; otherwise why not.
std::string judge(const std::string& file, const std::string& header) {
  const Floor* floor = floor_of(file);
  if (floor == nullptr) return file + " is in no room of the house";
  if (floor_of(header) == floor) return {};
  for (const std::string_view allowed : floor->may_include)
    if (starts_with(header, allowed)) return {};
  return file + " includes " + header + ", which is not on a lower floor of " + std::string(floor->room);
}

TEST(Layering, TheRulesRejectWhatTheyShould) {
  EXPECT_FALSE(judge("spec/model.cpp", "engine/core/tensor.h").empty());
  EXPECT_FALSE(judge("spec/model.cpp", "reference/values.h").empty());
  EXPECT_FALSE(judge("engine/core/tensor.cpp", "engine/autograd/node.h").empty());
  EXPECT_FALSE(judge("engine/backends/cpu/view.cpp", "engine/autograd/node.h").empty());
  EXPECT_FALSE(judge("engine/backends/iterate/dims.cpp", "engine/dispatch/call.h").empty());
  EXPECT_FALSE(judge("engine/ops/autograd.cpp", "engine/backends/cpu/generator.h").empty());
  EXPECT_FALSE(judge("engine/ops/autograd.cpp", "spec/model.h").empty());
  EXPECT_FALSE(judge("engine/backends/cuda/elements.cpp", "engine/backends/cpu/elements.h").empty());
  EXPECT_FALSE(judge("properties/compare.cpp", "engine/core/tensor.h").empty());
  EXPECT_FALSE(judge("reference/tape.cpp", "reference/subjects/plugin.h").empty());
  EXPECT_TRUE(judge("engine/ops/autograd.cpp", "spec/operators/catalogue.h").empty());
  EXPECT_TRUE(judge("properties/compare.cpp", "spec/trace.h").empty());
}

TEST(Layering, NoUnitIncludesFromAHigherFloor) {
  const std::vector<Unit> units = read_units();
  ASSERT_GT(units.size(), 20U) << "no dependency files found; build with Ninja first";
  for (const char* const room : {"engine/autograd/", "engine/backends/cpu/", "engine/ops/", "properties/", "cli/"})
    EXPECT_TRUE(std::any_of(units.begin(), units.end(),
                            [&](const Unit& unit) { return unit.source == std::string(room) + "precompiled.h"; }))
        << room << ": what its units read once is not looked at";
  for (const Unit& unit : units)
    for (const std::string& header : unit.ours) EXPECT_EQ(judge(unit.source, header), "");
}

// Debian installs libtorch's headers under the default include path: an engine-side unit must never see one of them.
TEST(Layering, NoEngineUnitSeesLibtorchsHeaders) {
  int read_once = 0;
  for (const Unit& unit : read_units()) {
    const bool engine_side = starts_with(unit.source, "engine/") || starts_with(unit.source, "spec/");
    const bool on_our_headers = std::any_of(unit.ours.begin(), unit.ours.end(), [](const std::string& header) {
      return starts_with(header, "engine/torch/");
    });
    if (!engine_side && !on_our_headers) continue;
    if (unit.source == "tests/precompiled") ++read_once;
    for (const std::string& header : unit.foreign) {
      EXPECT_EQ(header.find("/include/torch/"), std::string::npos) << unit.source << " includes " << header;
      EXPECT_EQ(header.find("/include/ATen/"), std::string::npos) << unit.source << " includes " << header;
      EXPECT_EQ(header.find("/include/c10/"), std::string::npos) << unit.source << " includes " << header;
    }
  }
  EXPECT_GT(read_once, 0) << "what the tests read once of our headers is not looked at";
}

// The headers themselves: `#include "..."` in every header of a room, so that a header no unit uses yet counts as well,
// and so that the engine's rooms are seen one by one (a unit sees all of its headers' headers).
TEST(Layering, NoHeaderIncludesFromAHigherFloor) {
  const std::string command = "cd " + kRoot + " && git ls-files -co --exclude-standard '*.h' '*.cpp' '*.cu' '*.cuh'";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  ASSERT_TRUE(pipe);
  std::string list;
  std::array<char, 65536> buffer{};
  for (std::size_t n = 0; (n = fread(buffer.data(), 1, buffer.size(), pipe.get())) > 0;) list.append(buffer.data(), n);
  if (list.empty()) GTEST_SKIP() << "not a git checkout: the files cannot be listed";
  std::istringstream files(list);
  for (std::string file; std::getline(files, file);) {
    const std::unique_ptr<FILE, int (*)(FILE*)> in(fopen((kRoot + file).c_str(), "r"), fclose);
    if (!in) continue;
    std::array<char, 1024> line{};
    while (fgets(line.data(), static_cast<int>(line.size()), in.get()) != nullptr) {
      const std::string_view text(line.data());
      if (!starts_with(text, "#include \"")) continue;
      const std::string header(text.substr(10, text.find('"', 10) - 10));
      if (header.find('/') == std::string::npos || floor_of(header) == nullptr) continue;
      EXPECT_EQ(judge(file, header), "");
    }
  }
}

}  // namespace
