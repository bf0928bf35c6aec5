#include "subjects/loading/worker.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>
#include <system_error>
#include <utility>

extern char** environ;

namespace modecheck::subjects {
namespace {

std::string worker_program(const std::string& plugin) {
  if (const char* const variable = std::getenv("MODECHECK_SUBJECT_WORKER")) return variable;
  constexpr const char* name = "modecheck_subject_worker";
  std::error_code error;
  const std::filesystem::path beside = std::filesystem::path(plugin).parent_path() / name;
  if (std::filesystem::exists(beside, error)) return beside.string();
  for (const std::string& folder : search_path()) {
    const std::filesystem::path candidate = std::filesystem::path(folder) / name;
    if (std::filesystem::exists(candidate, error)) return candidate.string();
  }
  throw PluginError(std::string("cannot find ") + name + " beside " + plugin +
                    " or in the search path; set MODECHECK_SUBJECT_WORKER to its file");
}

[[noreturn]] void fail(const std::string& what) {
  throw PluginError(what + ": " + std::generic_category().message(errno));
}

// Describes how a process ended, as waitpid reports it.
std::string end_text(int status) {
  if (WIFSIGNALED(status))
    return "signal " + std::to_string(WTERMSIG(status)) + " (" + strsignal(WTERMSIG(status)) + ")";
  return "exit status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

Worker::Worker(std::string file, const spec::SubjectOptions& options, const WorkerLimits& limits, WorkerManner manner)
    : file_(std::move(file)), options_(options), limits_(limits), manner_(manner) {
  memory_ = memfd_create("modecheck-worker", MFD_CLOEXEC);
  if (memory_ < 0) fail("cannot create memory to share with a worker process");
  void* mapped = MAP_FAILED;
  if (ftruncate(memory_, sizeof(WorkerBlock)) == 0)
    mapped = mmap(nullptr, sizeof(WorkerBlock), PROT_READ | PROT_WRITE, MAP_SHARED, memory_, 0);
  if (mapped == MAP_FAILED) {
    close(memory_);
    fail("cannot share memory with a worker process");
  }
  block_ = new (mapped) WorkerBlock;
  try {
    start();
  } catch (...) {
    munmap(block_, sizeof(WorkerBlock));
    close(memory_);
    throw;
  }
}

Worker::~Worker() {
  if (pid_ > 0) stop(false);
  munmap(block_, sizeof(WorkerBlock));
  close(memory_);
}

void Worker::start() {
  const std::string program = worker_program(file_);
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) fail("cannot talk to a worker process");
  // Duplicate the descriptors to numbers above those that the worker expects, so that the dup2 calls below overwrite
  // nothing.
  const int memory_copy = fcntl(memory_, F_DUPFD_CLOEXEC, 16);
  const int socket_copy = fcntl(sockets[1], F_DUPFD_CLOEXEC, 16);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  // A library's output goes to /dev/null, because it is not part of the driver's report.
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, memory_copy, kWorkerMemory);
  posix_spawn_file_actions_adddup2(&actions, socket_copy, kWorkerSocket);
  std::string device = std::to_string(static_cast<int>(options_.device));
  std::string values = std::to_string(static_cast<int>(options_.values));
  std::string memory_limit = std::to_string(limits_.memory);
  std::string time_limit = std::to_string(limits_.time.count());
  std::string manner(manner_ == WorkerManner::Apart ? kWorkerIsolated : kWorkerTogether);
  std::string argv0 = program;
  char* const arguments[] = {argv0.data(),        file_.data(),      device.data(), values.data(),
                             memory_limit.data(), time_limit.data(), manner.data(), nullptr};
  block_->greeting = {};
  const int error = posix_spawn(&pid_, program.c_str(), &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(memory_copy);
  close(socket_copy);
  close(sockets[1]);
  if (error != 0) {
    close(sockets[0]);
    pid_ = -1;
    errno = error;
    fail("cannot start " + program);
  }
  socket_ = sockets[0];
  ++starts_;
  is_fresh_ = true;
  const Answer answer = wait(limits_.start);
  if (answer == Answer::Done && block_->greeting.ready) return;
  const std::string said = block_->greeting.error.data();
  const std::string end = stop(answer == Answer::Late);
  throw PluginError(said.empty() ? "the worker process for " + file_ + " did not start: " + end : said);
}

Worker::Answer Worker::wait(std::chrono::milliseconds limit) const {
  const auto end = std::chrono::steady_clock::now() + limit;
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
    pollfd watched{socket_, POLLIN, 0};
    const int ready = poll(&watched, 1, static_cast<int>(std::max<std::int64_t>(left, 0)));
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) return Answer::Late;
    char byte = 0;
    if (read(socket_, &byte, 1) != 1) return Answer::Gone;
    return byte == kWorkerDone ? Answer::Done : byte == kWorkerDied ? Answer::Died : Answer::Gone;
  }
}

std::string Worker::lose(bool kill_it) {
  ++lost_;
  return stop(kill_it);
}

std::string Worker::stop(bool kill_it) {
  if (kill_it) kill(pid_, SIGKILL);
  close(socket_);  // a worker that waits for a program ends when the socket is closed
  socket_ = -1;
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return end_text(status);
}

// Lets the worker run the program. If the process does not answer, the caller must stop it.
Worker::Answer Worker::ask(const spec::ProgramView& program) {
  if (pid_ < 0) start();
  block_->count = std::min<std::uint32_t>(program.count, spec::kMaxCommands);
  block_->has_dropped = program.dropped != nullptr;
  std::copy_n(program.records, block_->count, block_->records.begin());
  if (program.dropped != nullptr) std::copy_n(program.dropped, block_->count, block_->dropped.begin());
  block_->trace.clear();
  block_->trace.initial.outcome = {};
  is_fresh_ = manner_ == WorkerManner::Apart;
  // If the worker died between programs, this send fails.
  return send(socket_, &kWorkerRun, 1, MSG_NOSIGNAL) == 1 ? wait(limits_.time) : Answer::Gone;
}

void Worker::run(const spec::ProgramView& program, spec::Trace& trace) {
  const bool others_before = !is_fresh_;
  Answer answer = ask(program);
  std::string end;
  if (answer == Answer::Gone || answer == Answer::Late) end = lose(answer == Answer::Late);
  // The process may have died because an earlier program damaged its heap. So run this program once more in a new
  // process.
  if (pid_ < 0 && others_before) {
    answer = ask(program);
    if (answer == Answer::Gone || answer == Answer::Late) end = lose(answer == Answer::Late);
  }
  if (answer == Answer::Done) return copy_out(program, trace);
  if (answer == Answer::Died) end = end_text(block_->end);
  copy_out(program, trace);
  if (answer == Answer::Late)
    mark(program, trace, spec::OutcomeKind::Timeout, "no end within " + std::to_string(limits_.time.count()) + " ms");
  else
    mark(program, trace, spec::OutcomeKind::Crash, end);
}

// Copies the trace out of the shared memory. It copies only what was written, because a trace is large.
void Worker::copy_out(const spec::ProgramView& program, spec::Trace& trace) const {
  const spec::Trace& from = block_->trace;
  trace.completed = std::min(from.completed, program.count);
  trace.bytes_used = std::min(from.bytes_used, spec::Trace::byte_capacity);
  trace.live_objects = from.live_objects;
  trace.initial = from.initial;
  std::copy_n(from.steps.begin(), trace.completed, trace.steps.begin());
  std::copy_n(from.bytes.begin(), trace.bytes_used, trace.bytes.begin());
}

void Worker::mark(const spec::ProgramView& program, spec::Trace& trace, spec::OutcomeKind kind,
                  const std::string& text) {
  trace.live_objects = -1;
  const bool in_flight = trace.completed < program.count;
  spec::Step* step = &trace.initial;
  if (trace.initial.outcome.kind == spec::OutcomeKind::NotReached) {
    trace.initial.observation = {};
  } else if (in_flight) {
    step = &trace.steps[trace.completed];
    step->observation = trace.completed == 0 ? trace.initial.observation : trace.steps[trace.completed - 1].observation;
    ++trace.completed;
  } else if (program.count > 0) {
    step = &trace.steps[program.count - 1];  // no command was left, so the program's end caused the crash
  }
  step->outcome = {};
  step->outcome.kind = kind;
  const std::uint32_t room = spec::Trace::byte_capacity - trace.bytes_used;
  const auto size = static_cast<std::uint16_t>(std::min<std::size_t>(text.size(), room));
  step->outcome.text_begin = trace.bytes_used;
  step->outcome.text_size = size;
  std::memcpy(trace.bytes.data() + trace.bytes_used, text.data(), size);
  trace.bytes_used += size;
  for (std::uint32_t i = trace.completed; i < program.count; ++i) trace.steps[i].outcome = {};
}

}  // namespace modecheck::subjects
