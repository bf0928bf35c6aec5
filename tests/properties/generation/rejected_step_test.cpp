// Tests that a command that the model rejects or drops leaves the model as it was. A generator can therefore try a
// command on the model: a rejected or dropped one need not be undone.
//
// Backward, grad and a user's own code may fail when they have done a part of their work (E1).
// Queries::last_step_was_undone says whether the last command has left such a part.
#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <string>

#include "properties/generate/generator.h"
#include "spec/model/model.h"
#include "spec/model/queries.h"
#include "spec/program/operation.h"
#include "spec/program/text.h"

namespace modecheck::properties {
namespace {

// Records whether a command changes values in a storage that existed before the command. A rejected composite may have
// filled new storages before one of its operators failed, but no register holds such a storage.
class OldStorageSink final : public spec::EffectSink {
 public:
  void begin_command() {
    made_.clear();
    changed_ = false;
  }
  bool changed() const { return changed_; }

  void play(const spec::Effect& effect) override {
    switch (effect.kind) {
      case spec::EffectKind::NewStorage:
        made_.insert(effect.storage);
        break;
      case spec::EffectKind::ResizeStorage:
        look(effect.storage);
        break;
      case spec::EffectKind::NewHistory:
      case spec::EffectKind::Snapshot:
        break;  // the effects NewHistory and Snapshot change no values
      case spec::EffectKind::FillLeaf:
      case spec::EffectKind::MarkLeaf:
      case spec::EffectKind::Apply:
        for (int i = 0; i < effect.output_count; ++i) look(effect.outputs[static_cast<std::size_t>(i)].storage);
        break;
      case spec::EffectKind::Backward:
      case spec::EffectKind::DoubleBackward:
        changed_ = true;
        break;
    }
  }

 private:
  void look(spec::StorageId storage) { changed_ = changed_ || made_.count(storage) == 0; }

  std::set<spec::StorageId> made_;
  bool changed_ = false;
};

bool may_fail_halfway(const spec::Record& record) {
  const spec::CommandKind kind = spec::operation(record.operation).kind;
  return kind == spec::CommandKind::Autograd || kind == spec::CommandKind::Custom;
}

// Returns true if the model says that the last command left everything as it was.
bool was_undone(const spec::Model& model) { return spec::Queries(model).last_step_was_undone(); }

// Returns a new observation. The model keeps its last observation if it believes that nothing has changed. Assigning r0
// to itself makes it observe again.
spec::Observation look_anew(spec::Model& model, int thread) {
  static const spec::Record assign = [] {
    return spec::parse_program("modecheck 1\nr0 = assign(r0)\n").records.at(0);
  }();
  spec::Record record = assign;
  record.thread = static_cast<std::uint8_t>(thread);
  spec::Step step;
  model.step(record, step);
  return step.observation;
}

struct Tally {
  int rejected = 0;
  int dropped = 0;
  int halfway = 0;
};

// Runs the program, and checks after each rejected or dropped step that the step changed nothing.
void check_program(spec::Model& model, OldStorageSink& sink, const spec::Program& program, Tally& tally) {
  model.reset();
  spec::Step step;
  model.observe(0, step.observation);
  for (std::size_t i = 0; i < program.records.size(); ++i) {
    const spec::Record& record = program.records[i];
    const spec::Observation before = look_anew(model, record.thread);
    const spec::StateKey key = model.key();
    sink.begin_command();
    model.step(record, step);
    if (step.outcome.kind == spec::OutcomeKind::Ok) {
      ASSERT_FALSE(was_undone(model));
      continue;
    }
    if (!was_undone(model)) {
      ASSERT_TRUE(may_fail_halfway(record)) << spec::to_text(record);
      ++tally.halfway;
      continue;
    }
    ++(step.outcome.kind == spec::OutcomeKind::Dropped ? tally.dropped : tally.rejected);
    SCOPED_TRACE(to_text(program) + "\nat command " + std::to_string(i + 1));
    ASSERT_FALSE(sink.changed()) << "numbers were changed";
    ASSERT_EQ(model.key(), key) << "the state was changed";
    const spec::Observation after = look_anew(model, record.thread);
    ASSERT_EQ(std::memcmp(&before.mode, &after.mode, sizeof before.mode), 0);
    ASSERT_EQ(std::memcmp(before.registers.data(), after.registers.data(), sizeof before.registers), 0)
        << "what can be observed was changed";
  }
}

TEST(RejectedStep, LeavesTheModelAsItWas) {
  GeneratorOptions options;
  options.keeps_dropped = true;
  const Generator generator(options);
  OldStorageSink sink;
  spec::Model model({}, &sink, nullptr);
  spec::Program program;
  Tally tally;
  for (std::uint64_t i = 0; i < 20'000 && !HasFatalFailure(); ++i) {
    generator.program_into(program, 31, i);
    check_program(model, sink, program, tally);
  }
  std::printf("%d rejected and %d dropped commands were looked at, and %d had failed half-way\n", tally.rejected,
              tally.dropped, tally.halfway);
  EXPECT_GT(tally.rejected, 10'000);
  EXPECT_GT(tally.dropped, 500);
}

}  // namespace
}  // namespace modecheck::properties
