// What the judge must find.
#include "tests/witness/judge.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

namespace modecheck::witness {
namespace {

Arrays square_of(const Arrays& in) {
  return {elementwise(in[0], [](double x) { return x * x; })};
}
Tensors square(const Tensors& in) { return {in[0].mul(in[0])}; }

void judged(const Call& call, const Definition& definition, const Judged& how = {}) {
  Judge judge(Judge::Mode::Judges);
  judge("square(Tensor)", {real({2, 3})}, call, definition, how);
}

// Every failure of `body`, as text.
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
  // The first derivative has the right value, and no graph.
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

}  // namespace
}  // namespace modecheck::witness
