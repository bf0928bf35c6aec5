// The interface of a subject. A subject is a plug-in that exports one C function, `modecheck_subject_v1`, and runs
// whole programs.
//
// A subject runs the commands one after the other. After each command, even a failed one, it writes the outcome and the
// observation into a Trace. A subject never judges itself: the model also writes a Trace, and the driver compares the
// two.
#pragma once

#include <cstdint>

#include "spec/interface/trace.h"
#include "spec/program/record.h"

namespace modecheck::spec {

constexpr std::uint32_t kSubjectAbi = 2;

struct SubjectOptions {
  DeviceKind device = DeviceKind::Cpu;
  std::uint8_t values = 1;  // 0: the harness compares metadata only, and the subject writes no values
};

struct ProgramView {
  const Record* records = nullptr;
  const std::uint8_t* dropped = nullptr;  // one entry for each command; 1: it is dropped; null: no command is dropped
  std::uint32_t count = 0;
};

extern "C" {

struct SubjectTable {
  std::uint32_t abi;     // must be kSubjectAbi
  const char* name;      // the subject's name, such as "engine" or "torch"
  const char* version;   // the version that the library under test reports
  const char* identity;  // the path of the library that the subject calls
  bool (*supports)(OperationId operation, DeviceKind device);
  bool (*has_device)(DeviceKind device);
  void* (*open)(const SubjectOptions* options);
  void (*close)(void* session);
  void (*run)(void* session, const ProgramView* program, Trace* trace);
};

using SubjectEntry = const SubjectTable* (*)();
}

constexpr const char* kSubjectEntryName = "modecheck_subject_v1";

}  // namespace modecheck::spec
