// torch:cpu runs set_.source_Tensor where it must be rejected: error KindMismatch (at command 3).
// K3: A storage has one kind for life: no command turns a tensor from one kind into the other or lets tensors of different kinds share storage.
//
// g++ -std=c++17 FILE.cpp -I/usr/include/torch/csrc/api/include -ltorch -ltorch_cpu -lc10

#include <torch/torch.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <limits>
#include <map>
#include <string>
#include <vector>

// A tensor with these values.
template <typename T>
at::Tensor leaf(at::IntArrayRef sizes, std::initializer_list<T> values, bool requires_grad) {
  at::Tensor out = at::empty(sizes, c10::CppTypeToScalarType<T>::value);
  std::copy(values.begin(), values.end(), out.data_ptr<T>());
  return requires_grad ? out.requires_grad_() : out;
}

// What became of each command, by its number.
static std::map<int, std::string> outcomes;

// Runs a command; an exception is printed and remembered, and the program goes on.
template <typename Run>
void command(int number, const char* text, const Run& run) {
  outcomes[number] = "no exception";
  std::printf("%3d  %s\n", number, text);
  try {
    run();
  } catch (const std::exception& error) {
    const auto* const of_c10 = dynamic_cast<const c10::Error*>(&error);
    std::string what = of_c10 != nullptr ? of_c10->what_without_backtrace() : error.what();
    outcomes[number] =
        what.find("INTERNAL ASSERT FAILED") == std::string::npos ? "an exception" : "an internal assertion";
    std::printf("     -> %s: %s\n", outcomes[number].c_str(), what.substr(0, what.find('\n')).c_str());
  }
}

static bool mismatched = false;

[[maybe_unused]] static std::string text(bool value) { return value ? "true" : "false"; }
[[maybe_unused]] static std::string text(std::int64_t value) { return std::to_string(value); }
[[maybe_unused]] static std::string text(const std::string& value) { return value; }
[[maybe_unused]] static std::string text(c10::ScalarType value) { return c10::toString(value); }
[[maybe_unused]] static std::string text(at::IntArrayRef values) {
  std::string out;
  for (const std::int64_t value : values) out += (out.empty() ? "" : ", ") + std::to_string(value);
  return "[" + out + "]";
}

// Elements as they lie in memory; no operator is called.
[[maybe_unused]] static std::string element(c10::ScalarType type, const void* at) {
  char out[80];
  if (type == c10::kFloat) {
    std::snprintf(out, sizeof(out), "%.9g", static_cast<double>(*static_cast<const float*>(at)));
  } else if (type == c10::kDouble) {
    std::snprintf(out, sizeof(out), "%.17g", *static_cast<const double*>(at));
  } else if (type == c10::kLong) {
    std::snprintf(out, sizeof(out), "%lld", static_cast<long long>(*static_cast<const std::int64_t*>(at)));
  } else if (type == c10::kInt) {
    std::snprintf(out, sizeof(out), "%d", *static_cast<const std::int32_t*>(at));
  } else if (type == c10::kShort) {
    std::snprintf(out, sizeof(out), "%d", *static_cast<const std::int16_t*>(at));
  } else if (type == c10::kChar) {
    std::snprintf(out, sizeof(out), "%d", *static_cast<const signed char*>(at));
  } else if (type == c10::kHalf) {
    std::snprintf(out, sizeof(out), "%.9g", static_cast<double>(*static_cast<const at::Half*>(at)));
  } else if (type == c10::kBFloat16) {
    std::snprintf(out, sizeof(out), "%.9g", static_cast<double>(*static_cast<const at::BFloat16*>(at)));
  } else if (type == c10::kComplexFloat) {
    const auto* const parts = static_cast<const float*>(at);
    std::snprintf(out, sizeof(out), "%.9g%+.9gi", static_cast<double>(parts[0]), static_cast<double>(parts[1]));
  } else if (type == c10::kComplexDouble) {
    const auto* const parts = static_cast<const double*>(at);
    std::snprintf(out, sizeof(out), "%.17g%+.17gi", parts[0], parts[1]);
  } else {
    std::snprintf(out, sizeof(out), "%d", *static_cast<const unsigned char*>(at));
  }
  return out;
}

[[maybe_unused]] static std::string storage_values(const at::Tensor& tensor) {
  std::string out;
  const char* const data = static_cast<const char*>(tensor.storage().data());
  const std::size_t item = tensor.element_size();
  for (std::size_t at = 0; at + item <= tensor.storage().nbytes(); at += item)
    out += (out.empty() ? "" : ", ") + element(tensor.scalar_type(), data + at);
  return "[" + out + "]";
}

[[maybe_unused]] static std::string values(const at::Tensor& tensor) {
  std::string out;
  const char* const data = static_cast<const char*>(tensor.storage().data());
  for (std::int64_t n = 0; n < tensor.numel(); ++n) {
    std::int64_t rest = n;
    std::int64_t offset = tensor.storage_offset();
    for (std::int64_t d = tensor.dim(); d-- > 0;) {
      offset += rest % tensor.sizes()[d] * tensor.strides()[d];
      rest /= tensor.sizes()[d];
    }
    out += (out.empty() ? "" : ", ") + element(tensor.scalar_type(), data + offset * tensor.element_size());
  }
  return "[" + out + "]";
}

// Stored state, read without refreshing a stale view.
[[maybe_unused]] static bool has_grad_fn(const at::Tensor& tensor) {
  const auto* const meta = torch::autograd::impl::get_autograd_meta(tensor);
  return meta != nullptr && meta->grad_fn_ != nullptr;
}
[[maybe_unused]] static std::string creation_meta(const at::Tensor& tensor) {
  const auto* const meta = torch::autograd::impl::get_view_autograd_meta(tensor);
  if (meta == nullptr || !meta->has_bw_view()) return "no tracked view";
  const char* const names[] = {"DEFAULT", "IN_CUSTOM_FUNCTION", "MULTI_OUTPUT_NODE", "NO_GRAD_MODE", "INFERENCE_MODE"};
  return names[static_cast<int>(meta->get_creation_meta())];
}
[[maybe_unused]] static bool has_version(const at::Tensor& tensor) {
  return tensor.unsafeGetTensorImpl()->version_counter().enabled();
}
[[maybe_unused]] static std::int64_t version(const at::Tensor& tensor) {
  return has_version(tensor) ? tensor.unsafeGetTensorImpl()->version_counter().current_version() : 0;
}

template <typename Value>
void expect(const char* subject, const char* expected, const Value& observed) {
  const std::string seen = text(observed);
  const bool same = seen == expected;
  std::printf("     %s: expected %s, observed %s: %s\n", subject, expected, seen.c_str(),
              same ? "as the rules say" : "MISMATCH");
  if (!same) mismatched = true;
}

static void run() {
  at::Tensor r0 = leaf<float>({2, 2}, {-1.25, 0, 1.25, -1.75}, /*requires_grad=*/true);
  at::Tensor r1 = leaf<float>({2}, {0.5, 1.75}, /*requires_grad=*/true);
  std::int64_t version_when_taken_1 = 0;

  {  // 1
    c10::InferenceMode guard(true);
    command(2, "r0 = ones(size=[2])", [&] { r0 = at::ones({2}, at::TensorOptions()); });
    command(3, "set_.source_Tensor(r1, r0)", [&] { r1.set_(r0); });
    expect("command 3", "an exception", outcomes[3]);
    expect("bumps of r1's version", "0", version(r1) - version_when_taken_1);
    expect("r1.is_alias_of(r0)", "false", r1.is_alias_of(r0));
  }
}

int main() {
  run();
  return mismatched ? 0 : 3;
}
