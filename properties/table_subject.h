// A subject called through its function table, in this process.
#pragma once

#include <string>
#include <utility>

#include "properties/subject_runner.h"

namespace modecheck::properties {

class TableSubject final : public SubjectRunner {
 public:
  // `table` outlives the subject.
  TableSubject(std::string name, const spec::SubjectTable& table, spec::DeviceKind device)
      : name_(std::move(name)), table_(table), device_(device) {
    spec::SubjectOptions options;
    options.device = device;
    session_ = table_.open(&options);
  }
  ~TableSubject() override { table_.close(session_); }

  std::string name() const override { return name_; }
  std::string version() const override { return table_.version; }
  spec::DeviceKind device() const override { return device_; }
  bool supports(spec::OperationId operation) const override { return table_.supports(operation, device_); }
  void run(const spec::ProgramView& program, spec::Trace& trace) override { table_.run(session_, &program, &trace); }

 private:
  std::string name_;
  const spec::SubjectTable& table_;
  spec::DeviceKind device_;
  void* session_ = nullptr;
};

}  // namespace modecheck::properties
