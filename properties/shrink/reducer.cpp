// This comment explains how the reducer works, and why.
//
// A random program of twenty commands that fails says little: most of its commands do not matter, and those that do
// could be simpler. The reducer searches for the simplest program that fails in the same way. The search is greedy:
// there is one current program, and the reducer derives candidates from it. The first candidate that is simpler
// (simplicity.h) and still fails becomes the current program. The reducer never makes a program bigger or more complex
// on the way to a smaller one. That misses some minima and has three advantages: the search ends, it has a result
// whenever it is stopped, and its result does not depend on chance.
//
// A greedy search does well here, mostly because of the form of programs. Commands name registers, and not "the third
// tensor that is alive", so deleting a command leaves the meaning of other commands as it was. Every subset of commands
// is a program; there are no lengths or brackets to keep in step. A deletion may still break later commands. The passes
// know the few ways in which commands depend on each other, and undo such a dependence in one step. These are the
// passes:
//
//   delete     deletes ranges of commands: halves first, then smaller ranges, down to single commands. The pass starts
//              from the end: commands after the failure never matter, and later commands depend on earlier ones
//   unwrap     deletes a guard and the command that closes the guard, alone or with all commands between the two
//   bypass     deletes a command whose result others read, and makes them read another register. The initial registers
//              are as good as most results, and a view of a view is mostly as good as a view
//   pairs      deletes two commands that are not adjacent and need one another; for short programs only
//   replace    replaces an operation by a simpler one, of its group or any that returns a tensor, with the simplest
//              immediates of the new operation or with the present ones
//   threads    moves all commands to the program's own thread at once, then command by command
//   immediates sets all immediates to their simplest values, then each as near to its simplest value as possible; lists
//              get shorter this way
//   operands   replaces operands by lower registers
//   rename     renames a register in all commands, or swaps two registers; also renames the register of a result in the
//              commands that read the result, so that programs use r0, r1, ... in order
//   swap       sorts neighbouring commands, so that programs that differ in the order of unrelated commands become one
//
// The passes run in this order, cheapest gains first, over and over, until a round changes nothing: a simpler operation
// often makes a command superfluous. Deleting comes first in every round, because each deleted command saves all the
// candidates that would have been derived from it.
//
// Running a program costs much more than hashing it, and passes often propose the same candidate, so the reducer keeps
// answers by hash. It never runs a candidate that is not simpler than the current program; that alone makes the search
// end. Two limits, of calls and of time, end the search earlier. Before the search, the given program must fail, and
// the empty program must not: otherwise `fails` does not mean what the caller intends, and the result would be
// meaningless.

#include "properties/shrink/reducer.h"

#include <algorithm>
#include <chrono>
#include <unordered_map>
#include <utility>
#include <vector>

#include "properties/generate/decoder.h"
#include "properties/shrink/simplicity.h"
#include "spec/program/slots.h"

namespace modecheck::properties {
namespace {

using spec::BuiltinCommand;
using spec::CommandKind;
using spec::Program;
using spec::Record;

// In programs of up to this many commands, the pass `pairs` tries to delete all pairs of commands.
constexpr std::size_t kPairsUpTo = 16;

std::uint64_t hash_of(const Program& program) {
  // Computes the FNV-1a hash of the records' bytes.
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const std::uint8_t byte : encode(program)) hash = (hash ^ byte) * 0x100000001b3u;
  return hash;
}

bool opens_guard(const Record& record) { return spec::operation(record.operation).kind == CommandKind::EnterGuard; }

// Whether the command writes the register `reg`, as its first or a later result.
bool writes_register(const Record& record, int reg) {
  for (int i = 0; i < spec::result_registers(spec::operation(record.operation)); ++i)
    if ((record.destination + i) % spec::kRegisters == reg) return true;
  return false;
}

// Returns the index of the command that closes the guard opened by command `open`, or the number of commands.
std::size_t closing(const Program& program, std::size_t open) {
  const std::uint8_t thread = program.records[open].thread;
  int depth = 1;
  for (std::size_t i = open + 1; i < program.records.size(); ++i) {
    const Record& record = program.records[i];
    if (record.thread != thread) continue;
    if (opens_guard(record)) ++depth;
    if (record.operation == spec::id_of(BuiltinCommand::Leave)) --depth;
    if (record.operation == spec::id_of(BuiltinCommand::LeaveByException)) depth -= record.immediates[0];
    if (depth <= 0) return i;
  }
  return program.records.size();
}

Program without(const Program& program, std::size_t begin, std::size_t end) {
  Program out = program;
  out.records.erase(out.records.begin() + static_cast<std::ptrdiff_t>(begin),
                    out.records.begin() + static_cast<std::ptrdiff_t>(end));
  return out;
}

// Makes the commands from `begin` on read register `to` instead of `from`, until a command writes `from`.
void redirect_reads(Program& program, std::size_t begin, int from, int to) {
  for (std::size_t i = begin; i < program.records.size(); ++i) {
    Record& record = program.records[i];
    const std::size_t operands = spec::slots_of(record.operation).operand_count;
    for (std::size_t k = 0; k < operands; ++k)
      if (record.operands[k] == from) record.operands[k] = static_cast<std::uint8_t>(to);
    spec::canonicalize(record);
    if (writes_register(record, from)) return;
  }
}

class Reducer {
 public:
  Reducer(const std::function<bool(const Program&)>& fails, const ReduceOptions& options)
      : fails_(fails), options_(options), start_(Clock::now()) {}

  ReduceResult run(const Program& program) {
    current_ = program;
    for (Record& record : current_.records) spec::canonicalize(record);
    result_.end = search();
    result_.program = std::move(current_);
    result_.seconds = elapsed();
    return result_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  struct Stopped {
    ReduceResult::End end;
  };

  ReduceResult::End search() {
    try {
      if (!check(current_)) return ReduceResult::End::DoesNotFail;
      if (check(Program{})) {
        current_ = {};
        return ReduceResult::End::EmptyFails;
      }
      while (round()) {
      }
      return ReduceResult::End::Minimal;
    } catch (const Stopped& stopped) {
      return stopped.end;
    }
  }

  bool round() {
    const Program before = current_;
    delete_ranges();
    unwrap_guards();
    bypass();
    delete_pairs();
    replace_operations();
    collapse_threads();
    plain_immediates();
    lower_operands();
    rename_registers();
    rename_results();
    swap_neighbours();
    return !(current_ == before);
  }

  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  bool check(const Program& program) {
    const std::uint64_t hash = hash_of(program);
    if (const auto found = known_.find(hash); found != known_.end()) {
      ++result_.cache_hits;
      return found->second;
    }
    if (result_.checks >= options_.max_checks) throw Stopped{ReduceResult::End::OutOfChecks};
    if (elapsed() >= options_.max_seconds) throw Stopped{ReduceResult::End::OutOfTime};
    ++result_.checks;
    const bool fails = fails_(program);
    known_.emplace(hash, fails);
    return fails;
  }

  // Makes the candidate the current program if it is simpler and still fails.
  bool take(Program candidate) {
    if (!simpler(candidate, current_) || !check(candidate)) return false;
    current_ = std::move(candidate);
    return true;
  }

  // Replaces command `i` by `record` if the program then is simpler and still fails.
  bool take(std::size_t i, Record record) {
    spec::canonicalize(record);
    if (record == current_.records[i]) return false;
    Program candidate = current_;
    candidate.records[i] = record;
    return take(std::move(candidate));
  }

  std::size_t size() const { return current_.records.size(); }

  void delete_ranges() {
    for (std::size_t length = std::max<std::size_t>(1, size() / 2); length > 0; length /= 2)
      for (std::size_t end = size(); end > 0;) {
        const std::size_t begin = end > length ? end - length : 0;
        take(without(current_, begin, std::min(end, size())));
        end = std::min(begin, size());
      }
  }

  void unwrap_guards() {
    for (std::size_t i = size(); i-- > 0;) {
      if (i >= size() || !opens_guard(current_.records[i])) continue;
      const std::size_t close = closing(current_, i);
      if (close == size()) continue;
      if (take(without(current_, i, close + 1))) continue;
      if (take(without(without(current_, close, close + 1), i, i + 1))) continue;
      // Try to close the guard earlier or open it later, so that commands which need not be inside are outside.
      for (std::size_t j = i + 1; j < close; ++j) {
        Program later = without(current_, j, j + 1);
        later.records.insert(later.records.begin() + static_cast<std::ptrdiff_t>(i), current_.records[j]);
        take(std::move(later));
      }
    }
  }

  void bypass() {
    for (std::size_t i = size(); i-- > 0;) {
      if (i >= size()) continue;
      const Record record = current_.records[i];
      if (!spec::keeps_result(spec::operation(record.operation))) continue;
      for (int reg = 0; reg < spec::kRegisters; ++reg) {
        Program candidate = without(current_, i, i + 1);
        redirect_reads(candidate, i, record.destination, reg);
        if (take(std::move(candidate))) break;
      }
    }
  }

  void delete_pairs() {
    if (size() > kPairsUpTo) return;
    for (std::size_t i = size(); i-- > 1;)
      for (std::size_t j = std::min(i, size()); j-- > 0;) {
        if (i >= size()) break;
        take(without(without(current_, i, i + 1), j, j + 1));
      }
  }

  static void set_simplest(Record& record, std::size_t from) {
    for (std::size_t k = from; k < spec::slots_of(record.operation).immediate_count; ++k)
      record.immediates[k] = spec_simplest(record, k);
  }
  static std::int8_t spec_simplest(const Record& record, std::size_t k) {
    return simplest_immediate(record.operation, static_cast<int>(k));
  }

  void replace_operations() {
    for (std::size_t i = 0; i < size(); ++i)
      for (const spec::OperationId id : plainer_operations(current_.records[i].operation)) {
        Record plain = current_.records[i];
        plain.operation = id;
        const Record kept = plain;
        set_simplest(plain, 0);
        if (take(i, plain) || take(i, kept)) break;
        // Try the simpler operation with the same register for all operands.
        plain.operands.fill(plain.operands[0]);
        if (take(i, plain)) break;
      }
  }

  void collapse_threads() {
    Program candidate = current_;
    for (Record& record : candidate.records) record.thread = 0;
    if (take(std::move(candidate))) return;
    for (std::size_t i = 0; i < size(); ++i) {
      Record record = current_.records[i];
      record.thread = 0;
      take(i, record);
    }
  }

  void plain_immediates() {
    for (std::size_t i = 0; i < size(); ++i) {
      Record plain = current_.records[i];
      set_simplest(plain, 0);
      if (take(i, plain)) continue;
      const std::size_t count = spec::slots_of(current_.records[i].operation).immediate_count;
      for (std::size_t k = 0; k < count; ++k) plain_immediate(i, k);
    }
  }

  void plain_immediate(std::size_t i, std::size_t k) {
    const std::int8_t target = spec_simplest(current_.records[i], k);
    // Try the simplest value of the immediate first, then values nearer and nearer to the present one.
    int distance = current_.records[i].immediates[k] - target;
    for (int rest = 0; rest != distance;) {
      Record record = current_.records[i];
      record.immediates[k] = static_cast<std::int8_t>(target + rest);
      if (take(i, record)) return;
      // If the length of a list changes, the immediates after the length mean something else, so give them their
      // simplest values.
      set_simplest(record, k + 1);
      if (take(i, record)) return;
      rest += distance > 0 ? 1 : -1;
    }
  }

  void lower_operands() {
    for (std::size_t i = 0; i < size(); ++i) {
      const std::size_t count = spec::slots_of(current_.records[i].operation).operand_count;
      for (std::size_t k = 0; k < count; ++k)
        for (std::uint8_t reg = 0; reg < current_.records[i].operands[k]; ++reg) {
          Record record = current_.records[i];
          record.operands[k] = reg;
          if (take(i, record)) break;
        }
    }
  }

  void rename_registers() {
    for (std::uint8_t from = 1; from < spec::kRegisters; ++from)
      for (std::uint8_t to = 0; to < from; ++to) {
        Program merged = current_;
        Program swapped = current_;
        for (std::size_t i = 0; i < size(); ++i) {
          for_registers(merged.records[i], [&](std::uint8_t& reg) { reg = reg == from ? to : reg; });
          for_registers(swapped.records[i], [&](std::uint8_t& reg) {
            reg = reg == from ? to : reg == to ? from : reg;
          });
        }
        if (take(std::move(merged)) || take(std::move(swapped))) break;
      }
  }

  template <typename Change>
  static void for_registers(Record& record, Change change) {
    change(record.destination);
    for (std::uint8_t& operand : record.operands) change(operand);
    spec::canonicalize(record);
  }

  void rename_results() {
    for (std::size_t i = 0; i < size(); ++i) {
      const std::uint8_t from = current_.records[i].destination;
      for (std::uint8_t to = 0; to < from; ++to) {
        Program renamed = current_;
        renamed.records[i].destination = to;
        redirect_reads(renamed, i + 1, from, to);
        // First try to rename the result's register also in the commands that read the result. Then try to rename it in
        // this command alone, so that later commands read the register's earlier value.
        Program alone = current_;
        alone.records[i].destination = to;
        if (take(std::move(renamed)) || take(std::move(alone))) break;
      }
    }
  }

  void swap_neighbours() {
    for (std::size_t i = 1; i < size(); ++i) {
      Program candidate = current_;
      std::swap(candidate.records[i - 1], candidate.records[i]);
      if (take(std::move(candidate)) && i > 1) i -= 2;
    }
  }

  const std::function<bool(const Program&)>& fails_;
  const ReduceOptions options_;
  const Clock::time_point start_;
  Program current_;
  ReduceResult result_;
  std::unordered_map<std::uint64_t, bool> known_;
};

}  // namespace

std::string_view name_of(ReduceResult::End end) {
  switch (end) {
    case ReduceResult::End::Minimal:
      return "minimal";
    case ReduceResult::End::OutOfChecks:
      return "stopped at the limit of checks";
    case ReduceResult::End::OutOfTime:
      return "stopped at the time limit";
    case ReduceResult::End::DoesNotFail:
      return "the program does not fail";
    case ReduceResult::End::EmptyFails:
      return "the empty program fails too";
  }
  return "";
}

ReduceResult reduce(const spec::Program& program, const std::function<bool(const spec::Program&)>& fails,
                    const ReduceOptions& options) {
  return Reducer(fails, options).run(program);
}

}  // namespace modecheck::properties
