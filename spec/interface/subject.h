// What a subject is: a plug-in that exports one C function, `modecheck_subject_v1`, and runs whole programs.
//
// A subject runs the commands one after the other and writes after each of them, failed ones included, what happened
// and what can be observed. It never judges itself: the model writes a Trace too, and the driver compares.
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
  const char* version;   // of the library under test, as it says itself
  const char* identity;  // where the subject's own calls lead: the path of the library that holds them
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
