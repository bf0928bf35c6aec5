// A plug-in under test that misbehaves like a broken engine. The operator that a program calls decides how: neg
// crashes, abs hangs, exp uses up memory, tanh exits, and after sin the next program crashes.
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <new>

#include "spec/interface/subject.h"
#include "spec/program/operator_id.h"

namespace {

using namespace modecheck::spec;

// Once this is true the next program crashes, as if an earlier program had corrupted the heap.
bool broken = false;

void misbehave(OperationId operation) {
  if (operation == id_of<operators::sin>()) broken = true;
  if (operation == id_of<operators::neg>()) std::raise(SIGSEGV);
  if (operation == id_of<operators::abs>())
    for (;;) pause();
  if (operation == id_of<operators::exp>())
    for (;;) static_cast<void>(static_cast<volatile char*>(::operator new (std::size_t{64} << 20U))[0] = 1);
  if (operation == id_of<operators::tanh>()) std::_Exit(7);
}

void run(void*, const ProgramView* program, Trace* trace) {
  if (broken) std::raise(SIGSEGV);
  trace->clear();
  trace->initial.outcome.kind = OutcomeKind::Ok;
  trace->initial.observation = {};
  for (std::uint32_t i = 0; i < program->count; ++i) {
    if (program->dropped == nullptr || program->dropped[i] == 0) misbehave(program->records[i].operation);
    trace->steps[i].outcome = {};
    trace->steps[i].outcome.kind = OutcomeKind::Ok;
    trace->steps[i].observation = {};
    trace->steps[i].observation.registers[0].tensor.storage_offset = static_cast<std::int32_t>(i + 1);
    trace->completed = i + 1;
  }
}

int session = 0;

}  // namespace

extern "C" __attribute__((visibility("default"))) const SubjectTable* modecheck_subject_v1() {
  static const SubjectTable table{kSubjectAbi,
                                  "hostile",
                                  "1",
                                  "tests",
                                  [](OperationId, DeviceKind) { return true; },
                                  [](DeviceKind device) { return device == DeviceKind::Cpu; },
                                  [](const SubjectOptions*) -> void* { return &session; },
                                  [](void*) {},
                                  &run};
  return &table;
}
