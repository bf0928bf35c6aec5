#include "subjects/emit/nesting.h"

#include <algorithm>
#include <array>

#include "spec/program/arguments.h"
#include "spec/program/operation.h"

namespace modecheck::subjects {

Nesting nesting_of(const spec::Program& program, const std::vector<std::uint8_t>& dropped) {
  Nesting out;
  out.runs.assign(program.records.size(), true);
  out.unwound_by.assign(program.records.size(), Nesting::none);
  out.closes.assign(program.records.size(), 0);
  out.destroys.assign(program.records.size(), Nesting::none);
  out.destroyed.assign(program.records.size(), false);
  std::array<std::vector<std::size_t>, spec::kThreads> open;
  bool captured = false;
  for (std::size_t i = 0; i < program.records.size(); ++i) {
    const spec::Record& record = program.records[i];
    const spec::Operation& row = spec::operation(record.operation);
    std::vector<std::size_t>& mine = open[record.thread];
    if (i < dropped.size() && dropped[i] != 0) {
      out.runs[i] = false;
    } else if (row.kind == spec::CommandKind::EnterGuard) {
      if (row.builtin == spec::BuiltinCommand::EnterCapturedState && !captured)
        out.runs[i] = false;
      else
        mine.push_back(i);
    } else if (row.builtin == spec::BuiltinCommand::DestroyOuter && row.kind == spec::CommandKind::Leave) {
      const std::size_t around = mine.size() < 2 ? 0 : mine[mine.size() - 2];
      out.runs[i] = mine.size() > 1 && !out.destroyed[around];
      if (!out.runs[i]) continue;
      out.destroys[i] = static_cast<int>(around);
      out.destroyed[around] = true;
    } else if (row.kind == spec::CommandKind::Leave) {
      int count = 1;
      if (row.builtin == spec::BuiltinCommand::LeaveByException)
        count = static_cast<int>(spec::Arguments(record).integer(0));
      count = std::min(count, static_cast<int>(mine.size()));
      out.closes[i] = count;
      out.runs[i] = count > 0;
      if (count == 0) continue;
      const std::size_t outermost = mine[mine.size() - static_cast<std::size_t>(count)];
      if (row.builtin == spec::BuiltinCommand::LeaveByException) out.unwound_by[outermost] = static_cast<int>(i);
      mine.resize(mine.size() - static_cast<std::size_t>(count));
    } else if (row.kind != spec::CommandKind::Operator && row.builtin == spec::BuiltinCommand::CaptureState) {
      captured = true;
    }
  }
  return out;
}

}  // namespace modecheck::subjects
