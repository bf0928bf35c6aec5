// One subject of a lockstep: something that runs whole programs.
#pragma once

#include <string>

#include "spec/subject.h"

namespace modecheck::properties {

class SubjectRunner {
 public:
  SubjectRunner() = default;
  SubjectRunner(const SubjectRunner&) = delete;
  SubjectRunner& operator=(const SubjectRunner&) = delete;
  virtual ~SubjectRunner() = default;

  virtual std::string name() const = 0;  // "torch:cpu"
  virtual std::string version() const = 0;
  virtual spec::DeviceKind device() const = 0;
  virtual bool supports(spec::OperationId operation) const = 0;
  virtual void run(const spec::ProgramView& program, spec::Trace& trace) = 0;
};

}  // namespace modecheck::properties
