// Says which random programs a check draws. Each member is an option of `modecheck run`, whose --help explains it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "modecheck/shard.h"

namespace modecheck {

struct Profile {
  std::uint64_t programs = 1000;          // how many programs are drawn
  std::uint64_t seed = 1;                 // with the same seed, the i-th program is always the same
  std::vector<std::string> only = {};     // operators, guards or groups to draw, and rules to judge by; empty: all
  std::vector<std::string> without = {};  // operators, guards, groups and rules to leave out of those in `only`
  int max_commands = 0;                   // the most commands of a program; 0: as many as in `modecheck run`
  int jobs = 1;                           // how many processes run programs at once
  bool ignore_known = false;              // if true, mismatches that the folder known/ describes count as findings too
  std::string findings = {};              // folder into which findings are written; empty: findings are not written
  std::string profile = "all";            // which mismatches are findings: "semantics", "operators" or "all"
  Shard shard = {};                       // the part of the programs to run; all shards together run each program once
};

}  // namespace modecheck
