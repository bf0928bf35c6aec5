// The verbs of the command: each adds itself to the application, and runs when it was chosen. One file per verb.
#pragma once

#include "cli/output/exit.h"

// Not the parser's header: it takes seconds of every unit that includes it, and most of this room does not need it.
namespace CLI {
class App;
}

namespace modecheck::cli {

void add_run(CLI::App& app, Exit& exit);
void add_exhaust(CLI::App& app, Exit& exit);
void add_explore(CLI::App& app, Exit& exit);
void add_compare(CLI::App& app, Exit& exit);
void add_parallel(CLI::App& app, Exit& exit);
void add_replay(CLI::App& app, Exit& exit);
void add_reduce(CLI::App& app, Exit& exit);
void add_explain(CLI::App& app, Exit& exit);
void add_draw(CLI::App& app, Exit& exit);
void add_emit(CLI::App& app, Exit& exit);
void add_rules(CLI::App& app, Exit& exit);
void add_operators(CLI::App& app, Exit& exit);
void add_subjects(CLI::App& app, Exit& exit);
void add_findings(CLI::App& app, Exit& exit);

}  // namespace modecheck::cli
