// Tests warnings, and the check macros that raise the c10 error types.
#include <thread>

#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

struct Captured final : c10::WarningHandler {
  void process(const c10::SourceLocation& source_location, const std::string& msg, bool /*verbatim*/) override {
    messages.push_back(msg);
    line = source_location.line;
  }
  std::vector<std::string> messages;
  std::uint32_t line = 0;
};

void warn_once_here() { TORCH_WARN_ONCE("once ", 1); }

template <typename Exception>
std::string what_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Exception& error) {
    return error.what_without_backtrace();
  }
  return "nothing";
}

}  // namespace

TEST(Warnings, GoToTheThreadsHandler) {
  Captured outer, inner;
  const c10::Warning::WarningHandlerGuard guard(&outer);
  TORCH_WARN("a number: ", 3);
  EXPECT_EQ(outer.line, static_cast<std::uint32_t>(__LINE__ - 1));
  {
    const c10::WarningUtils::WarningHandlerGuard within(&inner);
    EXPECT_EQ(c10::Warning::get_warning_handler(), &inner);
    TORCH_WARN("inside");
  }
  std::thread([&] { EXPECT_NE(c10::Warning::get_warning_handler(), &outer); }).join();
  TORCH_WARN("outside");
  EXPECT_EQ(outer.messages, (std::vector<std::string>{"a number: 3", "outside"}));
  EXPECT_EQ(inner.messages, (std::vector<std::string>{"inside"}));
}

TEST(Warnings, OfGradientsThatHoldTheirGraph) {
  Captured handler;
  const c10::Warning::WarningHandlerGuard guard(&handler);
  const c10::Warning::WarnAlways always;
  const Tensor l = leaf({2});
  const Tensor loss = l.mul(l).sum();
  static_cast<void>(torch::autograd::grad({loss}, {l}, {}, true, true));
  loss.backward({}, true, false);
  EXPECT_TRUE(handler.messages.empty());
  loss.backward({}, c10::nullopt, true);
  torch::autograd::backward({loss}, {}, c10::nullopt, true, {l});
  ASSERT_EQ(handler.messages.size(), 2U);
  for (const std::string& message : handler.messages)
    EXPECT_EQ(message.rfind("Using backward() with create_graph=True", 0), 0U);
  l.mutable_grad().reset();
}

TEST(Warnings, OnceForEachPlace) {
  Captured handler;
  const c10::Warning::WarningHandlerGuard guard(&handler);
  warn_once_here();
  warn_once_here();
  EXPECT_EQ(handler.messages, (std::vector<std::string>{"once 1"}));
  {
    const c10::Warning::WarnAlways always;
    EXPECT_TRUE(c10::Warning::get_warnAlways());
    warn_once_here();
    warn_once_here();
  }
  EXPECT_FALSE(c10::Warning::get_warnAlways());
  EXPECT_EQ(handler.messages.size(), 3u);
}

// Rule S7: the gradient of a non-leaf tensor is kept on request only.
TEST(Warnings, TheGradientOfANonLeaf) {
  Captured handler;
  const c10::Warning::WarningHandlerGuard guard(&handler);
  const Tensor x = leaf();
  const Tensor y = x * 2;
  EXPECT_FALSE(x.grad().defined());
  EXPECT_TRUE(handler.messages.empty());
  EXPECT_FALSE(y.grad().defined());
  ASSERT_EQ(handler.messages.size(), 1u);
  EXPECT_NE(handler.messages[0].find("is not a leaf"), std::string::npos);
  y.retain_grad();
  EXPECT_FALSE(y.grad().defined());
  EXPECT_EQ(handler.messages.size(), 1u);
}

TEST(Checks, RaiseTheirTypes) {
  EXPECT_EQ(what_of<c10::Error>([] { TORCH_CHECK(false, "one ", 1); }), "one 1");
  EXPECT_EQ(what_of<c10::IndexError>([] { TORCH_CHECK_INDEX(false, "two"); }), "two");
  EXPECT_EQ(what_of<c10::ValueError>([] { TORCH_CHECK_VALUE(false, "three"); }), "three");
  EXPECT_EQ(what_of<c10::TypeError>([] { TORCH_CHECK_TYPE(false, "four"); }), "four");
  EXPECT_EQ(what_of<c10::NotImplementedError>([] { TORCH_CHECK_NOT_IMPLEMENTED(false, "five"); }), "five");
  EXPECT_EQ(what_of<c10::LinAlgError>([] { TORCH_CHECK_LINALG(false, "six"); }), "six");
  EXPECT_EQ(what_of<c10::ValueError>([] { TORCH_CHECK_WITH(ValueError, 1 > 2, "seven"); }), "seven");
  EXPECT_EQ(what_of<c10::OutOfMemoryError>([] { C10_THROW_ERROR(OutOfMemoryError, "eight"); }), "eight");
  EXPECT_NE(what_of<c10::Error>([] { TORCH_CHECK(1 > 2); }).find("1 > 2"), std::string::npos);
  EXPECT_NE(what_of<c10::Error>([] { TORCH_INTERNAL_ASSERT(1 > 2, "nine"); }).find("INTERNAL ASSERT"),
            std::string::npos);
  TORCH_CHECK(true, "never");
}

TEST(Checks, ContextIsAdded) {
  c10::Error error({"function", "file", 3}, "message");
  EXPECT_STREQ(error.what(), "message");
  error.add_context("where");
  EXPECT_STREQ(error.what(), "message (where)");
  error.add_context("why");
  EXPECT_STREQ(error.what(), "message\n  where\n  why");
  EXPECT_EQ(error.msg(), "message");
  EXPECT_EQ(error.context().size(), 2u);
}

}  // namespace modecheck::engine
