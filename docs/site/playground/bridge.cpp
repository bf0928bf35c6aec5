#include "docs/site/playground/bridge.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "docs/site/playground/json.h"
#include "docs/site/playground/state_json.h"
#include "reference/run/effect_player.h"
#include "spec/model/model.h"
#include "spec/model/state.h"
#include "spec/program/text.h"
#include "subjects/emit/cpp.h"
#include "subjects/emit/python.h"

namespace modecheck::playground {
namespace {

constexpr std::string_view kHeader = "modecheck 1";

std::string_view trimmed(std::string_view line) {
  line = line.substr(0, line.find('#'));
  const std::size_t begin = line.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
}

// Returns the numbers of the lines that are neither empty nor comments, counted from 1.
std::vector<int> lines_with_text(std::string_view text) {
  std::vector<int> out;
  for (int line = 1; !text.empty(); ++line) {
    const std::size_t end = text.find('\n');
    if (!trimmed(text.substr(0, end)).empty()) out.push_back(line);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  }
  return out;
}

// Whether the first line that is neither empty nor a comment begins like the header of a program.
bool has_header(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end));
    if (!line.empty()) return line.substr(0, 10) == kHeader.substr(0, 10);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  }
  return false;
}

std::string error_json(int line, std::string_view message) {
  Json json;
  json.open('{').key("error").open('{');
  json.key("line").number(line).key("message").string(message);
  json.close('}').close('}');
  return json.text();
}

// Holds the program that is run, and the state after the commands that have run.
struct Run {
  spec::Program program;
  reference::Player player;
  spec::Model model{spec::ModelOptions{}, &player, &player};
  spec::Step step;
};

// Marks values as unknown where rule S3 does not promise them, for example after a write that autograd cannot see (rule
// H). The run that judges subjects (ExpectedRun) also treats these values as unknown.
void give_up_unpredictable(Run& run) {
  for (int reg = 0; reg < spec::kRegisters; ++reg) {
    if (const spec::StorageId id = run.model.storage_of(reg); run.model.unpredictable(id)) run.player.give_up(id);
    spec::Geometry gradient;
    if (run.model.gradient_of(reg, gradient) && run.model.unpredictable(gradient.storage))
      run.player.give_up(gradient.storage);
  }
}

void write_command(Json& json, const spec::Record& record, int line) {
  const spec::Operation& operation = spec::operation(record.operation);
  json.open('{');
  json.key("line").number(line);
  json.key("text").string(spec::to_text(record));
  json.key("name").string(operation.name);
  json.key("thread").number(record.thread);
  json.key("destination").number(record.destination);
  json.key("results").number(spec::result_registers(operation));
  json.close('}');
}

void write_error(Json& json, const spec::Outcome& outcome) {
  const spec::ErrorFacts& error = spec::facts_of(outcome.error);
  json.key("error").open('{');
  json.key("name").string(error.name).key("rules").string(error.rules).key("sentence").string(error.sentence);
  json.key("also").open('[');
  for (int i = 0; i < spec::kErrorClasses; ++i) {
    const auto other = static_cast<spec::ErrorClass>(i);
    if (other != outcome.error && spec::contains(outcome.reasons, other)) json.string(spec::name_of(other));
  }
  json.close(']').close('}');
}

void write_unspecified(Json& json, spec::Unspecified reason) {
  const spec::UnspecifiedFacts& facts = spec::facts_of(reason);
  constexpr std::string_view kinds[] = {"limit", "open", "not yet"};
  json.key("unspecified").open('{');
  json.key("id").string(facts.id).key("kind").string(kinds[static_cast<std::size_t>(facts.kind)]);
  json.key("statement").string(facts.statement).key("source").string(facts.source);
  json.close('}');
}

void write_route(Json& json, const spec::RouteObservation& route) {
  json.key("route").open('[');
  for (std::size_t i = 0; i < route.length; ++i)
    json.string(route.keys[i] == spec::kKeyAutograd          ? "Autograd"
                : route.keys[i] == spec::kKeyADInplaceOrView ? "ADInplaceOrView"
                                                             : "backend");
  json.close(']');
}

void write_rules(Json& json, spec::RuleSet cited) {
  json.key("rules").open('[');
  for (int i = 0; i < spec::kRules; ++i) {
    const auto rule = static_cast<spec::Rule>(i);
    if (cited.contains(rule)) json.string(spec::facts_of(rule).id);
  }
  json.close(']');
}

void write_step(Json& json, const Run& run, bool is_start) {
  const spec::Outcome& outcome = run.step.outcome;
  json.open('{');
  json.key("outcome").string(outcome.kind == spec::OutcomeKind::Error     ? "rejected"
                             : outcome.kind == spec::OutcomeKind::Dropped ? "dropped"
                                                                          : "ok");
  if (outcome.kind == spec::OutcomeKind::Error) write_error(json, outcome);
  if (outcome.kind == spec::OutcomeKind::Dropped) write_unspecified(json, run.model.unspecified());
  // If rounded values decided what an earlier command did, the model may be wrong from that command on.
  json.key("doubtful").boolean(run.player.doubtful());
  write_rules(json, is_start ? spec::RuleSet{} : run.model.rules());
  write_route(json, run.step.observation.route);
  const StateView state{run.model.state(), run.step.observation, run.player};
  write_threads(json, state);
  write_registers(json, state);
  write_storages(json, state);
  write_graph(json, state);
  json.close('}');
}

// Parses a program, and adds the header if the text lacks it. Throws TextError with a line number of `text`.
spec::Program parse(std::string_view text) {
  if (has_header(text)) return spec::parse_program(text);
  try {
    return spec::parse_program(std::string(kHeader) + '\n' + std::string(text));
  } catch (const spec::TextError& error) {
    throw spec::TextError(std::max(error.line() - 1, 1), error.what());
  }
}

std::string run_json(std::string_view text) {
  const auto run = std::make_unique<Run>();  // on the heap, because a Run is too large for the stack of WebAssembly
  run->program = parse(text);
  const std::vector<int> lines = lines_with_text(text);
  const std::size_t first = has_header(text) ? 1 : 0;
  Json json;
  json.open('{').key("commands").open('[');
  for (std::size_t i = 0; i < run->program.records.size(); ++i)
    write_command(json, run->program.records[i], lines.at(first + i));
  json.close(']');
  json.key("steps").open('[');
  run->player.clear();
  run->model.reset();
  run->step.outcome.kind = spec::OutcomeKind::Ok;
  run->model.observe(0, run->step.observation);
  write_step(json, *run, true);
  for (const spec::Record& record : run->program.records) {
    run->model.step(record, run->step);
    give_up_unpredictable(*run);
    write_step(json, *run, false);
  }
  json.close(']').close('}');
  return json.text();
}

std::string emit_json(std::string_view text, std::string_view language) {
  const spec::Program program = parse(text);
  const bool python = language == "python";
  if (python)
    if (const auto why = subjects::not_in_python(program)) return error_json(0, *why);
  subjects::EmitOptions options;
  options.headline = {"A program of modecheck's playground."};
  const auto run = std::make_unique<Run>();
  run->player.clear();
  run->model.reset();
  for (const spec::Record& record : program.records) {
    run->model.step(record, run->step);
    options.dropped.push_back(run->step.outcome.kind == spec::OutcomeKind::Dropped);
  }
  Json json;
  json.open('{').key("text");
  json.string(python ? subjects::emit_python(program, options) : subjects::emit_cpp(program, options)).close('}');
  return json.text();
}

// Returns what `make` returns. If `make` throws, returns the exception as a JSON error.
template <typename Make>
std::string answer_of(Make make) {
  try {
    return make();
  } catch (const spec::TextError& error) {
    return error_json(error.line(), error.what());
  } catch (const std::exception& error) {
    return error_json(0, error.what());
  }
}

std::string rules_json() {
  Json json;
  json.open('[');
  for (const spec::RuleFacts& rule : spec::rules()) {
    json.open('{').key("id").string(rule.id).key("statement").string(rule.statement);
    json.key("source").string(rule.source).close('}');
  }
  json.close(']');
  return json.text();
}

std::string commands_json() {
  Json json;
  json.open('[');
  for (const spec::Operation& operation : spec::operations())
    json.open('{').key("name").string(operation.name).key("schema").string(operation.schema.text).close('}');
  json.close(']');
  return json.text();
}

}  // namespace
}  // namespace modecheck::playground

extern "C" {

const char* modecheck_run(const char* text) {
  static std::string out;
  out = modecheck::playground::answer_of([&] { return modecheck::playground::run_json(text); });
  return out.c_str();
}

const char* modecheck_emit(const char* text, const char* language) {
  static std::string out;
  out = modecheck::playground::answer_of([&] { return modecheck::playground::emit_json(text, language); });
  return out.c_str();
}

const char* modecheck_rules() {
  static const std::string out = modecheck::playground::rules_json();
  return out.c_str();
}

const char* modecheck_commands() {
  static const std::string out = modecheck::playground::commands_json();
  return out.c_str();
}
}
