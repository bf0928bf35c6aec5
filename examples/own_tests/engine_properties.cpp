// RapidCheck properties that check an engine with modecheck.
#include <modecheck/rapidcheck.h>

#include <algorithm>
#include <string>

int main() {
  modecheck::Profile profile;
  profile.programs = 50;  // the number of programs in each of RapidCheck's cases
  profile.only = {"neg", "assign"};
  profile.max_commands = 4;
  profile.shard = modecheck::shard_of_environment();  // under Bazel, each shard runs a part of the programs
  const bool holds = rc::check("mine keeps the rules", modecheck::rapidcheck::keeps_rules(MINE, profile));
  // modecheck can also draw programs for a property of your own. This one holds if each program has at most four
  // commands.
  const bool short_enough = rc::check("programs are short", [&] {
    const std::string program = *modecheck::rapidcheck::programs(profile);
    RC_ASSERT(std::count(program.begin(), program.end(), '\n') <= 5);
  });
  return holds && short_enough ? 0 : 1;
}
