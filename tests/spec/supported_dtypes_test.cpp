// Tests which dtypes operators are said to accept. supported_dtypes.h finds these dtypes by asking the specification
// about calls.
#include "spec/dtypes/supported_dtypes.h"

#include <gtest/gtest.h>

#include <set>

#include "spec/dtypes/dtype_set.h"
#include "spec/dtypes/probe.h"
#include "tests/spec/model_fixture.h"

namespace modecheck::spec {
namespace {

std::string dtypes_of(std::string_view name) {
  const int id = find_operation(name);
  EXPECT_GE(id, kBuiltinCommands) << name;
  return supported_dtypes(static_cast<OperationId>(id));
}

TEST(SupportedDtypes, AreSaidInWordsOfCategories) {
  EXPECT_EQ(dtypes_of("exp_"), "complex, or floating but float16");
  EXPECT_EQ(dtypes_of("abs"), "any dtype but bool");
  EXPECT_EQ(dtypes_of("clone"), "any dtype");
  EXPECT_EQ(dtypes_of("bitwise_not"), "bool or integer");
  EXPECT_EQ(dtypes_of("zeros"), "");
}

TEST(SupportedDtypes, NameArgumentsThatDiffer) {
  EXPECT_EQ(dtypes_of("index_select"), "self is of any dtype; index is int64 or int32");
  EXPECT_EQ(dtypes_of("mm"), "self and mat2 have the same dtype: any dtype but bool and float16");
  EXPECT_EQ(dtypes_of("where.self"), "condition is bool or uint8; self and other are of any dtype");
}

TEST(SupportedDtypes, SayToWhichDtypeTensorsPromote) {
  EXPECT_EQ(dtypes_of("hypot"), "self and other promote to floating but float16");
  EXPECT_EQ(dtypes_of("mul_.Tensor"), "self and other promote to any dtype that self can hold");
  EXPECT_EQ(dtypes_of("addcdiv"),
            "self, tensor1 and tensor2 promote to complex, or floating but float16; tensor1 and tensor2 promote to "
            "floating or complex");
}

TEST(SupportedDtypes, SayWhatAnOutputMustBe) {
  EXPECT_EQ(dtypes_of("add.out"), "self and other are of any dtype; the result can be cast to out");
  EXPECT_EQ(dtypes_of("cat.out"), "any dtype; the result can be cast to out");
  EXPECT_EQ(dtypes_of("sort.values"), "any dtype but complex; values has the dtype of the result; indices is int64");
}

TEST(SupportedDtypes, SayWhatIsUnspecified) {
  EXPECT_EQ(dtypes_of("linalg_inv_ex"), "float32 or float64; unspecified: complex");
  EXPECT_EQ(dtypes_of("masked_select"), "self is of any dtype; mask is bool; unspecified: uint8 of mask");
}

// Every operator that takes a tensor has a call with which its dtypes are probed.
TEST(SupportedDtypes, AreKnownForEveryOperatorThatTakesATensor) {
  for (std::size_t id = kBuiltinCommands; id < operations().size(); ++id) {
    const Operation& row = operation(static_cast<OperationId>(id));
    bool takes_tensor = false;
    for (std::size_t i = 0; i < row.schema.argument_count; ++i) takes_tensor |= row.schema.arguments[i].is_tensor();
    EXPECT_EQ(probe_of(static_cast<OperationId>(id)).has_value(), takes_tensor) << row.name;
  }
}

// For some operators this test states the accepted dtypes itself. The model must accept the same dtypes in single
// calls.
TEST(SupportedDtypes, AgreeWithCallsOfTheModel) {
  ModelFixture fixture;
  for (std::size_t i = 0; i < kDTypes; ++i) {
    const std::string dtype(name_of(dtype_at(i)));
    fixture("r3 = leaf([2], dtype=" + dtype + ", requires_grad=false, seed=0)");
    const bool accepted = is_complex(dtype_at(i)) || (is_floating(dtype_at(i)) && dtype_at(i) != DType::Float16);
    EXPECT_EQ(fixture.run("exp_(r3)").kind, accepted ? OutcomeKind::Ok : OutcomeKind::Error) << dtype;
    fixture("r3 = leaf([2], dtype=" + dtype + ", requires_grad=false, seed=0)");
    const bool is_index = dtype_at(i) == DType::Int64 || dtype_at(i) == DType::Int32;
    EXPECT_EQ(fixture.run("r4 = index_select(r0, dim=0, index=r3)").kind,
              is_index ? OutcomeKind::Ok : OutcomeKind::Error)
        << dtype;
  }
}

TEST(DtypeWords, NameCategoriesAndExceptions) {
  const auto words = [](std::initializer_list<DType> dtypes) {
    DTypeSet set;
    for (const DType dtype : dtypes) set.set(index_of(dtype));
    return words_of(set);
  };
  EXPECT_EQ(words({DType::Float32, DType::Float64}), "float32 or float64");
  EXPECT_EQ(words({DType::Complex64, DType::Complex128}), "complex");
  EXPECT_EQ(words({DType::Int64, DType::Float32, DType::Float64, DType::BFloat16}), "int64, or floating but float16");
  EXPECT_EQ(words_of(DTypeSet().set()), "any dtype");
  EXPECT_EQ(words_of(DTypeSet().set().reset(index_of(DType::Bool))), "any dtype but bool");
}

}  // namespace
}  // namespace modecheck::spec
