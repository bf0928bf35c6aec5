// Prints results of the API around tensors: parallel loops, futures, accessors, DLPack tensors, MaybeOwned values, and
// dictionaries. This file is built against the engine and against libtorch; both builds must print the same.
#include <ATen/ATen.h>
#include <ATen/CPUApplyUtils.h>
#include <ATen/CPUFunctions.h>
#include <ATen/DLConvertor.h>
#include <ATen/Parallel.h>
#include <ATen/ParallelFuture.h>
#include <ATen/core/Dict.h>
#include <c10/util/MaybeOwned.h>

#include <atomic>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>

#include "tests/parity/part.h"
#include "tests/parity/say.h"
#include "tests/parity/torch.h"

namespace modecheck::parity::utilities {

using at::Tensor;

void loops() {
  std::atomic<std::int64_t> sum{0};
  at::parallel_for(0, 1000, 10, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) sum += i;
  });
  SAY(sum.load());
  at::parallel_for(5, 5, 1, [&](std::int64_t, std::int64_t) { sum = -1; });
  SAY(sum.load());
  REJECTS(at::parallel_for(0, 100000, 1, [](std::int64_t begin, std::int64_t) {
    if (begin == 0) throw std::runtime_error("within");
  }));
  REJECTS(
      at::parallel_for(0, 1, 1000, [](std::int64_t, std::int64_t) { throw std::runtime_error("in the only piece"); }));
  bool one_piece = true;
  at::parallel_for(0, 100000, 1, [&](std::int64_t, std::int64_t) {
    at::parallel_for(0, 10, 1, [&](std::int64_t begin, std::int64_t end) {
      if (begin != 0 || end != 10 || at::get_thread_num() != 0) one_piece = false;
    });
  });
  SAY(one_piece);
  SAY(at::in_parallel_region());
  SAY(at::get_thread_num());
  const auto add = [](std::int64_t begin, std::int64_t end, std::int64_t from) {
    for (std::int64_t i = begin; i < end; ++i) from += i;
    return from;
  };
  SAY(at::parallel_reduce(0, 100001, 7, std::int64_t{0}, add, std::plus<std::int64_t>()));
  SAY(at::parallel_reduce(3, 3, 7, std::int64_t{9}, add, std::plus<std::int64_t>()));
}

void later() {
  std::atomic<int> done{0};
  const auto first = at::intraop_launch_future([&] { done += 1; });
  const auto second = at::intraop_launch_future([&] { done += 2; });
  first->wait();
  second->wait();
  SAY(done.load());
  SAY(first->completed());
  SAY(first->hasError());
}

void elements() {
  const Tensor a = at::arange(6, at::kDouble).reshape({2, 3});
  const Tensor b = at::arange(6, at::kFloat).reshape({3, 2}).t();
  const Tensor c = at::zeros({3, 2}, at::kDouble).t();
  const auto version = c._version();
  at::CPU_tensor_apply2<double, float>(c, b, [](double& y, const float& x) { y = 2 * x; });
  SAY(c);
  at::CPU_tensor_apply3<double, double, float>(c, a, b, [](double& y, const double& x, const float& z) { y = x - z; });
  SAY(c);
  at::CPU_tensor_apply4<double, double, double, float>(
      c, a, a, b, [](double& y, const double& x, const double& w, const float& z) { y += x * w + z; });
  SAY(c);
  const Tensor none = at::empty({0}, at::kDouble);
  at::CPU_tensor_apply2<double, double>(none, none, [](double& y, const double& x) { y = x; });
  at::CPU_tensor_apply2<double, double>(at::zeros({}, at::kDouble), at::ones({}, at::kDouble),
                                        [](double& y, const double& x) { SAY(y + x); });
  REJECTS((at::CPU_tensor_apply2<double, double>(a, none, [](double& y, const double& x) { y = x; })));
  SAY(c._version() - version);
  SAY(at::cpu::add(a, c));
}

void exchange() {
  for (const at::ScalarType dtype : {at::kByte, at::kChar, at::kShort, at::kInt, at::kLong, at::kHalf, at::kFloat,
                                     at::kDouble, at::kComplexFloat, at::kComplexDouble, at::kBFloat16}) {
    const DLDataType type = at::getDLDataType(at::empty({1}, dtype));
    SAY(static_cast<int>(type.code));
    SAY(static_cast<int>(type.bits));
    SAY(at::toScalarType(type));
  }
  REJECTS(at::toScalarType(DLDataType{kDLFloat, 8, 1}));
  REJECTS(at::toScalarType(DLDataType{kDLFloat, 32, 2}));
  REJECTS(at::toScalarType(DLDataType{7, 32, 1}));
  const Tensor a = at::arange(6, at::kDouble).reshape({2, 3});
  const auto version = a._version();
  DLManagedTensor* const exported = at::toDLPack(a.t().slice(0, 1));
  SAY(exported->dl_tensor.ndim);
  SAY(exported->dl_tensor.shape[0]);
  SAY(exported->dl_tensor.strides[1]);
  const auto holders = a.storage().use_count();
  {
    const Tensor b = at::fromDLPack(exported);
    const auto fresh = b._version();
    SAY(b);
    SAY(b.strides());
    SAY(b.is_view());
    b.add_(1);
    SAY(b._version() - fresh);
    SAY(a);
    SAY(a._version() - version);
    SAY((a.storage().use_count() == holders));
  }
  SAY((a.storage().use_count() < holders));
  DLManagedTensor* const dense = at::toDLPack(a);
  dense->dl_tensor.strides = nullptr;
  SAY(at::fromDLPack(dense));
  const c10::InferenceMode mode;
  SAY(at::fromDLPack(at::toDLPack(a)).is_inference());
}

void owning() {
  const Tensor a = at::ones({2});
  const auto borrowed = c10::MaybeOwned<Tensor>::borrowed(a);
  SAY(a.use_count());
  const auto owned = c10::MaybeOwned<Tensor>::owned(Tensor(a));
  SAY(a.use_count());
  auto copy = borrowed;
  SAY(a.use_count());
  SAY(borrowed->is_same(a));
  SAY(owned->is_same(a));
  copy = owned;
  SAY(a.use_count());
  SAY((*copy).is_same(a));
  const Tensor taken = *std::move(copy);
  SAY(taken.is_same(a));
}

void dictionaries() {
  c10::Dict<std::string, std::int64_t> dict;
  dict.insert("b", 1);
  dict.insert("a", 2);
  dict.insert_or_assign("b", 3);
  for (const auto& entry : dict) SAY(entry.key() + std::to_string(entry.value()));
  const c10::IValue boxed(dict);
  SAY(boxed.isGenericDict());
  SAY(boxed.toGenericDict().size());
  REJECTS(dict.at("c"));
  SAY((boxed == c10::IValue(dict.copy())));
  SAY(boxed.is(c10::IValue(dict)));
  SAY(boxed.is(c10::IValue(dict.copy())));
  SAY((c10::IValue(1) == c10::IValue(true)));
  SAY((c10::IValue("1") == c10::IValue("1")));
  REJECTS(c10::IValue(at::ones({2})) == c10::IValue(at::ones({2})));
  REJECTS(boxed.hash());
}

Tensor of_parts(const Tensor& real, const Tensor& imaginary) {
  return at::view_as_complex(at::stack({real, imaginary}, -1));
}

void transforms() {
  const Tensor real = at::arange(5, at::kDouble).mul(0.5).sin();
  const Tensor waves = of_parts(real, real.cos());
  PRINT(at::view_as_real(torch::fft::fft(waves)));
  PRINT(at::view_as_real(torch::fft::ifft(waves, 7)));
  PRINT(at::view_as_real(torch::fft::rfft(real, {}, -1, "ortho")));
  PRINT(torch::fft::irfft(waves));
  for (const char* const norm : {"backward", "ortho", "forward"}) {
    PRINT(torch::fft::hfft(waves, {}, -1, norm));
    PRINT(torch::fft::hfft(waves, 7, 0, norm));
    PRINT(at::view_as_real(torch::fft::ihfft(real, {}, -1, norm).resolve_conj()));
  }
  PRINT(torch::fft::hfft(waves));
  PRINT(at::view_as_real(torch::fft::ihfft(real).resolve_conj()));
  REJECTS(torch::fft::hfft(waves, {}, -1, "sideways"));
  const Tensor apart = of_parts(real, real.cos().add(1e-3));
  SAY(at::allclose(waves, waves));
  SAY(at::allclose(waves, apart));
  SAY(at::isclose(waves, apart, 0, 1e-2));
  const Tensor missing = of_parts(real, at::full({5}, std::numeric_limits<double>::quiet_NaN(), at::kDouble));
  SAY(at::isclose(missing, missing, 1e-5, 1e-8, true));
  SAY(at::isclose(missing, missing));
  SAY(at::isclose(missing, waves, 1e-5, 1e-8, true));
}

void expanding() {
  SAY((*torch::ExpandingArray<3>(2))[2]);
  SAY((*torch::ExpandingArray<2>({3, 4}))[1]);
  SAY(torch::ExpandingArray<2>(std::vector<std::int64_t>{3, 4})->at(0));
  SAY(at::IntArrayRef(torch::ExpandingArray<2>(5)));
  SAY(torch::ExpandingArray<2>(5));
  SAY(torch::ExpandingArray<1>(5));
  REJECTS(torch::ExpandingArray<2>({3, 4, 5}));
  REJECTS(torch::ExpandingArray<2>(std::vector<std::int64_t>{}));
}

MODECHECK_PARITY(utilities) {
  at::set_num_threads(2);
  loops();
  later();
  elements();
  exchange();
  owning();
  dictionaries();
  transforms();
  expanding();
}

}  // namespace modecheck::parity::utilities
