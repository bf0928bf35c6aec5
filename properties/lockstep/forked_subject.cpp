#include "properties/lockstep/forked_subject.h"

#include <malloc.h>

#include <algorithm>

#include "properties/process/child_process.h"

namespace modecheck::properties {

ForkedSubject::ForkedSubject(subjects::Plugin plugin, spec::DeviceKind device, std::chrono::milliseconds limit)
    : plugin_(std::move(plugin)), device_(device), limit_(limit) {}

void ForkedSubject::run(const spec::ProgramView& program, spec::Trace& trace) {
  shared_->clear();
  for (std::uint32_t i = 0; i < program.count; ++i) shared_->steps[i].outcome = {};
  ChildProcess child([&](int) {
    // glibc overwrites memory that is freed. Without this, a program that uses freed memory may die only where another
    // program reused the memory, and nobody could shrink it. It may still survive if it reuses the memory itself.
    mallopt(M_PERTURB, 0x5A);
    spec::SubjectOptions options;
    options.device = device_;
    void* session = plugin_.table().open(&options);
    plugin_.table().run(session, &program, &*shared_);
    // The forked process ends after this function, so the operating system frees everything that the session holds.
  });
  const ChildProcess::End end = child.wait(limit_);
  trace.completed = std::min(shared_->completed, program.count);
  trace.bytes_used = std::min(shared_->bytes_used, spec::Trace::byte_capacity);
  trace.live_objects = end == ChildProcess::End::Finished ? shared_->live_objects : -1;
  trace.initial = shared_->initial;
  std::copy_n(shared_->steps.begin(), program.count, trace.steps.begin());
  std::copy_n(shared_->bytes.begin(), trace.bytes.size(), trace.bytes.begin());
  if (end == ChildProcess::End::Finished || trace.completed == program.count) return;
  trace.steps[trace.completed].outcome = {};
  trace.steps[trace.completed].outcome.kind =
      end == ChildProcess::End::Stopped ? spec::OutcomeKind::Timeout : spec::OutcomeKind::Crash;
}

}  // namespace modecheck::properties
