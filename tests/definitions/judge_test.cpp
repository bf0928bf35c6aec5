// Tests that the class Judge, which runs the definition tests, finds wrong values, wrong derivatives and other faults.
#include "tests/definitions/judge.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

namespace modecheck::definitions {
namespace {

Arrays square_of(const Arrays& in) {
  return {elementwise(in[0], [](double x) { return x * x; })};
}
Tensors square(const Tensors& in) { return {in[0].mul(in[0])}; }

void judged(const Call& call, const Definition& definition, const Judged& how = {}) {
  Judge judge(Judge::Mode::Judges);
  judge("square(Tensor)", {real({2, 3})}, call, definition, how);
}

// Returns the text of every test failure that occurs in `body`.
template <typename Body>
std::string failures(Body body) {
  testing::TestPartResultArray results;
  {
    const testing::ScopedFakeTestPartResultReporter reporter(&results);
    body();
  }
  std::string out;
  for (int i = 0; i < results.size(); ++i) out += std::string(results.GetTestPartResult(i).message()) + "\n";
  return out;
}

TEST(Judge, FindsNothingInWhatIsRight) {
  EXPECT_EQ(failures([] { judged(square, square_of); }), "");
}

TEST(Judge, FindsWrongValuesSizesAndDtypes) {
  const auto wrong = [](const Call& call) { return failures([&] { judged(call, square_of, {.first = false}); }); };
  EXPECT_NE(wrong([](const Tensors& in) { return Tensors{in[0].mul(in[0]).add(1e-3)}; }).find("element 0"),
            std::string::npos);
  EXPECT_NE(wrong([](const Tensors& in) { return Tensors{in[0].mul(in[0]).view({6})}; }), "");
  EXPECT_NE(wrong([](const Tensors& in) { return Tensors{in[0].mul(in[0]).to(at::kDouble)}; }), "");
  EXPECT_NE(wrong([](const Tensors&) { return Tensors{}; }).find("results"), std::string::npos);
  EXPECT_NE(wrong([](const Tensors&) -> Tensors { throw std::runtime_error("no"); }).find("raised no"),
            std::string::npos);
  EXPECT_NE(wrong([](const Tensors& in) {
              const at::Tensor out = in[0].mul(in[0]);
              in[0].zero_();
              return Tensors{out};
            }).find("afterwards"),
            std::string::npos);
}

TEST(Judge, FindsWrongDerivatives) {
  EXPECT_NE(failures([] {
              judged([](const Tensors& in) { return Tensors{in[0].mul(in[0].detach())}; }, square_of);
            }).find("derivative for argument 0"),
            std::string::npos);
  // The first derivative of this Function has the right value, but no graph for a second derivative.
  class Square : public torch::autograd::Function<Square> {
   public:
    static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& x) {
      context->saved_data["x"] = x.detach();
      return x.mul(x);
    }
    static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                   const torch::autograd::variable_list& gradients) {
      return {gradients[0].mul(context->saved_data["x"].toTensor()).mul(2)};
    }
  };
  EXPECT_NE(failures([] {
              judged([](const Tensors& in) { return Tensors{Square::apply(in[0])}; }, square_of);
            }).find("second derivative"),
            std::string::npos);
}

// The tested functions are right for real numbers, and wrong for complex numbers.
TEST(Judge, FindsWrongComplexNumbers) {
  const Definition product = [](const Arrays& in) {
    return Arrays{elementwise(in[0], in[1], [](double x, double y) { return x * y; })};
  };
  const auto judged_as = [&](Degree degree, const Call& call, const Definition& definition) {
    return failures([&] {
      Judge judge(Judge::Mode::Judges);
      judge("product(Tensor,Tensor)", {real({2, 3}), real({2, 3}, 2)}, call, definition, {.degree = degree});
    });
  };
  const Call right = [](const Tensors& in) { return Tensors{in[0].mul(in[1])}; };
  EXPECT_EQ(judged_as(Degree::Multilinear, right, product), "");
  const Call conjugated = [](const Tensors& in) {
    if (!in[0].is_complex()) return Tensors{in[0].mul(in[1])};
    const at::Tensor mirror = at::tensor(std::vector<float>{1, -1}).to(at::view_as_real(in[0]).scalar_type());
    return Tensors{at::view_as_complex(at::view_as_real(in[0]).mul(mirror).contiguous()).mul(in[1])};
  };
  EXPECT_EQ(judged_as(Degree::Unknown, conjugated, product), "");
  EXPECT_NE(judged_as(Degree::Multilinear, conjugated, product).find("element"), std::string::npos);
  const Call without_history = [](const Tensors& in) {
    return Tensors{in[0].is_complex() ? in[0].detach().mul(in[1]) : in[0].mul(in[1])};
  };
  EXPECT_NE(judged_as(Degree::Multilinear, without_history, product).find("derivative for argument 0"),
            std::string::npos);
  const Definition sum = [](const Arrays& in) {
    return Arrays{elementwise(in[0], in[1], [](double x, double y) { return x + y; })};
  };
  const Call added = [](const Tensors& in) { return Tensors{in[0].add(in[1])}; };
  EXPECT_EQ(judged_as(Degree::Linear, added, sum), "");
  const Call real_parts = [](const Tensors& in) {
    return Tensors{in[0].is_complex() ? in[0].add(at::view_as_real(in[1]).select(-1, 0)) : in[0].add(in[1])};
  };
  EXPECT_NE(judged_as(Degree::Linear, real_parts, sum).find("element"), std::string::npos);
}

}  // namespace
}  // namespace modecheck::definitions
