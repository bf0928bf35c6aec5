// The fake mode in which a program runs on the subject `engine:fake`. On any other subject it does nothing.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/fake/fake_tensor_mode.h"
#include "engine/fake/fake_tensor_mode_guard.h"
#include "engine/fake/symbolic/stateful_symbolic_context.h"
#include "spec/interface/device_kind.h"
#include "spec/interface/outcome.h"
#include "spec/program/limits.h"

namespace modecheck::subjects::access {

// A program runs several times from the same inputs. With symbolic sizes, three runs are compared command by command:
//
//   1. A trace, which records what it asks of sizes: the guards.
//   2. A run with other sizes, of which all guards are true. There may be none.
//   3. Another trace in a fresh mode. It must have the sizes of the first one, and for the other values of the symbols
//      those of the second run. The specification judges this run. For half of the programs, the mode has converted
//      the inputs in the reverse order, because the same source must have the same symbol in any order.
//
// If the environment variable MODECHECK_SYMBOLIC_SIZES names a file, each program with symbols appends a line to it:
// how many symbols it has, how many became numbers, whether it ran with other sizes, and the operators without a rule.
class FakeProgram {
 public:
  enum class Run : std::uint8_t { First, OtherSizes, Again };

  // Makes a fake mode for the first run. Without symbols the third run is only judged.
  void begin(bool with_symbols);
  // Makes the mode of another run. Returns false if there are no other sizes.
  bool begin_again(Run run);
  // Only after begin().
  at::Tensor from_tensor(const at::Tensor& real);
  // Lets go of the mode, and of the real tensors that it keeps.
  void end();

  // Compares the tensors after a command with those of the other runs. Returns what is wrong, or nothing.
  template <typename Registers>
  std::string compare(const Registers& registers, std::uint32_t command, const spec::Outcome& outcome) {
    if (!env_) return {};
    std::vector<at::Tensor> tensors;
    for (int i = 0; i < spec::kRegisters; ++i) tensors.push_back(registers[i]);
    return compare(tensors, command, outcome);
  }

  // Enters the mode on the calling thread, as long as the object exists.
  class OnThisThread {
   public:
    explicit OnThisThread(const FakeProgram& program) {
      if (program.mode_) guard_.emplace(*program.mode_);
    }

   private:
    std::optional<engine::fake::FakeTensorModeGuard> guard_;
  };

 private:
  // What a run shows after a command.
  struct Shown {
    spec::OutcomeKind outcome = spec::OutcomeKind::NotReached;
    spec::ErrorClass error{};
    std::vector<engine::fake::SymbolicGeometry> geometry;  // of each register
  };

  std::string compare(const std::vector<at::Tensor>& tensors, std::uint32_t command, const spec::Outcome& outcome);
  std::string difference(const Shown& now, const Shown& first, const Shown* other) const;
  bool are_equal(const engine::fake::SymbolicGeometry& a, const engine::fake::SymbolicGeometry& b) const;
  bool have_equal_values(const engine::fake::Expression& x, const engine::fake::Expression& y) const;
  static std::string text_of(const Shown& shown);
  static std::int64_t change_of(std::int64_t attempt, std::int64_t place);
  std::shared_ptr<engine::fake::SymbolicContext> context_of(const at::Tensor& real);
  std::unique_ptr<engine::fake::FakeTensorMode> in_reverse_order(const engine::fake::FakeTensorMode& first) const;
  bool find_other_sizes();
  void report() const;

  std::unique_ptr<engine::fake::FakeTensorMode> mode_;
  std::unique_ptr<engine::fake::FakeTensorMode> tracing_;  // the mode of the first run, during the second
  std::shared_ptr<engine::fake::ShapeEnv> env_;            // null without symbols
  std::vector<std::shared_ptr<engine::fake::SymbolicContext>> contexts_;  // of the mode's inputs
  std::map<const c10::TensorImpl*, std::shared_ptr<engine::fake::SymbolicContext>> context_of_;
  std::map<std::string, std::uint64_t> without_rule_;  // operators of the first trace
  engine::fake::ShapeEnv::Assignment other_;           // empty: there are no other sizes
  Run run_ = Run::First;
  std::array<Shown, spec::kMaxCommands> first_{};
  std::array<Shown, spec::kMaxCommands> with_other_sizes_{};
};

}  // namespace modecheck::subjects::access
