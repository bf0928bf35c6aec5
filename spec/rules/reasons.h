// The reasons why a command is rejected: the set of all reasons that hold, and the first reason that is found (rule
// E3).
#pragma once

#include "spec/interface/error_class.h"

namespace modecheck::spec {

struct Reasons {
  ErrorClass first = ErrorClass::None;
  ErrorSet all = 0;

  bool none() const { return first == ErrorClass::None; }
  void add(ErrorClass reason) {
    if (reason == ErrorClass::None) return;
    if (none()) first = reason;
    all |= set_of(reason);
  }
  void add_if(bool holds, ErrorClass reason) {
    if (holds) add(reason);
  }
  void add(const Reasons& later) {
    if (none()) first = later.first;
    all |= later.all;
  }
};

}  // namespace modecheck::spec
