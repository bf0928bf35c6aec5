// Tests what an undefined tensor says of its sizes and dtype. A call that needs a defined tensor must name the function
// in its error.
#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

// Returns the first line of the error message of `call`.
template <typename Call>
std::string said_by(const Call& call) {
  try {
    call();
  } catch (const c10::Error& error) {
    const std::string what = error.what_without_backtrace();
    return what.substr(0, what.find('\n'));
  }
  return "nothing";
}

}  // namespace

TEST(UndefinedTensor, IsAnEmptyVectorOfNoDtype) {
  const Tensor none;
  EXPECT_FALSE(none.defined());
  EXPECT_EQ(none.dim(), 1);
  EXPECT_EQ(none.numel(), 0);
  EXPECT_EQ(none.sizes(), c10::IntArrayRef({0}));
  EXPECT_EQ(none.size(0), 0);
  EXPECT_EQ(none.storage_offset(), 0);
  EXPECT_TRUE(none.is_contiguous());
  EXPECT_EQ(none.scalar_type(), c10::ScalarType::Undefined);
  EXPECT_EQ(none._version(), 0);
  for (const bool flag : {none.is_cpu(), none.is_cuda(), none.is_meta(), none.is_inference(), none.has_storage(),
                          none.requires_grad(), none.is_floating_point(), none.is_complex()})
    EXPECT_FALSE(flag);
  const c10::InferenceMode guard;
  EXPECT_FALSE(none.is_inference());
}

TEST(UndefinedTensor, WhatNeedsADefinedOneSaysWhatWasCalled) {
  const Tensor none;
  const Tensor some = at::ones({2});
  const std::string tail = " called on an undefined Tensor; expected one that has been given a value";
  const std::pair<const char*, std::function<void()>> calls[] = {
      {"strides", [&] { none.strides(); }},
      {"device", [&] { none.device(); }},
      {"itemsize", [&] { none.nbytes(); }},
      {"storage", [&] { none.storage(); }},
      {"data_ptr", [&] { none.data_ptr(); }},
      {"is_alias_of", [&] { none.is_alias_of(some); }},
      {"is_alias_of", [&] { some.is_alias_of(none); }},
      {"is_view", [&] { none.is_view(); }},
      {"is_leaf", [&] { none.is_leaf(); }},
      {"grad", [&] { none.grad(); }},
      {"mutable_grad", [&] { none.mutable_grad(); }},
      {"grad_fn", [&] { none.grad_fn(); }},
      {"output_nr", [&] { none.output_nr(); }},
      {"_base", [&] { none._base(); }},
      {"retains_grad", [&] { none.retains_grad(); }},
      {"remove_hook", [&] { none.remove_hook(0); }},
      {"variable_data", [&] { none.variable_data(); }},
      {"tensor_data", [&] { none.tensor_data(); }},
      {"set_requires_grad", [&] { none.set_requires_grad(false); }},
      {"backward", [&] { none.backward(); }},
  };
  for (const auto& [name, call] : calls) EXPECT_EQ(said_by(call), name + tail);
  EXPECT_NE(said_by([&] { static_cast<void>(none.data_ptr<float>()); }).find("Undefined"), std::string::npos);
  EXPECT_NE(said_by([&] { none.set_requires_grad(true); }).find("floating point"), std::string::npos);
  EXPECT_NE(said_by([&] { some.add(none); }).find("add.Tensor"), std::string::npos);
  EXPECT_NE(said_by([&] { some.copy_(none); }).find("copy_"), std::string::npos);
}

}  // namespace modecheck::engine
