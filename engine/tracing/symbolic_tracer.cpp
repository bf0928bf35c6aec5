#include "engine/tracing/symbolic_tracer.h"

#include <atomic>
#include <map>
#include <mutex>

#include "engine/core/memory/thread_state.h"
#include "engine/tracing/call_record.h"
#include "engine/tracing/traced_composite.h"

namespace modecheck::engine {
namespace {

struct Tracers {
  std::mutex mutex;
  std::map<std::uint32_t, SymbolicTracer*> of_mode;
};

Tracers& tracers() {
  static Tracers* const out = new Tracers;  // never destroyed, because a mode may be destroyed after main()
  return *out;
}

// Most programs have no tracer, and must not pay for a lock.
std::atomic<std::uint32_t> tracer_count{0};

// Grows whenever a tracer comes or goes.
std::atomic<std::uint64_t> changes{0};

thread_local bool is_off = false;

// The last answer of tracer_of_mode() on this thread.
struct LastAnswer {
  std::uint64_t changes = 0;
  std::uint32_t mode = 0;
  SymbolicTracer* tracer = nullptr;
};
thread_local LastAnswer last_answer;

SymbolicTracer* tracer_of_mode(std::uint32_t number) {
  if (tracer_count.load(std::memory_order_acquire) == 0) return nullptr;
  const std::uint64_t now = changes.load(std::memory_order_acquire);
  if (last_answer.changes == now && last_answer.mode == number) return last_answer.tracer;
  Tracers& all = tracers();
  const std::lock_guard<std::mutex> lock(all.mutex);
  const auto found = all.of_mode.find(number);
  last_answer = {changes.load(std::memory_order_relaxed), number, found == all.of_mode.end() ? nullptr : found->second};
  return last_answer.tracer;
}

}  // namespace

SymbolicTracer* SymbolicTracer::active() {
  SymbolicTracer* const tracer = tracer_of_mode(thread_fake_mode);
  return tracer == nullptr || is_off ? nullptr : tracer;
}

bool SymbolicTracer::is_on() { return !is_off; }

SymbolicTracer* SymbolicTracer::of(const at::Tensor& tensor) {
  if (!tensor.defined() || !tensor.is_fake()) return nullptr;
  return tracer_of_mode(tensor.unsafeGetTensorImpl()->storage()->fake_mode());
}

bool any_tracer() { return tracer_count.load(std::memory_order_relaxed) != 0; }

SymbolicTracer* tracer_of_call(const CallRecord& record) {
  if (is_off) return nullptr;
  if (thread_fake_mode != 0) return tracer_of_mode(thread_fake_mode);
  for (const CallRecord::Argument& argument : record.arguments()) {
    if (const auto* const tensor = std::get_if<at::Tensor>(&argument))
      if (SymbolicTracer* const out = SymbolicTracer::of(*tensor); out != nullptr) return out;
    if (const auto* const tensors = std::get_if<CallRecord::Tensors>(&argument))
      for (const at::Tensor& tensor : *tensors)
        if (SymbolicTracer* const out = SymbolicTracer::of(tensor); out != nullptr) return out;
  }
  return nullptr;
}

void SymbolicTracer::trace_mode(std::uint32_t number) {
  Tracers& all = tracers();
  const std::lock_guard<std::mutex> lock(all.mutex);
  all.of_mode[number] = this;
  ++changes;
  tracer_count.store(static_cast<std::uint32_t>(all.of_mode.size()), std::memory_order_release);
}

void SymbolicTracer::stop_tracing(std::uint32_t number) {
  Tracers& all = tracers();
  const std::lock_guard<std::mutex> lock(all.mutex);
  all.of_mode.erase(number);
  ++changes;
  tracer_count.store(static_cast<std::uint32_t>(all.of_mode.size()), std::memory_order_release);
}

SymbolicTracer::Off::Off() : before_(is_off) { is_off = true; }
SymbolicTracer::Off::~Off() { is_off = before_; }
SymbolicTracer::On::On() : before_(is_off) { is_off = false; }
SymbolicTracer::On::~On() { is_off = before_; }

}  // namespace modecheck::engine
