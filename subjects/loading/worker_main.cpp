// The program modecheck_subject_worker: runs programs on one plug-in for the process that started it (worker.h).
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <string>
#include <string_view>

#include "subjects/loading/plugin.h"
#include "subjects/loading/worker_block.h"

namespace {

using modecheck::subjects::WorkerBlock;

template <std::size_t Size>
void put(std::array<char, Size>& out, std::string_view text) {
  const std::size_t kept = text.size() < Size ? text.size() : Size - 1;
  std::memcpy(out.data(), text.data(), kept);
  out[kept] = '\0';
}

// Lets the process use this many bytes more than it uses now.
void limit_memory(std::size_t bytes) {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  rlimit limit{};
  if (pages == 0 || getrlimit(RLIMIT_AS, &limit) != 0) return;
  limit.rlim_cur = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + bytes;
  setrlimit(RLIMIT_AS, &limit);
}

// Ends this process after this time. If a program hangs and the driver is gone, nothing else would end the process.
void limit_time(long milliseconds) {
  itimerval timer{};
  timer.it_value.tv_sec = milliseconds / 1000;
  timer.it_value.tv_usec = milliseconds % 1000 * 1000;
  setitimer(ITIMER_REAL, &timer, nullptr);
}

void answer(char byte) {
  if (write(modecheck::subjects::kWorkerSocket, &byte, 1) != 1) std::_Exit(0);
}

// Calls `run` in a process of its own, and returns whether that process ended well.
template <typename Run>
char apart(WorkerBlock& block, const Run& run) {
  const pid_t worker = getpid();
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // the driver kills the worker only, so this process must end with the worker
    if (getppid() != worker) std::_Exit(0);
    run();
    std::_Exit(0);
  }
  if (child < 0) std::_Exit(3);
  while (waitpid(child, &block.end, 0) < 0 && errno == EINTR) {
  }
  return block.end == 0 ? modecheck::subjects::kWorkerDone : modecheck::subjects::kWorkerDied;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace modecheck;
  if (argc != 7) {
    std::fputs("modecheck_subject_worker is started by modecheck itself and is not a command.\n", stderr);
    return 2;
  }
  void* const mapped =
      mmap(nullptr, sizeof(WorkerBlock), PROT_READ | PROT_WRITE, MAP_SHARED, subjects::kWorkerMemory, 0);
  if (mapped == MAP_FAILED) return 2;
  auto* const block = static_cast<WorkerBlock*>(mapped);
  spec::SubjectOptions options;
  options.device = static_cast<spec::DeviceKind>(std::atoi(argv[2]));
  options.values = static_cast<std::uint8_t>(std::atoi(argv[3]));
  // A worker must not outlive the driver, which ends it. A terminal sends Ctrl-C to all processes, so the worker
  // ignores it.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int number : {SIGINT, SIGTERM}) signal(number, SIG_IGN);
  const std::size_t memory = std::strtoull(argv[4], nullptr, 10);
  const long time = std::strtol(argv[5], nullptr, 10);
  const bool is_isolated = std::string_view(argv[6]) == subjects::kWorkerIsolated;

  const spec::SubjectTable* table = nullptr;
  void* session = nullptr;
  try {
    const subjects::Plugin plugin = subjects::Plugin::load(argv[1]);
    table = &plugin.table();
    put(block->greeting.name, plugin.name());
    put(block->greeting.version, plugin.version());
    put(block->greeting.identity, plugin.identity());
    for (std::size_t kind = 0; kind < block->greeting.devices.size(); ++kind) {
      const auto device = static_cast<spec::DeviceKind>(kind);
      if (!plugin.has_device(device)) continue;
      block->greeting.devices[kind] = 1;
      for (std::size_t id = 0; id < spec::operations().size(); ++id)
        block->greeting.supports[kind][id] = plugin.supports(static_cast<spec::OperationId>(id), device) ? 1 : 0;
    }
    // If each program gets a process of its own, that process opens its own session.
    const bool has_device = plugin.has_device(options.device);
    if (has_device && !is_isolated) session = table->open(&options);
    if (!has_device || (session == nullptr && !is_isolated))
      throw subjects::PluginError("subject '" + plugin.name() + "' does not have this device");
    block->greeting.ready = true;
  } catch (const std::exception& error) {
    put(block->greeting.error, error.what());
  }
  answer(subjects::kWorkerDone);
  if (!block->greeting.ready) return 1;
  if (memory != 0) limit_memory(memory);

  for (char request = 0; read(subjects::kWorkerSocket, &request, 1) == 1;) {
    const spec::ProgramView program{block->records.data(), block->has_dropped ? block->dropped.data() : nullptr,
                                    block->count};
    const auto run = [&] {
      limit_time(2 * time + 1000);
      if (is_isolated) session = table->open(&options);
      table->run(session, &program, &block->trace);
      limit_time(0);
    };
    if (is_isolated) {
      answer(apart(*block, run));
    } else {
      run();
      answer(subjects::kWorkerDone);
    }
  }
#ifdef MODECHECK_COVERAGE
  // In a coverage build, end by exit(), which writes the coverage data.
  std::exit(0);
#else
  // _Exit() skips the plug-in's own clean-up, which has nothing to save and may hang.
  std::_Exit(0);
#endif
}
