// The verbs of the command, one file each. Each function adds its verb to the application, which runs the chosen one.
#pragma once

#include "cli/output/exit.h"

// A forward declaration instead of the parser's header, which takes seconds in every unit. Most of this folder does not
// need it.
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
void add_completion(CLI::App& app, Exit& exit);
void add_man(CLI::App& app, Exit& exit);

}  // namespace modecheck::cli
