// Joins the measurements of both libraries into the table of docs/BENCHMARKS.md.
//
//   bench_report DIR
//
// DIR holds, for each library L of {engine, torch}: L.allocations.json, L.times.json (Google Benchmark's), and
// L.callgrind.* (one dump for each row, of `iterations` calls; DIR/iterations holds that number).
#include <fmt/core.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

struct Figures {
  double instructions = NAN;
  double nanoseconds = NAN;
  double allocations = NAN;
};
using Table = std::map<std::string, Figures>;

// Reads the lines "desc: Trigger: Client Request: LABEL" and "summary: N" from one callgrind dump.
void read_dump(const fs::path& path, double iterations, Table& table) {
  std::ifstream in(path);
  std::string label;
  const std::string trigger = "desc: Trigger: Client Request: ";
  for (std::string line; std::getline(in, line);) {
    if (line.rfind(trigger, 0) == 0) label = line.substr(trigger.size());
    if (line.rfind("summary: ", 0) != 0) continue;
    if (!label.empty()) table[label].instructions = std::stod(line.substr(9)) / iterations;
    return;
  }
}

Table read_library(const fs::path& folder, const std::string& library, double iterations,
                   std::vector<std::string>* order) {
  Table table;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.path().filename().string().rfind(library + ".callgrind.", 0) == 0)
      read_dump(entry.path(), iterations, table);
  std::ifstream allocations(folder / (library + ".allocations.json"));
  const nlohmann::ordered_json counts = nlohmann::ordered_json::parse(allocations);
  for (const auto& [label, count] : counts.items()) {
    table[label].allocations = count.get<double>();
    if (order != nullptr) order->push_back(label);
  }
  std::ifstream times(folder / (library + ".times.json"));
  const json measured = json::parse(times);
  for (const json& row : measured.at("benchmarks"))
    if (row.value("aggregate_name", "median") == "median")
      table[row.at("run_name").get<std::string>()].nanoseconds = row.at("cpu_time").get<double>();
  return table;
}

double ratio(double ours, double theirs) { return theirs / ours; }

// Computes a geometric mean of ratios by summing logarithms. A row for which either library has no figure is skipped.
struct GeometricMean {
  double sum = 0;
  int count = 0;
  void add(double value) {
    if (!std::isfinite(value) || value <= 0) return;
    sum += std::log(value);
    ++count;
  }
  double value() const { return count == 0 ? NAN : std::exp(sum / count); }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 || !fs::is_directory(argv[1])) {
    fmt::print(stderr, "bench_report: expected the folder of measurements that scripts/bench makes\n");
    return 2;
  }
  const fs::path folder = argv[1];
  double iterations = 0;
  std::ifstream(folder / "iterations") >> iterations;
  std::vector<std::string> order;
  const Table engine = read_library(folder, "engine", iterations, &order);
  const bool both = fs::exists(folder / "torch.allocations.json");
  const Table torch = both ? read_library(folder, "torch", iterations, nullptr) : Table{};

  fmt::print(
      "| row | mode | instructions: engine | libtorch | libtorch / engine | ns: engine | libtorch | ratio | "
      "allocations: engine | libtorch |\n");
  fmt::print("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n");
  GeometricMean instructions;
  GeometricMean nanoseconds;
  for (const std::string& label : order) {
    const Figures ours = engine.at(label);
    const auto found = torch.find(label);
    const Figures theirs = found == torch.end() ? Figures{} : found->second;
    const std::size_t bar = label.find(" | ");
    fmt::print("| {} | {} | {:.0f} | {:.0f} | {:.1f} | {:.0f} | {:.0f} | {:.1f} | {:.1f} | {:.1f} |\n",
               label.substr(0, bar), label.substr(bar + 3), ours.instructions, theirs.instructions,
               ratio(ours.instructions, theirs.instructions), ours.nanoseconds, theirs.nanoseconds,
               ratio(ours.nanoseconds, theirs.nanoseconds), ours.allocations, theirs.allocations);
    instructions.add(ratio(ours.instructions, theirs.instructions));
    nanoseconds.add(ratio(ours.nanoseconds, theirs.nanoseconds));
  }
  fmt::print("\nGeometric mean of libtorch / engine over {} rows: {:.1f} in instructions, {:.1f} in nanoseconds.\n",
             instructions.count, instructions.value(), nanoseconds.value());
  return 0;
}
