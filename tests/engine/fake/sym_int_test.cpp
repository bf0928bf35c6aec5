// Tests c10::SymInt and c10::SymBool, and the functions of tensors that give and take them.
#include "engine/core/types/sym_int.h"

#include <gtest/gtest.h>
#include <torch/torch.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "engine/core/errors/data_dependent_error.h"
#include "engine/core/errors/error.h"
#include "engine/fake/fake_tensor_mode.h"
#include "engine/fake/fake_tensor_mode_guard.h"
#include "engine/fake/symbolic/stateful_symbolic_context.h"
#include "tests/engine/fake/symbolic_trace.h"

namespace modecheck::engine::fake {
namespace {

class SymIntTrace : public SymbolicTrace {
 protected:
  at::Tensor x_ = input("x", at::empty({6, 4}));
};

std::string words(const c10::SymInt& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

bool raises_data_dependent(const std::function<void()>& body) {
  try {
    body();
  } catch (const DataDependentError&) {
    return true;
  }
  return false;
}

}  // namespace

TEST(SymInt, PlainNumbersAreComputedWith) {
  const c10::SymInt a = 7;
  EXPECT_FALSE(a.is_symbolic());
  EXPECT_EQ(a.expect_int(), 7);
  EXPECT_EQ(a.maybe_as_int(), 7);
  EXPECT_EQ((a + 2) * 3 - 1, 26);
  EXPECT_EQ(a / 2, 3);
  EXPECT_EQ(a % 4, 3);
  EXPECT_EQ(-a, -7);
  EXPECT_EQ(a.min(3), 3);
  EXPECT_EQ(a.max(3), 7);
  EXPECT_TRUE(a < 8 && a <= 7 && a > 6 && a >= 7 && a != 6);
  EXPECT_THROW(a / 0, c10::Error);
  EXPECT_THROW(a % 0, c10::Error);
  EXPECT_THROW(static_cast<void>(a.toSymNode()), c10::Error);
  EXPECT_FALSE((!a.sym_eq(7)).guard_bool(__FILE__, __LINE__));
}

TEST_F(SymIntTrace, ExpressionsOfSizesStaySymbolic) {
  const c10::SymInt rows = x_.sym_size(0);
  const c10::SymInt columns = x_.sym_size(-1);
  EXPECT_EQ(words(rows), "s0");
  EXPECT_EQ(words(rows * 2 + columns - 1), "2*s0 + s1 - 1");
  EXPECT_EQ(words(x_.sym_numel()), "s0*s1");
  EXPECT_EQ(words(rows / 2), "(s0 // 2)");
  EXPECT_EQ(words(rows.max(columns)), "max(s0, s1)");
  EXPECT_EQ(words(x_.sym_stride(0)), "s1");
  EXPECT_THROW(static_cast<void>(rows.expect_int()), c10::Error);
  EXPECT_EQ(rows.maybe_as_int(), std::nullopt);
  EXPECT_EQ(guards(), "");
  EXPECT_FALSE((rows - rows).is_symbolic()) << "a number for all sizes is plain";
}

TEST_F(SymIntTrace, AComparisonIsAGuard) {
  EXPECT_TRUE(x_.sym_size(0) > x_.sym_size(1));
  EXPECT_EQ(guards(), "SymInt: s1 + 1 <= s0");
  EXPECT_EQ(x_.sym_size(1).guard_int("folder/program.cpp", 12), 4);
  EXPECT_EQ(guards(), "SymInt: s1 + 1 <= s0; program.cpp:12: s1 == 4");
}

TEST_F(SymIntTrace, OperatorsTakeSymbolicSizes) {
  const c10::SymInt rows = x_.sym_size(0);
  const c10::SymInt columns = x_.sym_size(1);
  EXPECT_EQ(text(x_.view_symint({rows * columns})), "s0*s1 | 1");
  EXPECT_EQ(text(x_.reshape_symint({columns, rows})), "s1 s0 | s0 1");
  EXPECT_EQ(text(x_.unsqueeze(0).expand_symint({rows, -1, columns})), "s0 s0 s1 | 0 s1 1");
  EXPECT_EQ(guards(), "");
  EXPECT_EQ(text(x_.repeat_symint({2, columns})), "2*s0 s1**2 | s1**2 1");
  EXPECT_EQ(text(x_.narrow_symint(0, 0, rows - 1)), "s0 - 1 s1 | s1 1");
  EXPECT_EQ(text(x_.slice_symint(0, rows - 2)), "2 s1 | s1 1 | s0*s1 - 2*s1");
  EXPECT_EQ(guards(), "");
}

TEST_F(SymIntTrace, FactoriesTakeSymbolicSizes) {
  const FakeTensorModeGuard guard(mode_);
  const c10::SymInt rows = x_.sym_size(0);
  EXPECT_EQ(text(at::zeros_symint({rows, 3})), "s0 3 | 3 1");
  EXPECT_EQ(text(at::empty_symint({rows * 2})), "2*s0 | 1");
  EXPECT_EQ(text(at::ones_symint({rows}) + at::full_symint({rows}, 2.0)), "s0 | 1");
  EXPECT_EQ(guards(), "");
  EXPECT_THROW(at::empty_symint({rows - 9}), c10::Error);
  EXPECT_EQ(guards(), "empty.memory_format: s0 <= 8");
}

TEST_F(SymIntTrace, OnRealTensorsASymbolicNumberIsAGuard) {
  const at::Tensor real = at::empty({6, 5});
  EXPECT_EQ(real.view_symint({x_.sym_size(0) * 5}).size(0), 30);
  EXPECT_EQ(guards(), "view: s0 == 6");
  EXPECT_EQ(real.sym_size(1).expect_int(), 5);
}

TEST_F(SymIntTrace, SymbolsOfTwoEnvironmentsAreNotMixed) {
  const auto other = std::make_shared<ShapeEnv>();
  FakeTensorMode mode(other);
  const auto context = std::make_shared<StatefulSymbolicContext>("y");
  context->dynamic_sizes = {DimDynamic::DYNAMIC};
  const at::Tensor y = mode.from_tensor(at::empty({6}), context);
  EXPECT_THROW(y.sym_size(0) + x_.sym_size(0), c10::Error);
  EXPECT_THROW(y.view_symint({x_.sym_size(0)}), c10::Error);
}

TEST_F(SymIntTrace, AnItemIsAnUnbackedNumber) {
  const at::Tensor count = input("count", at::tensor(3));
  const c10::SymInt n = mode_.symbolic_item(count);
  EXPECT_EQ(words(n), "u2");
  EXPECT_TRUE(raises_data_dependent([&] { static_cast<void>(x_.narrow_symint(0, 0, n)); }));
  EXPECT_TRUE(raises_data_dependent([&] { static_cast<void>(n.guard_int(__FILE__, __LINE__)); }));
  TORCH_SYM_CHECK(n.sym_ge(0), "a length is not negative");
  TORCH_SYM_CHECK(n.sym_le(x_.sym_size(0)), "the part lies within x");
  EXPECT_EQ(text(x_.narrow_symint(0, 0, n)), "u2 s1 | s1 1");
  EXPECT_EQ(env_->runtime_assertions().size(), 2U);
  EXPECT_EQ(guards(), "");
  EXPECT_THROW(static_cast<void>(mode_.symbolic_item(x_)), c10::Error);
  EXPECT_THROW(static_cast<void>(mode_.symbolic_item(at::tensor(3))), c10::Error);
}

TEST_F(SymIntTrace, ACheckThatIsFalseOfTheSizesRaises) {
  EXPECT_THROW(TORCH_SYM_CHECK(x_.sym_size(0).sym_eq(5), "six rows are no five"), c10::Error);
  EXPECT_EQ(guards().substr(0, 16), "sym_int_test.cpp");
}
TEST(SymInt, TheSmallestNumberHasNoQuotientByMinusOne) {
  const c10::SymInt smallest = std::numeric_limits<std::int64_t>::min();
  EXPECT_THROW(smallest / c10::SymInt(-1), ClassifiedRuntimeError);
  EXPECT_EQ((smallest % c10::SymInt(-1)).expect_int(), 0);
  EXPECT_EQ((c10::SymInt(-7) / c10::SymInt(-1)).expect_int(), 7);
}

}  // namespace modecheck::engine::fake
