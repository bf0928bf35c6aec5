#include "properties/concurrent/concurrent_run.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "properties/concurrent/uncounted.h"
#include "properties/lockstep/lockstep.h"
#include "properties/report/report.h"

namespace modecheck::properties {
namespace {

std::unique_ptr<Lockstep> lockstep_of(const ConcurrentRunOptions& options) {
  std::vector<std::unique_ptr<subjects::Runner>> subjects;
  subjects.push_back(std::make_unique<Uncounted>(options.open()));
  return std::make_unique<Lockstep>(options.oracle, std::move(subjects));
}

std::string headline_of(const Verdict& verdict) {
  return verdict.clean() ? std::string() : headline(verdict.mismatches[0]);
}

// The state that all threads of a concurrent run share.
struct Common {
  std::atomic<std::uint64_t> next = 0;
  std::atomic<std::uint64_t> commands = 0;
  std::mutex mutex;
  std::vector<Disturbed> mismatched;
  std::exception_ptr failure;
};

void work(const ConcurrentRunOptions& options, int thread, Common& common) {
  try {
    const std::unique_ptr<Lockstep> lockstep = lockstep_of(options);
    spec::Program program;
    for (std::uint64_t i = common.next++; i < options.programs; i = common.next++) {
      options.program_into(program, i);
      if (options.starting) options.starting(thread, i);
      const Verdict& verdict = lockstep->check(program, false);
      common.commands += verdict.judged[0];
      if (verdict.clean()) continue;
      const std::lock_guard<std::mutex> guard(common.mutex);
      common.mismatched.push_back({i, headline_of(verdict), {}});
    }
  } catch (...) {
    // no program is left to start, so the other threads end after their present program
    common.next = options.programs;
    const std::lock_guard<std::mutex> guard(common.mutex);
    if (common.failure == nullptr) common.failure = std::current_exception();
  }
}

}  // namespace

ConcurrentRunResult run_concurrently(const ConcurrentRunOptions& options) {
  Common common;
  std::vector<std::thread> threads;
  for (int i = 0; i < options.threads; ++i) threads.emplace_back([&, i] { work(options, i, common); });
  for (std::thread& thread : threads) thread.join();
  if (common.failure != nullptr) std::rethrow_exception(common.failure);

  ConcurrentRunResult out;
  out.programs = options.programs;
  out.commands = common.commands;
  std::sort(common.mismatched.begin(), common.mismatched.end(),
            [](const Disturbed& a, const Disturbed& b) { return a.index < b.index; });
  if (common.mismatched.empty()) return out;
  const std::unique_ptr<Lockstep> alone = lockstep_of(options);
  spec::Program program;
  for (Disturbed& one : common.mismatched) {
    options.program_into(program, one.index);
    if (options.starting) options.starting(0, one.index);
    one.alone = headline_of(alone->check(program, false));
    if (one.alone == one.headline)
      ++out.alone_as_well;
    else
      out.disturbed.push_back(std::move(one));
  }
  return out;
}

}  // namespace modecheck::properties
