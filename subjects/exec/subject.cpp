// The subject `exec:FILE`: an engine in any language, behind a program that answers in lines of JSON. This plug-in
// starts the program that the variable MODECHECK_EXEC names. docs/OWN_ENGINE.md describes the lines.
#include "spec/interface/subject.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>

#include "spec/program/operation.h"
#include "spec/program/program.h"
#include "subjects/exec/adapter_process.h"
#include "subjects/exec/answers.h"
#include "subjects/exec/program_json.h"

namespace modecheck::subjects {
namespace {

using Clock = std::chrono::steady_clock;

// Returns the number that a variable holds, or the other one.
long number_of(const char* variable, long otherwise) {
  const char* const text = std::getenv(variable);
  const long number = text == nullptr ? 0 : std::strtol(text, nullptr, 10);
  constexpr long largest = 1L << 30;  // a number beyond it could not be counted in milliseconds or bytes
  return number <= 0 || number > largest ? otherwise : number;
}

// The limit of a whole run is five seconds (properties/campaign), and the adapter must be late before that.
std::chrono::seconds time_limit() { return std::chrono::seconds(number_of("MODECHECK_EXEC_SECONDS", 3)); }

std::string file_of_adapter() {
  const char* const file = std::getenv("MODECHECK_EXEC");
  return file == nullptr ? std::string() : file;
}

// What an adapter says of itself when it starts.
struct Greeting {
  std::string name;
  std::string version;
  bool has_all = false;
  Answers::Messages messages = Answers::Messages::Unknown;
  std::set<std::string, std::less<>> operations;

  bool has(spec::OperationId operation) const {
    return has_all || operations.count(spec::operation(operation).name) != 0;
  }
};

// Starts the adapter, and reads its greeting. Throws std::runtime_error if it does not greet.
std::unique_ptr<AdapterProcess> started(Greeting& greeting) {
  const std::string file = file_of_adapter();
  if (file.empty()) throw std::runtime_error("no adapter is named; name one as `--subjects exec:FILE`");
  constexpr long default_mebibytes = 65536;
  const auto memory = static_cast<std::size_t>(number_of("MODECHECK_EXEC_MEBIBYTES", default_mebibytes)) << 20U;
  auto out = std::make_unique<AdapterProcess>(file, memory);
  nlohmann::ordered_json hello = {{"modecheck", 1}, {"registers", nlohmann::ordered_json::array()}};
  for (int i = 0; i < spec::kRegisters; ++i) hello["registers"].push_back(json_of(spec::initial_leaf(i)));
  out->send(hello.dump());
  std::string line;
  constexpr auto time_to_start = std::chrono::seconds(60);  // a large library takes seconds to load
  const AdapterProcess::Answer answer = out->receive(line, Clock::now() + time_to_start);
  if (answer != AdapterProcess::Answer::Line)
    throw std::runtime_error(
        file + ": the adapter gave no greeting: " +
        (answer == AdapterProcess::Answer::Late ? "it was silent for a minute" : out->stop(false)));
  const nlohmann::json given = nlohmann::json::parse(line, nullptr, false);
  const auto is_text = [&](const char* name) { return !given.contains(name) || given[name].is_string(); };
  const bool is_greeting = given.is_object() && given.contains("modecheck") && given["modecheck"] == 1 &&
                           given.contains("operations") && given["operations"].is_array() && is_text("name") &&
                           is_text("version") && (!given.contains("messages") || given["messages"] == "libtorch");
  if (!is_greeting)
    throw std::runtime_error(file +
                             R"(: the adapter's first line must be like {"modecheck": 1, "name": "toy", "version": )"
                             R"("1", "operations": ["neg", "mul.Tensor"]}, not )" +
                             line.substr(0, 200));
  greeting.name = given.value("name", "exec");
  greeting.version = given.value("version", "");
  for (const nlohmann::json& operation : given["operations"])
    if (operation.is_string()) greeting.operations.insert(operation.get<std::string>());
  if (given.contains("messages")) greeting.messages = Answers::Messages::OfLibtorch;
  greeting.has_all = greeting.operations.count("all") != 0;
  return out;
}

// The greeting of the adapter, which is asked for once.
struct Asked {
  Greeting greeting;
  std::string error;
};
const Asked& asked() {
  static const Asked out = [] {
    Asked made;
    try {
      static_cast<void>(started(made.greeting));
    } catch (const std::exception& error) {
      made.error = error.what();
    }
    return made;
  }();
  return out;
}

// Returns the state before the first command, as an adapter answers it.
nlohmann::ordered_json state_of_leaves() {
  nlohmann::ordered_json registers = nlohmann::ordered_json::array();
  for (int i = 0; i < spec::kRegisters; ++i) {
    nlohmann::ordered_json one = json_of(spec::initial_leaf(i));
    one["elements"] = one["values"];
    registers.push_back(std::move(one));
  }
  return {{"registers", std::move(registers)}};
}

class Session {
 public:
  // Starts the adapter, which may take seconds, before the time of a program is counted.
  explicit Session(const spec::SubjectOptions& options) : with_values_(options.values != 0) {
    try {
      adapter_ = started(greeting_);
    } catch (const std::exception&) {  // run() tries again and tells why
    }
  }

  void run(const spec::ProgramView& program, spec::Trace& trace) {
    trace.clear();
    trace.initial = {};
    try {
      if (!adapter_) adapter_ = started(greeting_);
      run_commands(program, trace);
    } catch (const AnswerError& error) {
      end(program, trace, spec::OutcomeKind::Crash, std::string("the adapter's answer is wrong: ") + error.what());
    } catch (const std::exception& error) {
      end(program, trace, spec::OutcomeKind::Crash, error.what());
    }
  }

 private:
  static bool is_dropped(const spec::ProgramView& program, std::uint32_t i) {
    return program.dropped != nullptr && program.dropped[i] != 0;
  }
  // The adapter gets only commands that its greeting names.
  bool is_sent(const spec::ProgramView& program, std::uint32_t i) const {
    return !is_dropped(program, i) && greeting_.has(program.records[i].operation);
  }

  void run_commands(const spec::ProgramView& program, spec::Trace& trace) {
    nlohmann::ordered_json commands = nlohmann::ordered_json::array();
    for (std::uint32_t i = 0; i < program.count; ++i)
      if (is_sent(program, i)) commands.push_back(json_of(program.records[i]));
    if (adapter_->has_more())
      throw AnswerError("it has said more than one line for each command; write what is no answer to the error output");
    adapter_->send(nlohmann::ordered_json{{"program", std::move(commands)}}.dump());
    const Clock::time_point limit = Clock::now() + time_limit();
    Answers answers(trace, with_values_, greeting_.messages);
    std::string line;
    if (!receive(program, trace, line, limit)) return;
    answers.read_initial(line);
    for (std::uint32_t i = 0; i < program.count; ++i) {
      spec::Step& step = trace.steps[i];
      step = {};
      if (!is_sent(program, i)) {
        step.outcome.kind = is_dropped(program, i) ? spec::OutcomeKind::Dropped : spec::OutcomeKind::Unsupported;
        step.observation = i == 0 ? trace.initial.observation : trace.steps[i - 1].observation;
      } else {
        if (!receive(program, trace, line, limit)) return;
        answers.read_step(line, program.records[i], step);
      }
      trace.completed = i + 1;
    }
  }

  // Waits for a line. If none comes, marks the command that is running, and returns false.
  bool receive(const spec::ProgramView& program, spec::Trace& trace, std::string& line, Clock::time_point limit) {
    switch (adapter_->receive(line, limit)) {
      case AdapterProcess::Answer::Line:
        return true;
      case AdapterProcess::Answer::Ended: {
        const std::string how = adapter_->stop(false);
        adapter_ = nullptr;
        end(program, trace, spec::OutcomeKind::Crash, "the adapter ended: " + how);
        return false;
      }
      case AdapterProcess::Answer::Late:
        break;
    }
    end(program, trace, spec::OutcomeKind::Timeout,
        "no answer within " + std::to_string(time_limit().count()) + " seconds");
    return false;
  }

  // The command that was running has this outcome. If no state came before the first command, the registers count as
  // made, so that the first command has it. The next program gets a new process.
  void end(const spec::ProgramView& program, spec::Trace& trace, spec::OutcomeKind kind, const std::string& text) {
    adapter_ = nullptr;
    if (trace.initial.outcome.kind == spec::OutcomeKind::NotReached)
      Answers(trace, with_values_).read_initial(state_of_leaves().dump());
    spec::Step* step = &trace.initial;
    if (trace.completed < program.count) {
      step = &trace.steps[trace.completed];
      step->observation =
          trace.completed == 0 ? trace.initial.observation : trace.steps[trace.completed - 1].observation;
      ++trace.completed;
    }
    step->outcome = {};
    step->outcome.kind = kind;
    const auto size = static_cast<std::uint16_t>(
        std::min<std::size_t>({text.size(), spec::Trace::byte_capacity - trace.bytes_used, std::size_t{1000}}));
    step->outcome.text_begin = trace.bytes_used;
    step->outcome.text_size = size;
    std::memcpy(trace.bytes.data() + trace.bytes_used, text.data(), size);
    trace.bytes_used += size;
    for (std::uint32_t i = trace.completed; i < program.count; ++i) trace.steps[i].outcome = {};
  }

  bool with_values_;
  Greeting greeting_;
  std::unique_ptr<AdapterProcess> adapter_;
};

bool supports(spec::OperationId operation, spec::DeviceKind device) {
  return device == spec::DeviceKind::Cpu && asked().greeting.has(operation);
}

}  // namespace
}  // namespace modecheck::subjects

extern "C" __attribute__((visibility("default"))) const modecheck::spec::SubjectTable* modecheck_subject_v1() {
  using namespace modecheck;
  const subjects::Asked& asked = subjects::asked();
  static const std::string version =
      asked.error.empty() ? asked.greeting.name + " " + asked.greeting.version : asked.error;
  static const std::string identity =
      subjects::file_of_adapter().empty() ? "no adapter is named" : subjects::file_of_adapter();
  static const spec::SubjectTable table{
      spec::kSubjectAbi,
      "exec",
      version.c_str(),
      identity.c_str(),
      &subjects::supports,
      [](spec::DeviceKind device) { return device == spec::DeviceKind::Cpu && subjects::asked().error.empty(); },
      [](const spec::SubjectOptions* options) -> void* { return new subjects::Session(*options); },
      [](void* session) { delete static_cast<subjects::Session*>(session); },
      [](void* session, const spec::ProgramView* program, spec::Trace* trace) {
        static_cast<subjects::Session*>(session)->run(*program, *trace);
      }};
  return &table;
}
