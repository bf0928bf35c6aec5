#include "subjects/operators/current_call.h"

#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>

namespace modecheck::operators {
namespace {

std::array<char, 8192> current{};  // the call as JSON; a signal's handler reads it

extern "C" void die(int signal_number) {
  const char digits[] = {static_cast<char>('0' + signal_number / 10), static_cast<char>('0' + signal_number % 10)};
  const auto say = [](const char* text, std::size_t size) { static_cast<void>(!write(STDOUT_FILENO, text, size)); };
  say("{\"died\": ", 9);
  signal_number < 10 ? say(digits + 1, 1) : say(digits, 2);
  say(", \"call\": ", 10);
  say(current.data(), std::strlen(current.data()));
  say("}\n", 2);
  _exit(1);
}

}  // namespace

void note_call(const std::string& call) {
  std::string text = nlohmann::json(call).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  if (text.size() >= current.size()) text = "\"a long call\"";
  std::memcpy(current.data(), text.c_str(), text.size() + 1);
}

void answer_before_death() {
  note_call("");
  for (const int number : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL, SIGALRM}) std::signal(number, die);
}

}  // namespace modecheck::operators
