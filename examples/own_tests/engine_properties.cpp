// RapidCheck properties of an engine.
#include <modecheck/rapidcheck.h>

#include <algorithm>
#include <string>

int main() {
  modecheck::Profile profile;
  profile.programs = 50;  // in each of RapidCheck's cases
  profile.only = {"neg", "assign"};
  profile.max_commands = 4;
  const bool holds = rc::check("mine keeps the rules", modecheck::rapidcheck::keeps_rules(MINE, profile));
  // Programs can also be drawn for a property of your own: here, that each has at most four commands.
  const bool short_enough = rc::check("programs are short", [&] {
    const std::string program = *modecheck::rapidcheck::programs(profile);
    RC_ASSERT(std::count(program.begin(), program.end(), '\n') <= 5);
  });
  return holds && short_enough ? 0 : 1;
}
