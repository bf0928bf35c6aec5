#include "properties/process/interrupt.h"

#include <signal.h>
#include <time.h>

#include <csignal>
#include <initializer_list>

namespace modecheck::properties {
namespace {

volatile std::sig_atomic_t noted = 0;
timespec noted_at{};

// The signal handler. It may only call functions that are safe in a signal handler.
void note(int number) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (noted == 0) {
    noted_at = now;
    noted = number;
    return;
  }
  const long long passed = (now.tv_sec - noted_at.tv_sec) * 1'000'000'000LL + (now.tv_nsec - noted_at.tv_nsec);
  if (passed < 1'000'000'000LL) return;
  std::signal(number, SIG_DFL);
  std::raise(number);
}

}  // namespace

void watch_for_interrupt() {
  struct sigaction action = {};
  action.sa_handler = &note;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  for (const int number : {SIGINT, SIGTERM}) sigaction(number, &action, nullptr);
}

int interrupt_signal() { return noted; }

}  // namespace modecheck::properties
