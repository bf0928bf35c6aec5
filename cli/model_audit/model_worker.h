// Finds and runs the worker programs of `modecheck audit MODEL.pt`. Each worker is linked to one library: modecheck's
// engine, or a version of libtorch. Their source is audit/model.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/model_audit/model_request.h"
#include "cli/options/worker_programs.h"

namespace modecheck::cli {

using ModelWorker = WorkerProgram;

// The worker that is linked to the engine. --library engine=FILE names a program that takes its place.
inline constexpr std::string_view engine_worker = "engine";

// Returns the workers in the folders of the plug-ins. The engine's is the first.
std::vector<ModelWorker> find_model_workers();

// Runs the worker and returns what it printed. A worker that crashed, printed nothing, or ran longer than the time
// limit gives an object with `library` and `error`. `more` are further words of its command line; an --inputs there
// takes the place of the request's inputs. Throws UsageError if the worker cannot be started.
nlohmann::json run_model_worker(const ModelWorker& worker, const ModelRequest& request,
                                const std::vector<std::string>& more);

}  // namespace modecheck::cli
