// Tests StateKey, the key of the model's state, and StateWalk, which does not continue two programs with the same key.
// Such programs must show the same state, and must continue in the same way.
#include "properties/exhaustive/state_walk.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <set>

#include "properties/campaign/transition_set.h"
#include "properties/generate/alphabet.h"
#include "properties/generate/generator.h"
#include "spec/program/text.h"

namespace modecheck::properties {
namespace {

class DeafSink final : public spec::EffectSink {
 public:
  void play(const spec::Effect& /*effect*/) override {}
};

// Holds the model after it has run a program.
struct After {
  explicit After(const spec::Program& program) : model({}, &sink, nullptr) {
    model.reset();
    model.observe(0, step.observation);
    for (const spec::Record& record : program.records) model.step(record, step);
  }

  DeafSink sink;
  spec::Model model;
  spec::Step step;
};

spec::StateKey key_of(const spec::Program& program) { return After(program).model.key(); }

spec::StateKey key_of(const std::string& commands) { return key_of(spec::parse_program("modecheck 1\n" + commands)); }

// Expects that two models show the same registers and the same modes of the first thread. Does not compare the route,
// which belongs to the last command and not to the state.
void expect_same_observation(After& a, After& b) {
  a.model.observe(0, a.step.observation);
  b.model.observe(0, b.step.observation);
  const spec::Observation& x = a.step.observation;
  const spec::Observation& y = b.step.observation;
  EXPECT_EQ(std::memcmp(&x.mode, &y.mode, sizeof x.mode), 0);
  for (std::size_t reg = 0; reg < x.registers.size(); ++reg) {
    const spec::TensorObservation& t = x.registers[reg].tensor;
    const spec::TensorObservation& u = y.registers[reg].tensor;
    EXPECT_EQ(std::memcmp(&t, &u, offsetof(spec::TensorObservation, sizes)), 0) << "register " << reg;
    for (std::size_t d = 0; d < t.rank; ++d) {
      EXPECT_EQ(t.sizes[d], u.sizes[d]);
      EXPECT_EQ(t.strides[d], u.strides[d]);
    }
    const spec::GradObservation& g = x.registers[reg].grad;
    const spec::GradObservation& h = y.registers[reg].grad;
    EXPECT_EQ(std::memcmp(&g, &h, offsetof(spec::GradObservation, sizes)), 0) << "gradient of register " << reg;
  }
}

// Expects that both programs end in the same observation, and that they still do after any one further command.
void expect_alike(const spec::Program& a, const spec::Program& b) {
  SCOPED_TRACE(to_text(a) + to_text(b));
  {
    After x(a);
    After y(b);
    expect_same_observation(x, y);
  }
  for (const spec::Record& letter : alphabet()) {
    SCOPED_TRACE(spec::to_text(letter));
    After x(a);
    After y(b);
    x.model.step(letter, x.step);
    y.model.step(letter, y.step);
    EXPECT_EQ(x.step.outcome.kind, y.step.outcome.kind);
    EXPECT_EQ(x.step.outcome.error, y.step.outcome.error);
    EXPECT_EQ(x.step.outcome.reasons, y.step.outcome.reasons);
    EXPECT_EQ(x.model.key(), y.model.key());
    expect_same_observation(x, y);
    if (testing::Test::HasFailure()) return;
  }
}

// Compares programs after which the model's state has the same key: such programs must go on alike. One pair out of
// `one_in` is compared.
class KeyedPrograms {
 public:
  void add(const spec::Program& program, int one_in) {
    const auto [at, is_new] = first_.emplace(key_of(program), program);
    if (is_new || at->second == program || ++shared_ % one_in != 0) return;
    ++compared_;
    expect_alike(at->second, program);
  }
  std::size_t keys() const { return first_.size(); }
  int compared() const { return compared_; }

 private:
  struct Less {
    bool operator()(const spec::StateKey& a, const spec::StateKey& b) const {
      return a.high != b.high ? a.high < b.high : a.low < b.low;
    }
  };
  std::map<spec::StateKey, spec::Program, Less> first_;
  int shared_ = 0;
  int compared_ = 0;
};

TEST(StateKey, IsTheSameWhereOnlyNamesAndGarbageDiffer) {
  const spec::StateKey start = key_of("");
  EXPECT_EQ(key_of("grad_fn(r3)\n"), start);
  EXPECT_EQ(key_of("NoGradGuard() {\n}\n"), start);
  // Commands that are rejected (sqrt_ of a leaf that requires grad) or dropped (leave without a guard) do not change
  // the key.
  EXPECT_EQ(key_of("sqrt_(r0)\n"), start);
  EXPECT_EQ(key_of("leave()\n"), start);
  // The key of a model's state is the same if the old tensor of r3 is gone: no register holds that tensor any more.
  EXPECT_EQ(key_of("r3 = mul.Tensor(r4, r4)\nr3 = ones(size=[2, 2])\n"), key_of("r3 = ones(size=[2, 2])\n"));
  // r3 is written and then assigned to itself. A register counts versions from the last assignment on, so the write
  // does not change the key.
  EXPECT_EQ(key_of("sqrt_(r3)\nr3 = assign(r3)\n"), start);
}

TEST(StateKey, DiffersWhereWhatComesMayDiffer) {
  const std::vector<std::string> programs{
      "",
      "sqrt_(r3)\n",                     // sqrt_ changes the version that r3 shows
      "NoGradGuard() {\n",               // the guard turns grad mode off
      "AutoGradMode(enabled=true) {\n",  // grad mode is on before and after, but leaving the guard will restore it
      "NoGradGuard() {\nAutoGradMode(enabled=true) {\n",
      "capture_state()\n",
      "r3 = mul.Tensor(r0, r3)\n",
      "r3 = add.Tensor(r0, r3)\n",  // add gives r3 the metadata that mul gives, but another gradient
      "r3 = mul.Tensor(r0, r0)\n",  // the gradient flows to r0 only
      "r3 = mul.Tensor(r0, r3)\nbackward(r3, seeding=1, retain_graph=false)\n",
      "r3 = mul.Tensor(r0, r3)\nbackward(r3, seeding=1, retain_graph=true)\n",  // the graph keeps its saved tensors
      "r3 = mul.Tensor(r0, r3)\nretain_grad(r3)\n",
      "r3 = t(r0)\n",
      "r3 = detach(r0)\n",
      "r3 = data(r0)\n",                   // r3 has a version counter of its own
      "NoGradGuard() {\nr3 = t(r0)\n}\n",  // r3 has the creation meta of a view made under NoGradGuard
      "r3 = mul.Tensor(r0, r4)\n",
      "r3 = mul.Tensor(r0, r4)\nmul_.Scalar(r4, 2)\nr4 = assign(r4)\n",  // a tensor that the graph saved was written
      "resize_(r3, size=[2])\n",
      "[t1] NoGradGuard()\n",
  };
  std::vector<spec::StateKey> keys;
  for (const std::string& program : programs) keys.push_back(key_of(program));
  for (std::size_t i = 0; i < keys.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) EXPECT_NE(keys[i], keys[k]) << programs[i] << "and\n" << programs[k];
}

TEST(StateKey, ProgramsThatShareOneShowTheSameAndGoOnAlike) {
  KeyedPrograms programs;
  StateWalk walk(alphabet(), StateWalk::Pruning::Off);
  for (int depth = 1; depth <= 3; ++depth) {
    spec::Program program;
    for (std::uint64_t i = 0; i < walk.programs() && !HasFailure(); i += depth < 3 ? 1 : 7) {
      walk.program_into(program, i);
      programs.add(program, depth < 3 ? 3 : 11);
    }
    if (depth < 3) walk.advance();
  }
  EXPECT_GT(programs.keys(), 1000u);
  EXPECT_GT(programs.compared(), 500);
}

// Compares random programs that have the same key. They use all operations and two threads. The model computes no
// values here, so it accepts every index.
TEST(StateKey, RandomProgramsThatShareOneGoOnAlike) {
  GeneratorOptions options;
  options.min_commands = 1;
  options.max_commands = 3;
  options.second_thread_one_in = 2;
  const Generator generator(options);
  KeyedPrograms programs;
  spec::Program program;
  for (std::uint64_t i = 0; i < 40'000 && !HasFailure(); ++i) {
    generator.program_into(program, 5, i);
    programs.add(program, 10);
  }
  EXPECT_GT(programs.compared(), 500);
}

TEST(StateWalk, PruningLosesNoStateAndNoTransition) {
  StateWalk pruned(alphabet(), StateWalk::Pruning::On, 2);
  StateWalk whole(alphabet(), StateWalk::Pruning::Off, 2);
  const auto a = std::make_unique<TransitionSet>();
  const auto b = std::make_unique<TransitionSet>();
  const std::uint64_t letters = alphabet().size();
  for (int depth = 1; depth <= 3; ++depth) {
    const StateWalk::Level few =
        pruned.advance([&](const Transition& transition, spec::RuleSet /*rules*/) { a->add(transition); });
    const StateWalk::Level all =
        whole.advance([&](const Transition& transition, spec::RuleSet /*rules*/) { b->add(transition); });
    EXPECT_EQ(all.pruned, 0u);
    EXPECT_EQ(few.new_states, all.new_states) << "at depth " << depth;
    EXPECT_EQ(few.new_states + few.pruned, few.programs);
  }
  EXPECT_EQ(pruned.states(), whole.states());
  EXPECT_EQ(whole.programs(), letters * letters * letters * letters);
  EXPECT_LT(pruned.programs(), whole.programs() / 10);
  EXPECT_EQ(a->all().size(), b->all().size());
  for (const Transition& transition : b->all()) EXPECT_TRUE(a->contains(transition)) << to_text(transition);
}

// A program is spoilt if it does not represent its state. If the first program that leads to a state is spoilt, the
// walk must also continue the first program that is not spoilt.
TEST(StateWalk, SpoiltProgramsDoNotStandForTheirStates) {
  StateWalk plain(alphabet(), StateWalk::Pruning::On);
  StateWalk spoilt(alphabet(), StateWalk::Pruning::On);
  for (int depth = 1; depth <= 2; ++depth) {
    const StateWalk::Level a = plain.advance();
    const StateWalk::Level b = spoilt.advance({}, [](std::uint64_t) { return true; });
    EXPECT_EQ(a.new_states, b.new_states);
    EXPECT_EQ(a.pruned, b.pruned);
  }
  ASSERT_EQ(plain.programs(), spoilt.programs());
  const std::uint64_t states = plain.states();
  const StateWalk::Level a = plain.advance();
  const StateWalk::Level b = spoilt.advance();
  EXPECT_EQ(plain.states(), spoilt.states());
  EXPECT_LT(b.pruned, a.pruned);
  EXPECT_LE(a.pruned - b.pruned, states);
}

TEST(StateWalk, IsTheSameWithAnyNumberOfThreads) {
  StateWalk one(alphabet(), StateWalk::Pruning::On, 1);
  StateWalk three(alphabet(), StateWalk::Pruning::On, 3);
  for (int depth = 1; depth <= 3; ++depth) {
    one.advance();
    three.advance();
  }
  ASSERT_EQ(one.programs(), three.programs());
  spec::Program a;
  spec::Program b;
  for (std::uint64_t i = 0; i < one.programs(); i += 997) {
    one.program_into(a, i);
    three.program_into(b, i);
    EXPECT_EQ(a, b);
  }
}

TEST(Transition, SurvivesItsCodeAndHasATextOfItsOwn) {
  StateWalk walk(alphabet(), StateWalk::Pruning::On);
  std::map<std::string, std::uint32_t> codes;
  for (int depth = 1; depth <= 3; ++depth)
    walk.advance([&](const Transition& transition, spec::RuleSet /*rules*/) {
      EXPECT_EQ(Transition::of_code(transition.code()).code(), transition.code());
      const auto [at, is_new] = codes.emplace(to_text(transition), transition.code());
      EXPECT_EQ(at->second, transition.code()) << at->first;
    });
  EXPECT_GT(codes.size(), 500u);
}

TEST(Alphabet, HasEveryGuardAndOneCommandOfEachKind) {
  std::set<spec::BuiltinCommand> builtins;
  std::set<spec::Group> groups;
  for (const spec::Record& record : alphabet()) {
    groups.insert(spec::operation(record.operation).group);
    if (!spec::is_operator(record.operation)) builtins.insert(spec::operation(record.operation).builtin);
  }
  EXPECT_GE(alphabet().size(), 30u);
  EXPECT_LE(alphabet().size(), kMostLetters);
  // The alphabet is the list of commands that the walk tries. It has no command Move, because programs for the CPU
  // alone move no tensors.
  EXPECT_TRUE(builtins.insert(spec::BuiltinCommand::Move).second);
  EXPECT_EQ(builtins.size(), static_cast<std::size_t>(spec::kBuiltinCommands))
      << "a command that is no operator is missing";
  // The alphabet has no matrix products and no joining operators, because they use the same generic kernels as
  // pointwise operators.
  groups.insert({spec::Group::Matrix, spec::Group::Joining});
  // The alphabet has no operators on lists, because they do to each tensor of a list what another operator does to one
  // tensor.
  EXPECT_EQ(groups.size() + 1, static_cast<std::size_t>(spec::kGroups)) << "a kind of command is missing";
  EXPECT_EQ(groups.count(spec::Group::Lists), 0u);
}

}  // namespace
}  // namespace modecheck::properties
