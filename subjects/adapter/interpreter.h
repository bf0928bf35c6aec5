// Runs a program command by command and writes a step of the trace after each command.
//
// Guards are C++ scopes. A command that opens a guard calls `scope` again while the guard lives. `leave` returns from
// that call, `leave_by_exception` throws through it, and `destroy_outer` destroys the guard of the enclosing scope. At
// the program's end all scopes return. Commands of thread slot 1 run the same functions on a thread of their own, with
// its own depth of scopes. A thread that meets a command of the other slot passes control and waits. Programs without
// commands of slot 1 never start that thread.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

#include "spec/interface/subject.h"
#include "spec/program/operator_id.h"
#include "subjects/adapter/allocation_failure.h"
#include "subjects/adapter/baton.h"
#include "subjects/adapter/boxed_calls.h"
#include "subjects/adapter/canary.h"
#include "subjects/adapter/custom_code.h"
#include "subjects/adapter/leaves.h"
#include "subjects/adapter/observe.h"
#include "subjects/adapter/save_load.h"
#include "subjects/adapter/saved_tensors_hooks.h"

namespace modecheck::subjects {

class Interpreter {
 public:
  explicit Interpreter(const spec::SubjectOptions& options)
      : device_(options.device),
        calls_(options.device),
        observer_(registers_, options.device, options.values != 0 && spec::has_values(options.device)) {
    access::open_device(device_);
  }

  ~Interpreter() { retire_helper(); }
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  void run(const spec::ProgramView& program, spec::Trace& trace) {
    program_ = &program;
    trace_ = &trace;
    helper_in_program_ = false;
    access::begin_program(device_, program);
    try {
      run_program(trace);
    } catch (...) {
      abandon();
      static_cast<void>(access::finish_device(device_));
      throw;
    }
  }

 private:
  enum class Exit { Left, End };

  // An exception that unwinds `scopes` guards.
  struct Unwind {
    int scopes;
  };

  void run_program(spec::Trace& trace) {
    const std::int64_t alive_before = access::live_objects();
    end_ = program_->count;
    if (device_ == spec::DeviceKind::Fake)
      run_on_fake_tensors(trace);
    else
      run_from_the_beginning(trace);
    if (spec::has_own_memory(device_)) write_unobserved();
    registers_.drop_all();
    // Only now does the device report errors of earlier commands. The message names the program's last command.
    const std::string wrong = access::finish_device(device_);
    trace.values_pending = 0;
    if (!wrong.empty() && trace.completed > 0) {
      spec::Outcome& last = trace.steps[trace.completed - 1].outcome;
      last = {};
      last.kind = spec::OutcomeKind::Error;
      last.error = spec::ErrorClass::InternalAssertion;
      write_text(wrong, last, 0);
    }
    // Do not count objects that an earlier program left behind.
    if (alive_before >= 0) trace.live_objects = access::live_objects() - alive_before;
  }

  void run_from_the_beginning(spec::Trace& trace) {
    trace.clear();
    trace.values_pending = spec::has_own_memory(device_) ? 1 : 0;
    next_ = 0;
    for (int i = 0; i < spec::kRegisters; ++i) registers_.take(i, make_leaf(spec::initial_leaf(i), device_));
    access::start_route();
    trace.initial.outcome = {};
    trace.initial.outcome.kind = spec::OutcomeKind::Ok;
    trace.initial.observation.route = {};
    observer_.observe(trace, trace.initial.observation);
    run_commands();
  }

  // Runs the commands from `next_` to `end_`. No guard is open before and after.
  void run_commands() {
    helper_in_program_ = false;
    scope(0, 0);
    be_as_new(0, as_new_);
    if (helper_in_program_) hand_over(1, 0);  // lets the second thread close its guards
    // A guard may have failed to restore the modes of the second thread. If so, end the thread, so that the next
    // program starts with a new thread.
    if (helper_in_program_ && !helper_is_as_new_) retire_helper();
    captured_.reset();
  }

  // Runs the program's first commands on real tensors. Then makes the tensors of all registers fake, and runs the other
  // commands. Then makes the same real tensors fake once more, in a fresh mode, and runs the other commands again. The
  // trace holds this last run, so it shows if a first trace changes a second one. With symbolic sizes, there is a run
  // with other sizes between them.
  void run_on_fake_tensors(spec::Trace& trace) {
    plain_count_ = 0;
    is_plain_ = true;
    run_from_the_beginning(trace);
    is_plain_ = false;
    const std::uint32_t becomes_fake = plain_count_ == 0 ? 0 : plain_places_[drawn_from_program() % plain_count_];
    end_ = becomes_fake;
    run_from_the_beginning(trace);
    const Registers inputs = registers_;
    const std::uint32_t bytes_used = trace.bytes_used;
    // Half of the programs run with symbolic sizes.
    fake_.begin((drawn_from_program() >> 7) % 2 == 1);
    using Run = access::FakeProgram::Run;
    for (const Run run : {Run::First, Run::OtherSizes, Run::Again}) {
      if (run != Run::First && !fake_.begin_again(run)) continue;
      registers_ = inputs;
      for (int i = 0; i < spec::kRegisters; ++i) registers_.replace(i, fake_.from_tensor(inputs[i]));
      next_ = becomes_fake;
      trace.completed = becomes_fake;
      trace.bytes_used = bytes_used;
      end_ = program_->count;
      const access::FakeProgram::OnThisThread fake(fake_);
      run_commands();
    }
    registers_.drop_all();
    fake_.end();
  }

  // Returns a number that depends on the program alone, so that a program always becomes fake at the same command.
  std::uint32_t drawn_from_program() const {
    std::uint32_t out = program_->count;
    for (std::uint32_t i = 0; i < program_->count; ++i)
      out = out * 31 + program_->records[i].operation * 7U + program_->records[i].operands[0];
    return out >> 3;
  }

  // Remembers that the tensors may become fake here, outside of all guards. Hooks, captured states and histories of
  // real tensors do not reach fake ones. A second thread may have open guards, and guards that were destroyed out of
  // order may have left their state. An error of a real tensor may depend on its elements.
  void note_plain_place() {
    is_plain_ = is_plain_ && !helper_in_program_ && !captured_.has_value() && !unordered_[0];
    const std::uint32_t last = plain_count_ == 0 ? 0 : plain_places_[plain_count_ - 1];
    for (std::uint32_t i = last; i < next_ && is_plain_; ++i)
      is_plain_ = trace_->steps[i].outcome.kind != spec::OutcomeKind::Error;
    for (int i = 0; i < spec::kRegisters && is_plain_; ++i) is_plain_ = !has_history(registers_[i]);
    if (is_plain_) plain_places_[plain_count_++] = next_;
  }

  static bool has_history(const at::Tensor& tensor) {
    const auto is_recorded = [](const at::Tensor& one) {
      return !one.is_leaf() || (one.grad().defined() && !one.grad().is_leaf());
    };
    return is_recorded(tensor) || (tensor.is_view() && is_recorded(at::Tensor(tensor._base())));
  }

  // Writes to every register's storage once more, without reading it. The observer's stream reads everything that a
  // program writes, and releasing memory waits for that read. This write shows whether a release also waits for writes.
  void write_unobserved() {
    for (int i = 0; i < spec::kRegisters; ++i) {
      access::begin_command(device_);
      zero_storage(registers_[i], 0, device_);
    }
  }

  // Ends the program at once on both threads after an error of the adapter itself, such as a full trace. So nothing of
  // the program reaches the next one.
  void abandon() {
    next_ = program_->count;
    is_plain_ = false;
    if (helper_in_program_) {
      baton_.pass_to(1);
      baton_.wait_for(0);
    }
    failure_ = nullptr;
    retire_helper();
    be_as_new(0, as_new_);
    captured_.reset();
    registers_.drop_all();
    fake_.end();
  }

  const spec::Record& record() const { return program_->records[next_]; }
  bool dropped() const { return program_->dropped != nullptr && program_->dropped[next_] != 0; }

  // Runs the commands of the thread slot `slot` until the innermost guard is left or the program ends. If a command
  // such as `leave` ended the scope, the function that holds the guard records that command's step, once the guard is
  // gone.
  Exit scope(int slot, int depth) {
    while (next_ < end_) {
      if (is_plain_ && depth == 0) note_plain_place();
      const spec::Record& command = record();
      // A dropped command goes to its thread, too, because the modes of that thread are observed.
      if (command.thread != slot) {
        hand_over(command.thread, slot);
        continue;
      }
      if (dropped()) {
        finish_unrun(spec::OutcomeKind::Dropped);
        continue;
      }
      const spec::Operation& row = spec::operation(command.operation);
      access::start_route();
      access::begin_command(device_);
      switch (row.kind) {
        case spec::CommandKind::Operator:
          run_operator(command);
          if constexpr (is_canary) forget_version_bump(command, depth, trace_->steps[next_ - 1]);
          break;
        case spec::CommandKind::EnterGuard:
          enter(command, row.builtin, slot, depth);
          break;
        case spec::CommandKind::Leave:
          if (depth == 0) {
            finish_unrun(spec::OutcomeKind::Dropped);
            break;
          }
          if (row.builtin == spec::BuiltinCommand::DestroyOuter) {
            destroy_outer(slot);
            break;
          }
          if (row.builtin == spec::BuiltinCommand::Leave) return Exit::Left;
          throw Unwind{std::min(static_cast<int>(spec::Arguments(command).integer(0)), depth)};
        default:
          run_builtin(command, row.builtin);
          break;
      }
    }
    return Exit::End;
  }

  void enter(const spec::Record& command, spec::BuiltinCommand guard, int slot, int depth) {
    const spec::Arguments arguments(command);
    switch (guard) {
      case spec::BuiltinCommand::EnterInferenceMode:
        return inside<c10::InferenceMode>(slot, depth, arguments.boolean(0));
      case spec::BuiltinCommand::EnterNoGrad:
        return inside<at::NoGradGuard>(slot, depth);
      case spec::BuiltinCommand::EnterAutoGradMode:
        return inside<at::AutoGradMode>(slot, depth, arguments.boolean(0));
      case spec::BuiltinCommand::EnterBelowAutograd:
        return inside<at::AutoDispatchBelowAutograd>(slot, depth);
      case spec::BuiltinCommand::EnterBelowADInplaceOrView:
        return inside<at::AutoDispatchBelowADInplaceOrView>(slot, depth);
      case spec::BuiltinCommand::EnterNonVariableTypeMode:
        return inside<at::AutoNonVariableTypeMode>(slot, depth, true);
      case spec::BuiltinCommand::EnterSavedTensorsHooks:
        return inside<SavedTensorsHooksGuard>(slot, depth, arguments.integer(0));
      case spec::BuiltinCommand::EnterCapturedState:
        if (!captured_.has_value()) return finish_unrun(spec::OutcomeKind::Dropped);
        return inside<at::ThreadLocalStateGuard>(slot, depth, *captured_);
      default:
        return finish_unrun(spec::OutcomeKind::Unsupported);
    }
  }

  // A guard whose C++ scope is still open.
  struct OpenGuard {
    OpenGuard* outer;
    void* guard;
    void (*destroy)(void* guard);  // null: the guard has been destroyed
  };

  // Rule G8: destroys the guard of the enclosing scope, while the innermost guard stays.
  void destroy_outer(int slot) {
    OpenGuard* const outer = innermost_[static_cast<std::size_t>(slot)]->outer;
    if (outer == nullptr || outer->destroy == nullptr) return finish_unrun(spec::OutcomeKind::Dropped);
    std::exchange(outer->destroy, nullptr)(outer->guard);
    // The inner guards may now restore any state. The next program must not start with that state.
    unordered_[slot] = true;
    finish_ok();
  }

  // Gives the calling thread, which has the slot `slot`, the state that it had at first.
  void be_as_new(int slot, const at::ThreadLocalState& as_new) {
    if (std::exchange(unordered_[slot], false)) at::ThreadLocalState::setThreadLocalState(as_new);
    // Guards that were destroyed out of order may have left hooks behind.
    hooks_of_thread = spec::SavedTensorsHooks::None;
    AskForHooks::no_longer_of_thread();
  }

  // Adds a guard to its thread's list of open guards while the guard's scope is open.
  class Opened {
   public:
    Opened(OpenGuard*& innermost, void* guard, void (*destroy)(void*))
        : innermost_(innermost), mine_{innermost, guard, destroy} {
      innermost_ = &mine_;
    }
    ~Opened() { innermost_ = mine_.outer; }
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;

   private:
    OpenGuard*& innermost_;
    OpenGuard mine_;
  };

  template <typename Guard, typename... Values>
  void inside(int slot, int depth, const Values&... values) {
    Exit exit = Exit::Left;
    try {
      std::optional<Guard> guard;
      guard.emplace(values...);
      const Opened opened(innermost_[static_cast<std::size_t>(slot)], &guard,
                          [](void* held) { static_cast<std::optional<Guard>*>(held)->reset(); });
      finish_ok();
      exit = scope(slot, depth + 1);
    } catch (Unwind& unwind) {
      if (--unwind.scopes > 0) throw;
    }
    if (exit == Exit::Left) {
      access::start_route();
      finish_ok();
    }
  }

  void run_operator(const spec::Record& command) {
    if (!calls_.supported(command.operation)) return finish_unrun(spec::OutcomeKind::Unsupported);
    if (command.operation == spec::id_of<spec::operators::resize_>()) return guarded([&] { resize(command); });
    guarded([&] {
      calls_.call(command, registers_);
      if (command.operation == spec::id_of<spec::operators::empty_memory_format>() ||
          command.operation == spec::id_of<spec::operators::empty_strided>()) {
        end_failing();
        // Fill the tensor on another stream than the stream that allocated it, so that the engine must order the two
        // streams.
        access::begin_command(device_);
        zero_storage(registers_[command.destination], 0, device_);
      }
    });
  }

  void resize(const spec::Record& command) {
    const at::Tensor target = registers_[command.operands[0]];
    const std::size_t before = access::storage_state(*target.unsafeGetTensorImpl()).bytes;
    calls_.call(command, registers_);
    end_failing();
    zero_storage(target, before, device_);
  }

  void run_builtin(const spec::Record& command, spec::BuiltinCommand builtin) {
    if constexpr (fails_allocations) {
      if (builtin == spec::BuiltinCommand::Backward || builtin == spec::BuiltinCommand::Grad ||
          builtin == spec::BuiltinCommand::DoubleBackward)
        return run_backward_with_failures(command, builtin);
      // These commands run without failing allocations. operator_check registers operators, which is not the engine's
      // work. If user code fails, the values that it has written stay written (rule E1).
      if (builtin == spec::BuiltinCommand::OperatorCheck || builtin == spec::BuiltinCommand::CustomDirty ||
          builtin == spec::BuiltinCommand::CustomWrite)
        return attempted([&] { call_builtin(command, builtin); });
    }
    guarded([&] { call_builtin(command, builtin); });
  }

  // Runs a backward, perhaps with one allocation that fails (allocation_failure.h). The program determines which
  // backwards fail, and at which allocation.
  void run_backward_with_failures(const spec::Record& command, spec::BuiltinCommand builtin) {
    const std::uint32_t draw = (next_ * 31 + program_->count * 17 + command.operands[0]) * 2654435761U >> 16;
    const bool fails = draw % 4 == 0;
    if (!fails) return attempted([&] { call_builtin(command, builtin); });
    fail_allocation(draw / 4 % 64);
    try {
      call_builtin(command, builtin);
    } catch (const std::exception& error) {
      const bool failed = end_failing();
      forget();
      if (failed && access::classify(error) == spec::ErrorClass::OutOfMemory)
        return finish_unrun(spec::OutcomeKind::Unsupported);
      return finish_error(error);
    }
    end_failing();
    finish_ok();
  }

  void call_builtin(const spec::Record& command, spec::BuiltinCommand builtin) {
    const spec::Arguments arguments(command);
    switch (builtin) {
      case spec::BuiltinCommand::Leaf:
        registers_.take(command.destination, make_leaf(spec::leaf_of(command), device_));
        return;
      case spec::BuiltinCommand::Assign:
        registers_.take(command.destination, registers_[arguments.reg(0)]);
        return;
      case spec::BuiltinCommand::Move:
        registers_.take(command.destination, registers_[arguments.reg(0)].to(place(arguments.boolean(1))));
        return;
      case spec::BuiltinCommand::SaveLoad:
        registers_.take(command.destination, save_and_load(registers_[arguments.reg(0)]));
        return;
      case spec::BuiltinCommand::RequiresGrad_:
        registers_[arguments.reg(0)].requires_grad_(arguments.boolean(1));
        return;
      case spec::BuiltinCommand::SetData:
        registers_[arguments.reg(0)].set_data(registers_[arguments.reg(1)]);
        return;
      case spec::BuiltinCommand::Data:
        registers_.take(command.destination, registers_[arguments.reg(0)].variable_data());
        return;
      case spec::BuiltinCommand::RetainGrad:
        registers_[arguments.reg(0)].retain_grad();
        return;
      case spec::BuiltinCommand::Hook:
        add_hook(arguments);
        return;
      case spec::BuiltinCommand::GradOf: {
        const at::Tensor gradient = registers_[arguments.reg(0)].grad();
        if (gradient.defined()) registers_.take(command.destination, gradient);
        return;
      }
      case spec::BuiltinCommand::ClearGrad:
        registers_[arguments.reg(0)].mutable_grad() = at::Tensor();
        return;
      case spec::BuiltinCommand::Version:
        static_cast<void>(registers_[arguments.reg(0)]._version());
        return;
      case spec::BuiltinCommand::GradFn:
        static_cast<void>(registers_[arguments.reg(0)].grad_fn());
        return;
      case spec::BuiltinCommand::Backward: {
        const at::Tensor& self = registers_[arguments.reg(0)];
        seed_ = seed(self, registers_[arguments.reg(1)], arguments.integer(2));
        self.backward(seed_, arguments.boolean(3));
        seed_.reset();
        return;
      }
      case spec::BuiltinCommand::Grad: {
        const at::Tensor& self = registers_[arguments.reg(0)];
        seed_ = seed(self, self, arguments.integer(2));
        const auto gradients =
            torch::autograd::grad({self}, {registers_[arguments.reg(1)]}, {seed_}, arguments.boolean(3),
                                  /*create_graph=*/false, arguments.boolean(4));
        seed_.reset();
        if (!gradients[0].defined()) return;
        // grad may return the very root that was passed. Detach, so that autograd does not record the copy.
        const bool may_be_root = arguments.integer(2) == 2;
        registers_.take(command.destination,
                        (may_be_root ? gradients[0].detach() : gradients[0]).clone(c10::MemoryFormat::Contiguous));
        return;
      }
      case spec::BuiltinCommand::DoubleBackward: {
        const at::Tensor& self = registers_[arguments.reg(0)];
        seed_ = seed(self, self, arguments.integer(3) == 0 ? 0 : 1);
        const at::Tensor result = grad_twice(self, registers_[arguments.reg(1)], registers_[arguments.reg(2)], seed_);
        seed_.reset();
        registers_.take(command.destination, result);
        return;
      }
      case spec::BuiltinCommand::CaptureState:
        captured_.emplace();
        return;
      default:
        return call_custom(command, builtin);
    }
  }

  // Runs custom Functions and custom operators.
  void call_custom(const spec::Record& command, spec::BuiltinCommand builtin) {
    const spec::Arguments arguments(command);
    switch (builtin) {
      case spec::BuiltinCommand::CustomSquare:
        registers_.take(command.destination, CustomSquare::apply(registers_[arguments.reg(0)]));
        return;
      case spec::BuiltinCommand::CustomIdentity:
        registers_.take(command.destination, CustomIdentity::apply(registers_[arguments.reg(0)]));
        return;
      case spec::BuiltinCommand::CustomView:
        registers_.take(command.destination, CustomView::apply(registers_[arguments.reg(0)]));
        return;
      case spec::BuiltinCommand::CustomDirty:
        registers_.take(command.destination, CustomDirty::apply(registers_[arguments.reg(0)]));
        return;
      case spec::BuiltinCommand::CustomWrite:
        custom_write(registers_[arguments.reg(0)], arguments.integer(1));
        return;
      case spec::BuiltinCommand::CustomOperator:
        registers_.take(command.destination, custom_operator(registers_[arguments.reg(0)]));
        return;
      case spec::BuiltinCommand::OperatorCheck: {
        const torch::Library library = operator_of(arguments.integer(0), arguments.boolean(1), arguments.boolean(2));
        const std::string found = access::operator_check("modecheck_checked");
        if (found.empty()) return;
        const bool inplace = found.find(" no ADInplaceOrView kernel") != std::string::npos;
        throw OperatorLacks(inplace ? spec::ErrorClass::NoADInplaceOrViewKernel : spec::ErrorClass::NoAutogradKernel,
                            found);
      }
      default:
        return;
    }
  }

  // Returns the device for a tensor: the host only if `to_host` and the program's device has its own memory.
  c10::Device place(bool to_host) const {
    return to_host && spec::has_own_memory(device_) ? c10::Device(c10::DeviceType::CPU) : to_library(device_);
  }

  // Registers a hook, which does nothing if there is no gradient. When the hook runs, it looks up the tensor that it
  // writes. A hook that holds a tensor of its own graph would keep the tensor and the graph alive.
  void add_hook(const spec::Arguments& arguments) {
    is_plain_ = false;
    registers_[arguments.reg(0)].register_hook(
        [this, written = arguments.reg(1), kind = arguments.integer(2)](const at::Tensor& gradient) {
          if (!gradient.defined()) return at::Tensor();
          if (kind == 1) return gradient.mul(2);
          if (kind == 2) registers_[written].fill_(2);
          return at::Tensor();
        });
  }

  // Returns the tensor that is passed to backward as the root's gradient; it is undefined if none is passed.
  static at::Tensor seed(const at::Tensor& self, const at::Tensor& gradient, std::int64_t seeding) {
    if (seeding == 0) return {};
    return seeding == 1 ? at::ones_like(self, {}, c10::MemoryFormat::Contiguous) : gradient;
  }

  template <typename Call>
  void guarded(const Call& call) {
    if (fails_allocations)
      call_with_failures(call);
    else
      attempted(call);
  }

  // Calls the operator. This is a separate function, because unwinding costs time for each frame, in proportion to the
  // frame's unwind table. The table of `scope` is long.
  template <typename Call>
  [[gnu::noinline]] void attempted(const Call& call) {
    try {
      call();
    } catch (const std::exception& error) {
      forget();
      return finish_error(error);
    }
    finish_ok();
  }

  // Tries the call again and again, with each of its allocations failing once (allocation_failure.h).
  template <typename Call>
  void call_with_failures(const Call& call) {
    keep_no_free_blocks();
    Unchanged unchanged(observer_, next_ == 0 ? trace_->initial.observation : trace_->steps[next_ - 1].observation,
                        *trace_);
    for (std::int64_t number = 0;; ++number) {
      access::start_route();
      if (number == most_allocations) return finish_broken("the command never gets enough memory");
      fail_allocation(number);
      try {
        if (may_fail_afterwards(spec::operation(record().operation))) {
          Whole whole;
          call();
          whole.commit();
        } else {
          call();
        }
      } catch (const std::exception& error) {
        const bool failed = end_failing();
        forget();
        if (!failed || access::classify(error) != spec::ErrorClass::OutOfMemory) return finish_error(error);
        const std::string changed = unchanged.difference();
        if (changed.empty()) continue;
        return finish_broken("the allocation " + std::to_string(number) + " of the command failed, and changed " +
                             changed);
      }
      end_failing();
      return finish_ok();
    }
  }

  void forget() {
    calls_.forget();
    seed_.reset();
  }

  spec::Step& step() { return trace_->steps[next_]; }

  void finish_ok() {
    step().outcome = {};
    step().outcome.kind = spec::OutcomeKind::Ok;
    observe();
  }

  void finish_error(const std::exception& error) {
    spec::Outcome& outcome = step().outcome;
    outcome = {};
    if (const auto* const lacks = dynamic_cast<const OperatorLacks*>(&error); lacks != nullptr) {
      outcome.kind = spec::OutcomeKind::Error;
      outcome.error = lacks->error_class();
    } else if (access::is_unsupported(error)) {
      outcome.kind = spec::OutcomeKind::Unsupported;
    } else {
      outcome.kind = spec::OutcomeKind::Error;
      const bool of_hook = dynamic_cast<const HookRaised*>(&error) != nullptr;
      outcome.error = of_hook ? spec::ErrorClass::HookRaised : access::classify(error);
    }
    // Observations take precedence over error messages, so bytes for all observations that may follow stay reserved.
    write_text(access::message_of(error), outcome, (program_->count - next_) * bytes_per_step);
    observe();
  }

  // Records an internal assertion as the command's outcome, because the subject is broken.
  void finish_broken(std::string_view message) {
    step().outcome = {};
    step().outcome.kind = spec::OutcomeKind::Error;
    step().outcome.error = spec::ErrorClass::InternalAssertion;
    write_text(message, step().outcome, (program_->count - next_) * bytes_per_step);
    observe();
  }

  // Writes the message's first line into the trace if `reserved` bytes stay free after it.
  void write_text(std::string_view message, spec::Outcome& outcome, std::uint32_t reserved) {
    std::string_view line = message.substr(0, message.find('\n'));
    line = line.substr(0, max_text);
    if (trace_->bytes_used + line.size() + reserved <= spec::Trace::byte_capacity) {
      outcome.text_begin = trace_->bytes_used;
      outcome.text_size = static_cast<std::uint16_t>(line.size());
      std::memcpy(trace_->bytes.data() + trace_->bytes_used, line.data(), line.size());
      trace_->bytes_used += outcome.text_size;
    }
  }

  void observe() {
    access::read_route(step().observation.route);
    observer_.observe(*trace_, step().observation);
    compare_runs();
    trace_->completed = ++next_;
  }

  // Records that the command did not run. The registers are as before; only the modes of the command's thread are read.
  void finish_unrun(spec::OutcomeKind kind) {
    step().outcome = {};
    step().outcome.kind = kind;
    step().observation = next_ == 0 ? trace_->initial.observation : trace_->steps[next_ - 1].observation;
    step().observation.mode = access::mode();
    step().observation.route = {};
    compare_runs();
    trace_->completed = ++next_;
  }

  // On fake tensors, a difference between the runs of the program means that the subject is broken.
  void compare_runs() {
    if (device_ != spec::DeviceKind::Fake) return;
    const std::string wrong = fake_.compare(registers_, next_, step().outcome);
    if (wrong.empty()) return;
    step().outcome = {};
    step().outcome.kind = spec::OutcomeKind::Error;
    step().outcome.error = spec::ErrorClass::InternalAssertion;
    write_text(wrong, step().outcome, (program_->count - next_) * bytes_per_step);
  }

  // --- Functions for the second thread

  void hand_over(int to, int from) {
    if (to == 1 && !helper_in_program_) {
      helper_in_program_ = true;
      if (!helper_.joinable()) helper_ = std::thread([this] { serve(); });
    }
    if (to == 1) baton_.share_processor_with(helper_);
    baton_.pass_to(to);
    baton_.wait_for(from);
    if (from == 0 && failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

  // The main loop of slot 1's thread. For each program it calls `scope` once.
  void serve() {
    access::prepare_thread();
    const spec::ModeObservation fresh = access::mode();
    const at::ThreadLocalState as_new;
    for (;;) {
      baton_.wait_for(1);
      if (retiring_) return;
      try {
        const access::FakeProgram::OnThisThread fake(fake_);
        scope(1, 0);
      } catch (...) {
        failure_ = std::current_exception();
      }
      be_as_new(1, as_new);
      const spec::ModeObservation now = access::mode();
      helper_is_as_new_ = std::memcmp(&now, &fresh, sizeof(fresh)) == 0;
      baton_.pass_to(0);
    }
  }

  void retire_helper() {
    if (!helper_.joinable()) return;
    retiring_ = true;
    baton_.pass_to(1);
    helper_.join();
    baton_.forget_processor();
    retiring_ = false;
    baton_.pass_to(0);
  }

  static constexpr std::size_t max_text = 300;
  static constexpr std::uint32_t bytes_per_step = spec::kRegisters * 2 * spec::kMaxStorageBytes;

  spec::DeviceKind device_;
  BoxedCalls calls_;
  Registers registers_;
  Observer observer_;
  access::FakeProgram fake_;
  // The commands before which the tensors of a program on fake tensors may become fake, and whether more may follow.
  std::array<std::uint32_t, spec::kMaxCommands> plain_places_{};
  std::uint32_t plain_count_ = 0;
  bool is_plain_ = false;
  c10::optional<at::ThreadLocalState> captured_;
  const at::ThreadLocalState as_new_;
  std::array<OpenGuard*, spec::kThreads> innermost_{};
  std::array<bool, spec::kThreads> unordered_{};  // for each thread, true if guards were destroyed out of order
  // The gradient of the root that the running backward gets. It is a member and not a local variable because a
  // destructor would slow down unwinding.
  at::Tensor seed_;

  const spec::ProgramView* program_ = nullptr;
  spec::Trace* trace_ = nullptr;
  std::uint32_t next_ = 0;
  std::uint32_t end_ = 0;  // the commands from here on are not run

  Baton baton_;
  std::thread helper_;
  bool helper_in_program_ = false;
  bool helper_is_as_new_ = true;
  bool retiring_ = false;
  std::exception_ptr failure_;  // an exception thrown on slot 1, to be rethrown on slot 0
};

}  // namespace modecheck::subjects
