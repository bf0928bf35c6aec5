// The memory that a worker process shares with the driver, which is the process that started the worker.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "spec/interface/subject.h"

namespace modecheck::subjects {

struct WorkerBlock {
  // The worker's description of its subject, or the reason why it could not load the subject.
  struct Greeting {
    bool ready = false;
    std::array<std::uint8_t, spec::kDeviceKinds> devices{};  // 1: the subject has this device
    std::array<char, 64> name{};
    std::array<char, 64> version{};
    std::array<char, 512> identity{};
    std::array<char, 1024> error{};
    std::array<std::array<std::uint8_t, spec::kMostOperations>, spec::kDeviceKinds> supports{};
  };

  Greeting greeting;
  int end = 0;  // how the process of one program ended, in the form that waitpid reports
  std::uint32_t count = 0;
  bool has_dropped = false;
  std::array<spec::Record, spec::kMaxCommands> records;
  std::array<std::uint8_t, spec::kMaxCommands> dropped;
  spec::Trace trace;
};
static_assert(std::is_trivially_copyable_v<spec::Trace>, "a trace lies in shared memory");

// The file descriptors that a worker gets when it starts.
constexpr int kWorkerMemory = 3;
constexpr int kWorkerSocket = 4;

// The values of the worker's last argument, which says whether each program gets a process of its own.
constexpr std::string_view kWorkerIsolated = "apart";
constexpr std::string_view kWorkerTogether = "together";

// The bytes that go through the socket: the driver asks for a run, and the worker answers.
constexpr char kWorkerRun = 'r';
constexpr char kWorkerDone = 'd';
constexpr char kWorkerDied = 'x';  // the process that ran the program died

}  // namespace modecheck::subjects
