// The interface of a subject: a plug-in that exports one C function, `modecheck_subject_v1`, and runs whole programs.
//
// A subject runs the commands one after the other. After each command, even a failed one, it writes the outcome and the
// observation into a Trace. It never judges itself: the model also writes a Trace, and the driver compares the two.
#pragma once

#include <cstdint>

#include "spec/interface/trace.h"
#include "spec/program/record.h"

namespace modecheck::spec {

constexpr std::uint32_t kSubjectAbi = 2;

struct SubjectOptions {
  DeviceKind device = DeviceKind::Cpu;
  std::uint8_t values = 1;  // 0: metadata only
};

struct ProgramView {
  const Record* records = nullptr;
  const std::uint8_t* dropped = nullptr;  // 1: this command is not run; null: nothing is dropped
  std::uint32_t count = 0;
};

extern "C" {

struct SubjectTable {
  std::uint32_t abi;     // kSubjectAbi
  const char* name;      // "engine", "torch"
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
