// Records the route of operators that the program calls: the keys under which each primitive operator ran, in order
// (rule D3).
//
//   RouteTrace trace;                   // records on this thread until it is destroyed
//   a.add_(b);
//   trace.steps() == {{add__Tensor, Autograd}, {add__Tensor, ADInplaceOrView}, {add__Tensor, CPU}}  (the schemas)
//   trace.clear();
//
// Operators that run in backward, when a view's history is regenerated, or inside a kernel are not recorded. Without a
// trace the cost is one load and one branch for each key.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/memory/constant_initialized.h"
#include "engine/core/types/dispatch_key_set.h"
#include "engine/dispatch/facts.h"

namespace modecheck::engine {

struct RouteStep {
  const operators::Schema* op;
  c10::DispatchKey key;  // the key of the kernel that ran: Autograd, ADInplaceOrView, CPU, CUDA or Meta
  bool operator==(const RouteStep& other) const { return op == other.op && key == other.key; }
};

class RouteTrace {
 public:
  RouteTrace();
  ~RouteTrace();
  RouteTrace(const RouteTrace&) = delete;
  RouteTrace& operator=(const RouteTrace&) = delete;

  const std::vector<RouteStep>& steps() const { return steps_; }
  void clear() { steps_.clear(); }
  void record(const operators::Schema* op, c10::DispatchKey key) { steps_.push_back({op, key}); }

 private:
  std::vector<RouteStep> steps_;
  RouteTrace* outer_;
};

extern MODECHECK_CONSTINIT thread_local RouteTrace* route_trace __attribute__((tls_model("initial-exec")));

// Pauses the recording of routes while the engine calls operators itself.
class RouteMute {
 public:
  RouteMute() : trace_(route_trace) { route_trace = nullptr; }
  ~RouteMute() { route_trace = trace_; }
  RouteMute(const RouteMute&) = delete;
  RouteMute& operator=(const RouteMute&) = delete;

 private:
  RouteTrace* trace_;
};

template <typename Op>
inline void note_route(c10::DispatchKey key) {
  if (RouteTrace* const trace = route_trace; trace != nullptr) [[unlikely]]
    trace->record(&schema_of<Op>, key);
}

}  // namespace modecheck::engine
