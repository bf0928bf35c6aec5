// Tests that the engine accepts exactly the dtypes that the docstrings of its API name. Every operator runs with its
// tensors in many combinations of dtypes. The specification judges which combinations must be accepted.
//
// MODECHECK_PROPERTY_SUBJECT names another subject than the engine.
#include <gtest/gtest.h>

#include <cstdio>
#include <set>

#include "properties/lockstep/lockstep.h"
#include "properties/lockstep/spec_oracle.h"
#include "spec/dtypes/dtype_answers.h"
#include "spec/program/text.h"
#include "tests/properties/goals/for_all.h"

namespace modecheck::properties {
namespace {

using spec::Combination;
using spec::dtype_at;
using spec::DtypeProbe;

// Returns the dtypes that the tensors have in the probe: a call of the operator that the specification accepts.
Combination own_dtypes(const DtypeProbe& probe) {
  Combination out;
  for (const spec::ProbedTensor& tensor : probe.tensors) out.push_back(spec::leaf_of(tensor.leaf).dtype);
  return out;
}

// Returns the combinations of dtypes to try. First a common dtype is given to all tensors, or to those that have the
// first tensor's dtype. Then one tensor gets another dtype. For up to two tensors these are all combinations.
std::set<Combination> combinations(const DtypeProbe& probe) {
  std::set<Combination> out;
  const Combination own = own_dtypes(probe);
  for (std::size_t common = 0; common < spec::kDTypes; ++common)
    for (const bool all : {false, true}) {
      Combination base = own;
      for (spec::DType& dtype : base)
        if (all || dtype == own.front()) dtype = dtype_at(common);
      for (std::size_t i = 0; i < base.size(); ++i)
        for (std::size_t other = 0; other < spec::kDTypes; ++other) {
          Combination dtypes = base;
          dtypes[i] = dtype_at(other);
          out.insert(dtypes);
        }
    }
  return out;
}

// Says which values the tensors of a call hold.
enum class LeafValues : std::uint8_t {
  Small,  // integer tensors hold 0 and 1, which are valid indices of a dimension of size 2
  Zeros,  // tensors hold zeros, which are also valid probabilities and offsets
};

spec::Program program_of(const DtypeProbe& probe, const Combination& dtypes, const spec::Record& call,
                         LeafValues values) {
  spec::Program out = probe.program(dtypes, call);
  for (std::size_t i = 0; i < dtypes.size(); ++i) {
    const std::string reg = "r" + std::to_string(i);
    if (values == LeafValues::Zeros)
      out.records.insert(out.records.end() - 1, spec::parse_record("zero_(" + reg + ")"));
    else if (spec::is_integer(dtypes[i]))
      out.records.insert(out.records.end() - 1, spec::parse_record("bitwise_and_.Scalar(" + reg + ", other=1)"));
  }
  return out;
}

struct DtypeCounts {
  std::size_t accepted = 0;
  std::size_t rejected = 0;
};

// Runs the call of the probe with all combinations of dtypes. Counts how many of these calls the specification accepts
// and rejects.
void judge(Lockstep& lockstep, const DtypeProbe& probe, LeafValues values, DtypeCounts& counts) {
  for (const Combination& dtypes : combinations(probe))
    for (const spec::Record& call : probe.calls()) {
      const spec::Program program = program_of(probe, dtypes, call, values);
      const Verdict& verdict = lockstep.check(program);
      EXPECT_TRUE(verdict.clean()) << vote(lockstep, verdict) << "\n" << spec::to_text(program);
      const spec::OutcomeKind expected =
          lockstep.expected().step(static_cast<int>(program.records.size()) - 1).outcome.kind;
      counts.accepted += expected == spec::OutcomeKind::Ok ? 1 : 0;
      counts.rejected += expected == spec::OutcomeKind::Error ? 1 : 0;
    }
}

TEST(Dtypes, TheEngineAcceptsThoseThatTheSpecificationAccepts) {
  std::unique_ptr<subjects::Runner> subject = open_property_subject();
  if (subject == nullptr) GTEST_SKIP() << "the subject's plug-in is not there";
  std::vector<std::unique_ptr<subjects::Runner>> subjects;
  subjects.push_back(std::move(subject));
  Lockstep lockstep(spec_oracle(), std::move(subjects));
  DtypeCounts counts;
  std::size_t operators = 0;
  for (std::size_t id = spec::kBuiltinCommands; id < spec::operations().size(); ++id) {
    const auto operation = static_cast<spec::OperationId>(id);
    const std::optional<DtypeProbe> probe = spec::probe_of(operation);
    if (!probe || !lockstep.subject(0).supports(operation)) continue;
    const std::size_t accepted_before = counts.accepted;
    judge(lockstep, *probe, LeafValues::Small, counts);
    if (counts.accepted == accepted_before) judge(lockstep, *probe, LeafValues::Zeros, counts);
    EXPECT_GT(counts.accepted, accepted_before) << spec::operation(operation).name << " was never accepted";
    ++operators;
  }
  std::printf("%zu operators: %zu calls were accepted, %zu rejected\n", operators, counts.accepted, counts.rejected);
  EXPECT_GT(operators, 900U);
  EXPECT_GT(counts.accepted, 50000U);
  EXPECT_GT(counts.rejected, 80000U);
}

}  // namespace
}  // namespace modecheck::properties
