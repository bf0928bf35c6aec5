#include "tests/properties/goals/for_all.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdlib>

#include "properties/lockstep/spec_oracle.h"
#include "properties/shrink/reducer.h"
#include "spec/program/text.h"

namespace modecheck::spec {

// RapidCheck calls this function to print a counterexample. A counterexample has fifty programs, so print no program
// here. for_all_programs prints the shrunk program.
void showValue(const Program& program, std::ostream& out) { out << "a program of " << program.records.size(); }

}  // namespace modecheck::spec

namespace modecheck::properties {
namespace {

constexpr std::size_t kProgramsPerCase = 50;

// Hands RapidCheck's random numbers to generators of programs, which ask the interface Choice.
class RapidChoice final : public Choice {
 public:
  explicit RapidChoice(const rc::Random& random) : random_(random) {}
  std::uint32_t below(std::uint32_t n) override { return static_cast<std::uint32_t>(random_.next() % n); }

 private:
  rc::Random random_;
};

rc::Gen<spec::Program> programs(const Generator& generator) {
  return rc::Gen<spec::Program>([&generator](const rc::Random& random, int) {
    RapidChoice choice(random);
    return rc::shrinkable::just(generator.generate(choice));
  });
}

std::string shrunk(const spec::Program& program, const std::function<Judgement(const spec::Program&)>& property) {
  const auto fails = [&](const spec::Program& candidate) { return !property(candidate).complaint.empty(); };
  const ReduceResult result = reduce(program, fails);
  return property(result.program).complaint + "\n" + spec::to_text(result.program);
}

}  // namespace

OperationSet operations_of(const std::vector<std::string>& names) {
  OperationSet out;
  for (const std::string& name : names) {
    const auto operations = operations_named(name);
    EXPECT_TRUE(operations) << name;
    if (operations) out |= *operations;
  }
  return out;
}

void for_all_programs(const GeneratorOptions& options, const std::function<Judgement(const spec::Program&)>& property) {
  const Generator generator(options);
  std::size_t checked = 0;
  std::size_t premises = 0;
  const bool passed = rc::check([&] {
    const auto batch = *rc::gen::container<std::vector<spec::Program>>(kProgramsPerCase, programs(generator));
    for (const spec::Program& program : batch) {
      const Judgement judgement = property(program);
      ++checked;
      premises += judgement.premise ? 1 : 0;
      if (!judgement.complaint.empty()) RC_FAIL(shrunk(program, property));
    }
  });
  EXPECT_TRUE(passed);
  if (passed) {
    EXPECT_GE(premises * 10, checked) << "the premise holds in too few programs";
  }
  std::printf("%zu programs, %.0f %% with something to check\n", checked,
              100.0 * static_cast<double>(premises) / static_cast<double>(checked));
}

std::unique_ptr<subjects::Runner> open_property_subject(spec::DeviceKind device) {
  const char* other = std::getenv("MODECHECK_PROPERTY_SUBJECT");
  const std::string name = other == nullptr ? "engine" : other;
  if (subjects::find_plugin(name).empty()) return nullptr;
  subjects::Plugin plugin = subjects::Plugin::load(name);
  if (!plugin.has_device(device)) return nullptr;
  spec::SubjectOptions options;
  options.device = device;
  return std::make_unique<subjects::InProcess>(std::move(plugin), options);
}

std::array<std::uint8_t, spec::kMaxCommands> dropped_of(const spec::Program& program, spec::DeviceKind device) {
  static const std::unique_ptr<SpecOracle> oracles[] = {std::make_unique<SpecOracle>(spec::DeviceKind::Cpu),
                                                        std::make_unique<SpecOracle>(spec::DeviceKind::Meta)};
  const Expected& expected = oracles[static_cast<std::size_t>(device)]->run(program);
  std::array<std::uint8_t, spec::kMaxCommands> out{};
  std::copy_n(expected.dropped, expected.count, out.begin());
  // Leave out the commands after the first uncertain value, because the specification does not say what they do.
  std::fill(out.begin() + expected.judged, out.begin() + expected.count, std::uint8_t{1});
  return out;
}

void run_on(subjects::Runner& subject, const spec::Program& program, spec::Trace& trace) {
  const auto dropped = dropped_of(program, subject.device());
  const spec::ProgramView view{program.records.data(), dropped.data(),
                               static_cast<std::uint32_t>(program.records.size())};
  trace.clear();
  subject.run(view, trace);
}

}  // namespace modecheck::properties
