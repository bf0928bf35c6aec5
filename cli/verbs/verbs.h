// Declares the verbs of the command, each of which has a file. Each function adds its verb to the application, which
// runs the verb that the user chose.
#pragma once

#include "cli/output/exit.h"

// This forward declaration replaces the parser's header, which takes seconds to compile and which most files of this
// folder do not need.
namespace CLI {
class App;
}

namespace modecheck::cli {

void add_run(CLI::App& app, Exit& exit);
void add_exhaust(CLI::App& app, Exit& exit);
void add_sweep(CLI::App& app, Exit& exit);
void add_explore(CLI::App& app, Exit& exit);
void add_merge(CLI::App& app, Exit& exit);
void add_compare(CLI::App& app, Exit& exit);
void add_parallel(CLI::App& app, Exit& exit);
void add_replay(CLI::App& app, Exit& exit);
void add_reduce(CLI::App& app, Exit& exit);
void add_explain(CLI::App& app, Exit& exit);
void add_draw(CLI::App& app, Exit& exit);
void add_pack(CLI::App& app, Exit& exit);
void add_emit(CLI::App& app, Exit& exit);
void add_rules(CLI::App& app, Exit& exit);
void add_operators(CLI::App& app, Exit& exit);
void add_operator(CLI::App& app, Exit& exit);
void add_subjects(CLI::App& app, Exit& exit);
void add_findings(CLI::App& app, Exit& exit);
void add_known(CLI::App& app, Exit& exit);
void add_audit(CLI::App& app, Exit& exit);
void add_completion(CLI::App& app, Exit& exit);
void add_man(CLI::App& app, Exit& exit);

}  // namespace modecheck::cli
