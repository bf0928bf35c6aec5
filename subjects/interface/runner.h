// The interface of an object that runs programs and observes them. It is a plug-in in this process, or a plug-in in a
// worker process.
#pragma once

#include <cstdint>
#include <string>

#include "spec/interface/subject.h"

namespace modecheck::subjects {

class Runner {
 public:
  Runner() = default;
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;
  virtual ~Runner() = default;

  virtual std::string name() const = 0;  // the subject's name, for example "torch"
  virtual std::string version() const = 0;
  virtual std::string identity() const = 0;  // the path of the file that holds the code under test
  virtual spec::DeviceKind device() const = 0;
  virtual bool supports(spec::OperationId operation) const = 0;

  // Runs a program. The trace holds everything that can happen, so no program makes this function throw.
  virtual void run(const spec::ProgramView& program, spec::Trace& trace) = 0;

  // Returns how many worker processes ended unexpectedly and were replaced.
  virtual std::uint64_t lost() const { return 0; }
};

}  // namespace modecheck::subjects
