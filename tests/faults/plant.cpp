// Plants all faults of faults.txt into one copy of the sources, each under its number:
//
//   plant faults.txt COPY_OF_THE_SOURCES      plants; prints number, name, area, file, sentence and subject per line
//   plant --check faults.txt SOURCES          changes nothing; only checks that every fault fits
//
// The file faults.txt has this form, with `#` for comments:
//
//   fault NAME
//   area versions
//   what One sentence that says what is wrong with the fault.
//   subject engine:sim                        which subject shows the fault; engine:cpu by default
//   file engine/kernels/register.h
//   -  bump_version(self);
//   +  if (!FAULT) bump_version(self);
//
// The lines after `-` must occur in the file exactly once, as they are. The lines after `+` replace them, where FAULT
// stands for the condition that this fault is active. A fault that does not fit stops the tool; no fault is skipped.
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct Fault {
  std::string name, area, what, file, from, to;
  std::string subject = "engine:cpu";
  int line = 0;
};

[[noreturn]] void stop(const std::string& message) {
  std::cerr << "plant: " << message << '\n';
  std::exit(2);
}

std::string read(const std::string& path) {
  std::ifstream in(path);
  if (!in) stop("cannot read " + path);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

std::vector<Fault> parse(const std::string& path) {
  std::vector<Fault> out;
  std::istringstream in(read(path));
  int number = 0;
  const auto current = [&]() -> Fault& {
    if (out.empty()) stop(path + ":" + std::to_string(number) + ": expected `fault NAME` first");
    return out.back();
  };
  for (std::string line; std::getline(in, line);) {
    ++number;
    const auto rest = [&](std::size_t n) { return line.substr(n); };
    if (line.empty() || line[0] == '#') continue;
    if (line.rfind("fault ", 0) == 0) {
      out.push_back({});
      out.back().name = rest(6);
      out.back().line = number;
    } else if (line.rfind("area ", 0) == 0) {
      current().area = rest(5);
    } else if (line.rfind("what ", 0) == 0) {
      current().what = rest(5);
    } else if (line.rfind("subject ", 0) == 0) {
      current().subject = rest(8);
    } else if (line.rfind("file ", 0) == 0) {
      current().file = rest(5);
    } else if (line[0] == '-') {
      current().from += rest(1) + "\n";
    } else if (line[0] == '+') {
      current().to += rest(1) + "\n";
    } else {
      stop(path + ":" + std::to_string(number) + ": expected fault, area, what, subject, file, -, + or #");
    }
  }
  return out;
}

// Replaces FAULT only as a whole word, so `DEFAULT` stays.
std::string with_condition(std::string text, const std::string& condition) {
  const std::string word = "FAULT";
  const auto joins = [&](std::size_t at) {
    return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
  };
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos;) {
    if ((at > 0 && joins(at - 1)) || joins(at + word.size())) {
      at += word.size();
      continue;
    }
    text.replace(at, word.size(), condition);
    at += condition.size();
  }
  return text;
}

// Returns where to insert the include of active_fault.h: before the first include or, in a header without one, behind
// `#pragma once`.
std::size_t place_of_switch(const std::string& path, const std::string& text) {
  const std::size_t include = text.find("#include");
  if (include != std::string::npos) return include;
  constexpr std::string_view pragma = "#pragma once\n";
  const std::size_t at = text.find(pragma);
  if (at == std::string::npos)
    stop(path + " has no include and no `#pragma once`: there is no location for the switch");
  return at + pragma.size();
}

}  // namespace

int main(int argc, char** argv) {
  const bool only_check = argc > 1 && std::string(argv[1]) == "--check";
  if (only_check) {
    --argc;
    ++argv;
  }
  if (argc != 3) stop("expected faults.txt and the folder of the copy");
  const std::string root = std::string(argv[2]) + "/";
  std::map<std::string, std::string> files;
  int number = 0;
  for (const Fault& fault : parse(argv[1])) {
    ++number;
    const std::string where = std::string(argv[1]) + ":" + std::to_string(fault.line) + " (" + fault.name + "): ";
    if (fault.file.empty() || fault.from.empty() || fault.area.empty() || fault.what.empty())
      stop(where + "expected area, what, file and the lines behind `-`");
    if (fault.to.find("FAULT") == std::string::npos) stop(where + "the replacement does not name FAULT");
    const auto [entry, fresh] = files.try_emplace(fault.file);
    if (fresh) entry->second = read(root + fault.file);
    std::string& text = entry->second;
    const std::size_t at = text.find(fault.from);
    if (at == std::string::npos) stop(where + "its lines do not stand in " + fault.file);
    if (text.find(fault.from, at + 1) != std::string::npos) stop(where + "its lines stand in " + fault.file + " twice");
    const std::string condition = "::modecheck::faults::active(" + std::to_string(number) + ")";
    text.replace(at, fault.from.size(), with_condition(fault.to, condition));
    std::cout << number << '\t' << fault.name << '\t' << fault.area << '\t' << fault.file << '\t' << fault.what << '\t'
              << fault.subject << '\n';
  }
  for (const auto& [path, text] : files) {
    const std::size_t at = place_of_switch(path, text);
    if (only_check) continue;
    std::ofstream outfile(root + path);
    outfile << text.substr(0, at) << "#include \"tests/faults/active_fault.h\"\n" << text.substr(at);
  }
  return 0;
}
