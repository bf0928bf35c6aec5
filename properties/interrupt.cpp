#include "properties/interrupt.h"

#include <signal.h>

#include <csignal>

namespace modecheck::properties {
namespace {

volatile std::sig_atomic_t noted = 0;

void note(int number) { noted = number; }

}  // namespace

void watch_for_interrupt() {
  struct sigaction action = {};
  action.sa_handler = &note;
  sigemptyset(&action.sa_mask);
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  for (const int number : {SIGINT, SIGTERM}) sigaction(number, &action, nullptr);
}

int interrupt_signal() { return noted; }

}  // namespace modecheck::properties
