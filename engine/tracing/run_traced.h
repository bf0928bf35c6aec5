// Runs a call of an operator that a fake mode with symbolic sizes follows.
#pragma once

#include <new>
#include <optional>
#include <type_traits>

#include "engine/core/errors/error.h"
#include "engine/tracing/call_record.h"
#include "engine/tracing/symbolic_tracer.h"

namespace modecheck::engine {

// Runs `body`, which is the kernel or the composite, and tells `call` how it ended. The operators that the body calls
// are not traced.
template <typename Body>
decltype(auto) run_traced(SymbolicTracer::Call& call, CallRecord& record, const Body& body) {
  const SymbolicTracer::Off one_operator;
  try {
    if constexpr (std::is_void_v<decltype(body())>) {
      body();
      call.has_run();
    } else {
      decltype(body()) result = body();
      record.add_result(result);
      call.has_run();
      return result;
    }
  } catch (const Classified& error) {
    call.was_rejected(error.error_class());
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {
    call.was_rejected(std::nullopt);
    throw;
  }
}

}  // namespace modecheck::engine
