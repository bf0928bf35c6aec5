// Plants the mutants of all places in a list into one copy of the sources, each under its number:
//
//   mutate plant places.txt COPY ENGINE MODEL SAMPLE
//     Plants one out of ENGINE mutants of the engine, and one out of MODEL mutants of the model. SAMPLE chooses which.
//     Prints one line per mutant: number, area, file, line, kind, original, mutated, the text of the line, occurrence.
//   mutate check places.txt equivalent.txt ROOT
//     Changes nothing. Checks that each equivalent is a mutant of the sources.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/mutants/active_mutant.h"
#include "tests/mutants/equivalents.h"
#include "tests/mutants/finder.h"
#include "tests/mutants/places.h"
#include "tests/mutants/rewriting.h"
#include "tests/mutants/source_text.h"

namespace {

using namespace modecheck::mutants;

using Numbered = std::vector<std::pair<int, Mutant>>;

std::vector<std::string> options_in(const std::string& root) { return {"-I" + root, "-I" + root + "/engine/torch"}; }

// Holds one file of the list and its mutants.
struct Place {
  std::string area;
  std::string file;
  std::string text;
  Found found;
  Numbered numbered;
  std::size_t wrong = 0;
  std::string error;
};

// Runs `step` for all files on all processors, because libclang is slow.
template <typename Step>
void for_each(std::vector<Place>& places, const std::string& root, const Step& step) {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    const Finder finder(root, options_in(root));
    for (std::size_t i = next++; i < places.size(); i = next++) {
      try {
        step(finder, places[i]);
      } catch (const std::exception& error) {
        places[i].error = error.what();
      }
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  for (const Place& place : places)
    if (!place.error.empty()) throw std::runtime_error(place.error);
}

// Drops mutants on lines that do not compile with their mutants. If the file still does not compile, drops all of its
// mutants.
void drop_wrong(const Finder& finder, Place& place) {
  const std::size_t before = place.numbered.size();
  const std::size_t header = header_line(place.text);
  while (!place.numbered.empty()) {
    const std::set<std::size_t> wrong =
        finder.wrong_lines(place.file, with_header(with_choices(place.text, place.numbered)));
    if (wrong.empty()) break;
    const std::size_t tried = place.numbered.size();
    std::erase_if(place.numbered, [&](const auto& entry) {
      const Mutant& mutant = entry.second;
      const std::size_t first = mutant.line + (mutant.line > header ? 1 : 0);
      const std::size_t last = first + line_of(place.text, mutant.end) - line_of(place.text, mutant.begin);
      const auto at = wrong.lower_bound(first);
      return at != wrong.end() && *at <= last;
    });
    if (tried == place.numbered.size() || wrong.count(0) != 0) place.numbered.clear();
  }
  place.wrong = before - place.numbered.size();
}

// Keeps one mutant in k. The choice depends on a mutant's key and not on its position. So edits elsewhere do not change
// the choice, and scores stay comparable. The samples 1 to k share no mutant, except that the first one also has at
// least one mutant of each kind.
void take_one_in(std::size_t engine, std::size_t model, std::size_t sample, std::vector<Place>& places) {
  const auto k_of = [&](const Place& place) { return place.area == "engine" ? engine : model; };
  std::map<std::pair<std::string, std::string>, std::uint64_t> least;
  for (const Place& place : places)
    for (const Mutant& mutant : place.found.mutants) {
      const auto [at, first] = least.try_emplace({place.area, mutant.kind}, mutant.lot());
      if (!first) at->second = std::min(at->second, mutant.lot());
    }
  int number = 0;
  for (Place& place : places)
    for (const Mutant& mutant : place.found.mutants)
      if (mutant.lot() % k_of(place) == (sample - 1) % k_of(place) ||
          (sample == 1 && mutant.lot() == least.at({place.area, mutant.kind})))
        place.numbered.emplace_back(++number, mutant);
}

int plant(const std::string& list, const std::string& root, std::size_t engine, std::size_t model, std::size_t sample) {
  if (engine == 0 || model == 0)
    throw std::runtime_error("one mutant in none cannot be taken: expected a number from 1");
  if (sample == 0 || sample > std::min(engine, model))
    throw std::runtime_error("samples are numbered from 1 to " + std::to_string(std::min(engine, model)) +
                             ": there is no sample " + std::to_string(sample));
  const std::string folder = root + "/";
  std::vector<Place> places;
  for (const auto& [area, file] : read_places(list)) {
    Place place;
    place.area = area;
    place.file = file;
    place.text = read_file(folder + file);
    places.push_back(std::move(place));
  }
  for_each(places, root, [](const Finder& finder, Place& place) { place.found = finder.find(place.file); });
  take_one_in(engine, model, sample, places);
  for_each(places, root, drop_wrong);

  // Read all files before writing the first one, so that an error leaves the copy as it was.
  std::size_t all = 0;
  std::size_t wrong = 0;
  Found left_out;
  for (const Place& place : places) {
    all += place.found.mutants.size();
    wrong += place.wrong;
    left_out.constant += place.found.constant;
    left_out.texts += place.found.texts;
    if (place.numbered.empty()) continue;
    if (place.numbered.back().first >= limit) throw std::runtime_error("more mutants than the copy has numbers for");
    std::ofstream out(folder + place.file);
    out << with_header(with_choices(place.text, place.numbered));
    if (!out) throw std::runtime_error("cannot write " + place.file);
    for (const auto& [number, mutant] : place.numbered)
      std::cout << number << '\t' << place.area << '\t' << mutant.file << '\t' << mutant.line << '\t' << mutant.kind
                << '\t' << mutant.original << '\t' << mutant.mutated << '\t' << mutant.line_text << '\t'
                << mutant.occurrence << '\n';
  }
  std::cerr << all << " mutants, one in " << engine << " of the engine's and one in " << model
            << " of the model's taken, " << wrong << " of these do not compile; left out: " << left_out.constant
            << " in constexpr code, " << left_out.texts << " in functions that make texts\n";
  return 0;
}

int check(const std::string& places, const std::string& equivalents, const std::string& root) {
  const Finder finder(root, options_in(root));
  const std::map<std::string, std::string> known = read_equivalents(equivalents);
  std::set<std::string> listed;
  for (const auto& [area, file] : read_places(places)) listed.insert(file);
  std::set<std::string> wanted;
  for (const auto& [key, why] : known) wanted.insert(key.substr(0, key.find('\t')));
  std::set<std::string> made;
  for (const std::string& file : wanted) {
    if (listed.count(file) == 0) {
      std::cerr << equivalents << ": " << file << " is not in " << places << '\n';
      return 1;
    }
    for (const Mutant& mutant : finder.find(file).mutants) made.insert(mutant.key());
  }
  int missing = 0;
  for (const auto& [key, why] : known) {
    if (made.count(key) != 0) continue;
    ++missing;
    std::cerr << equivalents << ": not a mutant of the sources any more: " << key << '\n';
  }
  return missing == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments.size() == 6 && arguments[0] == "plant")
      return plant(arguments[1], arguments[2], std::stoul(arguments[3]), std::stoul(arguments[4]),
                   std::stoul(arguments[5]));
    if (arguments.size() == 4 && arguments[0] == "check") return check(arguments[1], arguments[2], arguments[3]);
    std::cerr
        << "mutate: expected `plant places.txt COPY ENGINE MODEL SAMPLE` or `check places.txt equivalent.txt ROOT`\n";
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "mutate: " << error.what() << '\n';
    return 2;
  }
}
