// Judges two programs that run at the same time in two threads (rule G6). The first half of an input encodes one
// program, and the second half the other. Commands that would disturb the other thread are left out.
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "fuzz/finding.h"
#include "fuzz/programs/judge.h"
#include "fuzz/target.h"
#include "properties/generate/decoder.h"
#include "spec/program/operation.h"

namespace modecheck::fuzz {
namespace {

// Whether a command uses what belongs to the process: the default generator of random numbers, or the operator that
// operator_check registers under one name.
bool is_shared_by_threads(const spec::Record& record) {
  return spec::draws_random_numbers(spec::operations()[record.operation]) ||
         record.operation == spec::id_of(spec::BuiltinCommand::OperatorCheck);
}

// A thread with a subject of its own, which judges one program after another.
class Worker {
 public:
  Worker() : judge_(subject_from_environment(), sanctioned_holes_from_environment(), true) {
    thread_ = std::thread([this] { work(); });
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  void begin(const std::uint8_t* data, std::size_t size) {
    properties::decode_into(program_, data, size);
    std::erase_if(program_.records, is_shared_by_threads);
    {
      const std::lock_guard lock(mutex_);
      busy_ = true;
    }
    changed_.notify_all();
  }
  // Waits until the program has been judged. Throws Finding if it shows a mismatch.
  void finish() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !busy_; });
    if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
    if (!passes_) throw Finding("two programs in two threads: " + judge_.signature(), judge_.description(program_));
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return busy_ || ends_; });
      if (ends_) return;
      lock.unlock();
      try {
        passes_ = judge_.passes(program_);
      } catch (...) {
        failure_ = std::current_exception();
      }
      lock.lock();
      busy_ = false;
      changed_.notify_all();
    }
  }

  Judge judge_;
  spec::Program program_;
  bool passes_ = true;
  std::exception_ptr failure_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool busy_ = false;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace

// Loads the plug-in before the first input, because AFL++ forks then and takes no instrumented library afterwards.
extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  try {
    static const auto* const loaded = new Judge(subject_from_environment(), sanctioned_holes_from_environment(), true);
    return loaded == nullptr ? 1 : 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fuzz_threads: %s\n", error.what());
    std::exit(2);
  }
}

void judge_threads(const std::uint8_t* data, std::size_t size) {
  // The workers are never destroyed, because a thread must not end while libFuzzer writes a finding.
  static auto* const workers = new std::pair<Worker, Worker>();
  const std::size_t half = size / 2 / sizeof(spec::Record) * sizeof(spec::Record);
  workers->first.begin(data, half);
  workers->second.begin(data + half, size - half);
  // Both must have ended before a finding may be thrown.
  std::exception_ptr failure;
  for (Worker* const worker : {&workers->first, &workers->second}) try {
      worker->finish();
    } catch (...) {
      failure = std::current_exception();
    }
  if (failure != nullptr) std::rethrow_exception(failure);
}

}  // namespace modecheck::fuzz
