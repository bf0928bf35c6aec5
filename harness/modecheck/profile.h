// Which random programs are drawn. Each member is an option of `modecheck run`, which explains it (--help).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace modecheck {

struct Profile {
  std::uint64_t programs = 1000;          // how many programs are drawn
  std::uint64_t seed = 1;                 // program i of a seed is always the same
  std::vector<std::string> only = {};     // operators, guards or groups to draw; rules to judge by. Empty: all
  std::vector<std::string> without = {};  // what is left out of these
  int max_commands = 0;                   // commands of a program; 0: as many as `modecheck run` has
  int jobs = 1;                           // processes that run programs at once
  bool ignore_known = false;              // whether known mismatches count as findings
  std::string findings = {};              // folder into which findings are written; empty: none
  std::string profile = "all";            // which mismatches are findings: "semantics", "operators" or "all"
};

}  // namespace modecheck
