// The interface of whatever runs programs and observes: a plug-in in this process, or one in a worker process.
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

  virtual std::string name() const = 0;  // "torch"
  virtual std::string version() const = 0;
  virtual std::string identity() const = 0;  // the file that holds the code under test
  virtual spec::DeviceKind device() const = 0;
  virtual bool supports(spec::OperationId operation) const = 0;

  // The trace holds everything that can happen; no program makes this function throw.
  virtual void run(const spec::ProgramView& program, spec::Trace& trace) = 0;

  // Returns how many of its own processes ended unexpectedly and were replaced.
  virtual std::uint64_t lost() const { return 0; }
};

}  // namespace modecheck::subjects
