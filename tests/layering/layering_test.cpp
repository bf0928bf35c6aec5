// Tests the layering: a folder includes folders of lower layers only. The test reads the dependency files that the
// compilers write for every unit (Ninja keeps them), so indirect includes count too.
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

// Returns the path relative to the project's root, or an empty string for a file outside the project.
std::string inside(const std::string& path) {
  if (path.rfind(kRoot, 0) == 0 && path.rfind(MODECHECK_BUILD_DIR, 0) != 0) return path.substr(kRoot.size());
  return {};
}

struct Unit {
  // paths relative to the root; more than one if the build includes several sources in one unit
  std::vector<std::string> sources;
  std::set<std::string> ours;        // paths of our files, relative to the root
  std::vector<std::string> foreign;  // absolute paths of files outside the project
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
    // If the build compiles several sources as one unit, by a file that includes them, these sources belong to the
    // unit.
    if (unit.sources.empty())
      for (const std::string& file : unit.ours)
        if (std::filesystem::path(file).extension() == ".cpp") unit.sources.push_back(file);
    // Attribute a precompiled header to the folder that has it, although the build generates the file that includes it.
    // The units that use a precompiled header do not list its headers again.
    if (unit.sources.empty())
      for (const std::string& header : unit.ours)
        if (header.size() >= precompiled.size() &&
            header.compare(header.size() - precompiled.size(), precompiled.size(), precompiled) == 0)
          unit.sources = {header};
    // If no source was found for a translation unit, it is the precompiled header of the tests, which may include
    // everything. A later test checks which headers of engine/torch it includes.
    if (unit.sources.empty() && !unit.ours.empty()) unit.sources = {"tests/precompiled"};
    if (!unit.sources.empty()) out.push_back(unit);
    unit = Unit{};
    first = true;
  };
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("    ", 0) != 0) {
      flush();
      continue;
    }
    // A compiler cache may have made the paths relative to the compiler's working directory. Resolve links, because
    // engine/torch consists of links to folders.
    std::error_code absent;
    const std::string path =
        std::filesystem::weakly_canonical(std::filesystem::path(MODECHECK_BUILD_DIR) / line.substr(4), absent).string();
    const std::string mine = inside(path);
    if (first) {
      if (!mine.empty()) unit.sources = {mine};
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

// A Layer says which paths the files of `folder` may include besides each other; `may_include` holds prefixes of paths.
// A subfolder has its own entry or belongs to this one.
struct Layer {
  std::string_view folder;
  std::vector<std::string_view> may_include;
};

// The table of layers, lower layers first. For a file, the most specific folder that contains it counts. Each entry
// names every folder that its files reach, directly or through other headers.
const std::vector<Layer>& layers() {
  static const std::vector<Layer> table{
      // The catalogue of operators includes no other folder.
      {"spec/operators/", {}},
      // The folders of the specification, which says what must hold.
      {"spec/limits/", {}},
      {"spec/program/", {"spec/operators/"}},
      {"spec/interface/", {"spec/operators/", "spec/program/"}},
      {"spec/rules/", {"spec/operators/", "spec/limits/unspecified", "spec/program/", "spec/interface/"}},
      {"spec/model/",
       {"spec/operators/", "spec/limits/unspecified", "spec/limits/model/", "spec/program/", "spec/interface/",
        "spec/rules/"}},
      {"spec/composites/", {"spec/"}},
      {"spec/dtypes/", {"spec/"}},
      // spec/limits/model/ decides whether a state of the model can be judged. The model calls it, and no rule depends
      // on its answer.
      {"spec/limits/model/", {"spec/"}},
      // The folders of the engine.
      {"engine/core/", {}},
      // Where inference tensors were made. engine/core declares what it calls of this folder.
      {"engine/provenance/", {"engine/core/"}},
      // Symbolic sizes: expressions, and what a trace knows of its symbols.
      {"engine/fake/symbolic/", {"engine/core/"}},
      {"engine/dispatch/", {"engine/core/", "spec/operators/"}},
      {"engine/modes/", {"engine/core/", "engine/dispatch/", "spec/operators/"}},
      // What a fake mode with symbolic sizes does around operators. engine/fake implements it.
      {"engine/tracing/", {"engine/core/", "engine/dispatch/", "spec/operators/"}},
      {"engine/autograd/", {"engine/core/", "engine/dispatch/", "engine/modes/", "engine/tracing/", "spec/operators/"}},
      {"engine/fake/",
       {"engine/core/", "engine/dispatch/", "engine/modes/", "engine/tracing/", "engine/autograd/",
        "engine/fake/symbolic/", "spec/operators/"}},
      // engine/backends/iterate/ computes geometry, without kernels or tensors. Composites use it to decompose views,
      // and kernels use it, too.
      {"engine/backends/iterate/", {"engine/core/"}},
      {"engine/backends/meta/", {"engine/core/"}},
      // Functions of one element, which a host loop or a GPU thread calls.
      {"engine/backends/functions/", {"engine/core/", "engine/backends/iterate/"}},
      {"engine/backends/cuda/device_code/", {"engine/core/", "engine/backends/iterate/", "engine/backends/functions/"}},
      {"engine/backends/cuda/runtime/",
       {"engine/core/", "engine/backends/iterate/", "engine/backends/functions/", "engine/backends/cuda/device_code/"}},
      {"engine/backends/cuda/libraries/",
       {"engine/core/", "engine/backends/iterate/", "engine/backends/functions/", "engine/backends/cuda/device_code/",
        "engine/backends/cuda/runtime/"}},
      {"engine/backends/cuda/launch/",
       {"engine/core/", "engine/dispatch/", "engine/backends/iterate/", "engine/backends/functions/",
        "engine/backends/cuda/device_code/", "engine/backends/cuda/runtime/", "engine/backends/cuda/libraries/",
        "spec/operators/"}},
      // Code that needs a CUDA toolkit to compile.
      {"engine/backends/cuda/toolkit/",
       {"engine/core/", "engine/backends/iterate/", "engine/backends/functions/", "engine/backends/cuda/device_code/",
        "engine/backends/cuda/runtime/", "engine/backends/cuda/libraries/"}},
      {"engine/backends/simulated/",
       {"engine/core/", "engine/backends/iterate/", "engine/backends/functions/", "engine/backends/cuda/device_code/",
        "engine/backends/cuda/runtime/"}},
      // The kernels of all operators. A kernel runs a host loop, or passes its function of one element to the device.
      {"engine/backends/cpu/",
       {"engine/core/", "engine/dispatch/", "engine/backends/iterate/", "engine/backends/functions/",
        "engine/backends/cuda/", "engine/backends/meta/", "spec/operators/"}},
      // The two generic kernels, and the table that holds the kernels of one operator.
      {"engine/kernels/",
       {"engine/core/", "engine/dispatch/", "engine/modes/", "engine/tracing/", "engine/autograd/",
        "engine/backends/iterate/", "spec/operators/"}},
      {"engine/derivatives/",
       {"engine/core/", "engine/dispatch/", "engine/modes/", "engine/autograd/", "engine/backends/iterate/",
        "engine/kernels/", "spec/operators/"}},
      // The host program that writes the API's functions and methods from the catalogue, and what the program writes.
      {"engine/api/generate/", {"spec/operators/"}},
      {"engine/api/generated/", {"engine/core/", "engine/dispatch/", "spec/operators/"}},
      // engine/composites/ and engine/api/ use one another: composites call factories, and methods of at::Tensor call
      // composites.
      {"engine/composites/",
       {"engine/core/", "engine/dispatch/", "engine/modes/", "engine/tracing/", "engine/autograd/",
        "engine/backends/iterate/", "engine/kernels/", "engine/derivatives/", "engine/api/", "spec/operators/"}},
      {"engine/api/",
       {"engine/core/", "engine/dispatch/", "engine/modes/", "engine/autograd/", "engine/backends/iterate/",
        "engine/kernels/", "engine/derivatives/", "engine/composites/", "engine/api/generated/", "spec/operators/"}},
      {"engine/archive/",
       {"engine/core/", "engine/dispatch/", "engine/modes/", "engine/autograd/", "engine/kernels/",
        "engine/derivatives/", "engine/composites/", "engine/api/", "spec/operators/"}},
      {"engine/script/",
       {"engine/core/", "engine/dispatch/", "engine/modes/", "engine/autograd/", "engine/kernels/",
        "engine/derivatives/", "engine/composites/", "engine/api/", "spec/operators/"}},
      {"engine/nn/",
       {"engine/core/", "engine/dispatch/", "engine/modes/", "engine/tracing/", "engine/autograd/", "engine/kernels/",
        "engine/derivatives/", "engine/composites/", "engine/api/", "engine/archive/", "spec/operators/"}},
      {"engine/optim/",
       {"engine/core/", "engine/dispatch/", "engine/modes/", "engine/autograd/", "engine/kernels/",
        "engine/derivatives/", "engine/composites/", "engine/api/", "engine/nn/", "spec/operators/"}},
      {"engine/jit/",
       {"engine/core/", "engine/dispatch/", "engine/modes/", "engine/autograd/", "engine/kernels/",
        "engine/derivatives/", "engine/composites/", "engine/api/", "engine/archive/", "engine/script/",
        "spec/operators/"}},
      {"engine/torch/", {"engine/", "spec/operators/"}},
      {"examples/", {"engine/torch/", "engine/", "spec/operators/"}},
      // The folders of the reference, which computes values and gradients independently.
      {"reference/values/", {"spec/operators/", "spec/program/", "spec/interface/"}},
      {"reference/autodiff/", {"spec/operators/", "spec/program/", "spec/interface/", "reference/values/"}},
      {"reference/random/", {}},
      {"reference/kernels/",
       {"spec/operators/", "spec/program/", "spec/interface/", "reference/values/", "reference/autodiff/",
        "reference/random/"}},
      {"reference/run/", {"spec/", "reference/"}},
      // The folders that load, adapt and emit subjects.
      {"subjects/interface/", {"spec/operators/", "spec/program/", "spec/interface/"}},
      {"subjects/loading/", {"spec/operators/", "spec/program/", "spec/interface/", "subjects/interface/"}},
      {"subjects/emit/", {"spec/operators/", "spec/program/", "spec/interface/"}},
      {"subjects/messages/", {"spec/operators/", "spec/interface/"}},
      {"subjects/exec/", {"spec/operators/", "spec/program/", "spec/interface/", "subjects/messages/"}},
      {"subjects/adapter/",
       {"spec/operators/", "spec/program/", "spec/interface/", "subjects/messages/", "engine/torch/", "engine/"}},
      // The program that judges operators knows libtorch's API only.
      {"subjects/operators/", {}},
      {"subjects/template/", {"spec/operators/", "spec/program/", "spec/interface/"}},
      // The checks of subjects, from choices to campaigns.
      {"properties/choice/", {}},
      {"properties/process/", {}},
      {"properties/generate/", {"spec/", "reference/", "properties/choice/"}},
      {"properties/shrink/",
       {"spec/operators/", "spec/limits/unspecified", "spec/program/", "spec/interface/", "spec/rules/",
        "properties/choice/", "properties/generate/"}},
      {"properties/lockstep/",
       {"spec/", "reference/", "subjects/interface/", "subjects/loading/", "properties/process/"}},
      {"properties/report/",
       {"spec/", "reference/", "subjects/interface/", "subjects/loading/", "subjects/emit/", "properties/process/",
        "properties/lockstep/"}},
      {"properties/known/",
       {"spec/", "reference/", "subjects/interface/", "subjects/loading/", "properties/choice/", "properties/process/",
        "properties/generate/", "properties/lockstep/"}},
      {"properties/concurrent/",
       {"spec/", "reference/", "subjects/interface/", "subjects/loading/", "subjects/emit/", "properties/process/",
        "properties/lockstep/", "properties/report/"}},
      {"properties/campaign/",
       {"spec/", "reference/", "subjects/interface/", "subjects/loading/", "subjects/emit/", "properties/choice/",
        "properties/process/", "properties/generate/", "properties/shrink/", "properties/lockstep/",
        "properties/report/", "properties/known/", "properties/concurrent/"}},
      {"properties/exhaustive/", {"spec/", "reference/", "subjects/", "properties/"}},
      {"properties/pack/",
       {"spec/", "reference/", "subjects/exec/", "properties/choice/", "properties/generate/", "properties/lockstep/",
        "properties/known/"}},
      {"properties/sweep/", {"spec/", "reference/", "properties/choice/", "properties/generate/"}},
      // The header that all folders of properties/ precompile.
      {"properties/precompiled.h", {"spec/", "reference/", "subjects/", "properties/"}},
      // The workers of `modecheck audit MODEL` know libtorch's API only.
      {"audit/model/", {"spec/operators/", "engine/torch/", "engine/"}},
      {"fuzz/", {"spec/", "reference/", "subjects/", "properties/"}},
      {"fuzz/archives/", {"spec/operators/", "engine/torch/", "engine/", "fuzz/"}},
      {"fuzz/operators/", {"spec/operators/", "engine/torch/", "engine/", "properties/", "fuzz/"}},
      {"fuzz/parsers/", {"spec/", "reference/", "subjects/", "engine/torch/", "engine/", "properties/", "fuzz/"}},
      // The folders of the command modecheck.
      {"cli/options/", {"spec/", "reference/", "subjects/", "properties/"}},
      {"cli/output/", {"spec/", "reference/", "subjects/", "properties/", "cli/options/"}},
      {"cli/report/", {"spec/", "reference/", "subjects/", "properties/", "cli/options/", "cli/output/"}},
      {"cli/page/", {"spec/", "reference/", "subjects/", "properties/", "cli/options/", "cli/output/", "cli/report/"}},
      {"cli/model_audit/", {"spec/", "reference/", "subjects/", "properties/", "cli/options/", "cli/output/"}},
      {"cli/operators/",
       {"spec/", "reference/", "subjects/", "properties/", "cli/options/", "cli/output/", "cli/report/"}},
      {"cli/verbs/",
       {"spec/", "reference/", "subjects/", "properties/", "cli/options/", "cli/output/", "cli/report/", "cli/page/",
        "cli/model_audit/", "cli/operators/"}},
      {"cli/precompiled.h",
       {"spec/", "reference/", "subjects/", "properties/", "cli/options/", "cli/output/", "cli/report/"}},
      {"cli/main.cpp", {"spec/", "reference/", "subjects/", "properties/", "cli/"}},
      // The command's options and reports, for people who use them in their own tests.
      {"harness/", {"spec/", "reference/", "subjects/", "properties/", "cli/options/", "cli/output/", "cli/report/"}},
      {"bench/",
       {"spec/", "examples/", "reference/", "subjects/", "properties/", "engine/torch/", "engine/", "tests/support/"}},
      // The bridge between the model and the page that steps through programs.
      {"docs/site/playground/", {"spec/", "reference/", "subjects/emit/"}},
      // Tests also include libtorch's headers and the headers that these include.
      {"tests/",
       {"spec/", "engine/", "examples/", "reference/", "subjects/", "properties/", "fuzz/", "cli/", "harness/",
        "bench/", "docs/site/playground/"}},
  };
  return table;
}

const Layer* layer_of(std::string_view file) {
  const Layer* best = nullptr;
  for (const Layer& layer : layers())
    if (starts_with(file, layer.folder) && (best == nullptr || layer.folder.size() > best->folder.size()))
      best = &layer;
  return best;
}

// Returns an empty string if `file` may include `header`, and otherwise the reason why it may not.
std::string judge(const std::string& file, const std::string& header) {
  const Layer* layer = layer_of(file);
  if (layer == nullptr) return file + " is in no folder of the table";
  if (layer_of(header) == layer) return {};
  for (const std::string_view allowed : layer->may_include)
    if (starts_with(header, allowed)) return {};
  return file + " includes " + header + ", which is not on a lower layer of " + std::string(layer->folder);
}

TEST(Layering, TheRulesRejectWhatTheyShould) {
  EXPECT_FALSE(judge("spec/model/model.cpp", "engine/core/tensor/tensor.h").empty());
  EXPECT_FALSE(judge("spec/model/model.cpp", "reference/values/values.h").empty());
  EXPECT_FALSE(judge("spec/rules/view.cpp", "spec/limits/model/sanctioned_holes.h").empty());
  EXPECT_FALSE(judge("engine/core/tensor/tensor.cpp", "engine/autograd/graph/node.h").empty());
  EXPECT_FALSE(judge("engine/backends/cpu/memory/view.cpp", "engine/autograd/graph/node.h").empty());
  EXPECT_FALSE(judge("engine/backends/iterate/dims.cpp", "engine/dispatch/call.h").empty());
  EXPECT_FALSE(judge("engine/kernels/forward_mode.cpp", "engine/backends/cpu/random/generator.h").empty());
  EXPECT_FALSE(judge("engine/kernels/forward_mode.cpp", "spec/model/model.h").empty());
  EXPECT_FALSE(judge("engine/derivatives/losses.cpp", "engine/composites/neural_functions.h").empty());
  EXPECT_FALSE(judge("engine/api/generated/functions.cpp", "engine/composites/neural_functions.h").empty());
  EXPECT_FALSE(judge("engine/backends/cuda/launch/elements.cpp", "engine/backends/cpu/memory/elements.h").empty());
  EXPECT_FALSE(judge("properties/lockstep/compare.cpp", "engine/core/tensor/tensor.h").empty());
  EXPECT_FALSE(judge("reference/autodiff/tape.cpp", "subjects/loading/plugin.h").empty());
  EXPECT_TRUE(judge("engine/kernels/forward_mode.cpp", "spec/operators/catalogue.h").empty());
  EXPECT_TRUE(judge("properties/lockstep/compare.cpp", "spec/interface/trace.h").empty());
}

// Sources that are compiled as one unit share a list of headers. So a header passes if at least one of the sources may
// include it. NoHeaderIncludesFromAHigherLayer checks the includes of each source.
TEST(Layering, NoUnitIncludesFromAHigherLayer) {
  const std::vector<Unit> units = read_units();
  ASSERT_GT(units.size(), 20U) << "no dependency files found; build with Ninja first";
  for (const char* const folder :
       {"engine/autograd/", "engine/backends/cpu/", "engine/kernels/", "properties/", "cli/"})
    EXPECT_TRUE(std::any_of(units.begin(), units.end(),
                            [&](const Unit& unit) { return unit.sources[0] == std::string(folder) + "precompiled.h"; }))
        << folder << ": what its units read once is not looked at";
  for (const Unit& unit : units)
    for (const std::string& header : unit.ours)
      EXPECT_TRUE(std::any_of(unit.sources.begin(), unit.sources.end(), [&](const std::string& source) {
        return judge(source, header).empty();
      })) << judge(unit.sources[0], header);
}

// Debian installs libtorch's headers where every compiler finds them, but a unit of the engine must never include one.
TEST(Layering, NoEngineUnitSeesLibtorchsHeaders) {
  int read_once = 0;
  for (const Unit& unit : read_units()) {
    const std::string& source = unit.sources[0];
    const bool engine_side = starts_with(source, "engine/") || starts_with(source, "spec/");
    const bool on_our_headers = std::any_of(unit.ours.begin(), unit.ours.end(), [](const std::string& header) {
      return starts_with(header, "engine/torch/");
    });
    if (!engine_side && !on_our_headers) continue;
    if (source == "tests/precompiled") ++read_once;
    for (const std::string& header : unit.foreign) {
      EXPECT_EQ(header.find("/include/torch/"), std::string::npos) << source << " includes " << header;
      EXPECT_EQ(header.find("/include/ATen/"), std::string::npos) << source << " includes " << header;
      EXPECT_EQ(header.find("/include/c10/"), std::string::npos) << source << " includes " << header;
    }
  }
  EXPECT_GT(read_once, 0) << "what the tests read once of our headers is not looked at";
}

// Reads the lines `#include "..."` in every file of the repository. So the test also checks headers that no unit uses
// yet. It also checks each folder of the engine by itself, whereas the list of a unit mixes the headers of all folders.
TEST(Layering, NoHeaderIncludesFromAHigherLayer) {
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
      if (header.find('/') == std::string::npos || layer_of(header) == nullptr) continue;
      EXPECT_EQ(judge(file, header), "");
    }
  }
}

}  // namespace
