// A plug-in that runs in a process of its own. A crash, a hang or exhausted memory ends that process only, and is the
// outcome of the command that was running. The next program gets a new process.
//
// The process runs a program of its own (modecheck_subject_worker). It is started with posix_spawn, and is not a fork
// of this process. Therefore this process may have any threads and libraries. Two versions of one library never share a
// process, and a crash leaves nothing behind. Starting a worker costs as much as loading the plug-in (libtorch: half a
// second). A run costs some 10 microseconds. Program and trace are in shared memory; a byte through a socket says when
// to read them.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "subjects/interface/runner.h"
#include "subjects/loading/plugin.h"
#include "subjects/loading/worker_block.h"

namespace modecheck::subjects {

// Says whether a program may run in a process that has run other programs before.
enum class WorkerManner : std::uint8_t {
  Shared,  // programs share a process; a crash that does not repeat in a new process is not reported
  Apart,   // each program runs in a process of its own, which the worker forks
};

struct WorkerLimits {
  std::chrono::milliseconds time{5000};        // how long one program may run
  std::chrono::milliseconds start{60000};      // how long loading the plug-in may take
  std::size_t memory = std::size_t{2} << 30U;  // how many bytes the process may grow after loading the plug-in
};

class Worker final : public Runner {
 public:
  // Starts a worker process that loads the plug-in of `file`. Throws PluginError if that fails.
  Worker(std::string file, const spec::SubjectOptions& options, const WorkerLimits& limits = {},
         WorkerManner manner = WorkerManner::Shared);
  ~Worker() override;

  std::string name() const override { return block_->greeting.name.data(); }
  std::string version() const override { return block_->greeting.version.data(); }
  std::string identity() const override { return block_->greeting.identity.data(); }
  spec::DeviceKind device() const override { return options_.device; }
  bool supports(spec::OperationId operation) const override {
    return block_->greeting.supports[static_cast<std::size_t>(options_.device)][operation] != 0;
  }
  const WorkerBlock::Greeting& greeting() const { return block_->greeting; }
  void run(const spec::ProgramView& program, spec::Trace& trace) override;

  // Returns how many worker processes were started so far.
  int starts() const { return starts_; }
  std::uint64_t lost() const override { return lost_; }

 private:
  enum class Answer { Done, Died, Gone, Late };

  void start();
  Answer ask(const spec::ProgramView& program);
  Answer wait(std::chrono::milliseconds limit) const;
  std::string lose(bool kill_it);  // ends a worker that crashed or, with kill_it, did not answer
  std::string stop(bool kill_it);  // returns how the process ended, for example "signal 11 (Segmentation fault)"
  void copy_out(const spec::ProgramView& program, spec::Trace& trace) const;
  static void mark(const spec::ProgramView& program, spec::Trace& trace, spec::OutcomeKind kind,
                   const std::string& text);

  std::string file_;
  spec::SubjectOptions options_;
  WorkerLimits limits_;
  int memory_ = -1;
  WorkerBlock* block_ = nullptr;
  int socket_ = -1;
  pid_t pid_ = -1;
  WorkerManner manner_;
  int starts_ = 0;
  std::uint64_t lost_ = 0;
  bool is_fresh_ = true;  // true if the process has run no program yet
};

}  // namespace modecheck::subjects
