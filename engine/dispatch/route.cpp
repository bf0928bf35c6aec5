#include "engine/dispatch/route.h"

namespace modecheck::engine {

constinit thread_local RouteTrace* route_trace = nullptr;

RouteTrace::RouteTrace() : outer_(route_trace) {
  steps_.reserve(16);
  route_trace = this;
}

RouteTrace::~RouteTrace() { route_trace = outer_; }

}  // namespace modecheck::engine
