// What tests of custom operators call them with.
#pragma once

#include <utility>

#include "ATen/ATen.h"
#include "ATen/core/dispatch/Dispatcher.h"

// The operator's result, through the unboxed call.
template <class Result, class... Args>
inline Result callOpUnboxed(const c10::OperatorHandle& op, Args... args) {
  return op.typed<Result(Args...)>().call(std::forward<Args>(args)...);
}
