// A program of modecheck, from which nobody departs.
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

// A hook. 1: it returns twice the gradient; 2: it fills `written` with twos; else it does nothing.
static void add_hook(const at::Tensor& tensor, const at::Tensor& written, int kind) {
  tensor.register_hook([&written, kind](const at::Tensor& gradient) {
    if (!gradient.defined()) return at::Tensor();
    if (kind == 1) return gradient.mul(2);
    if (kind == 2) written.fill_(2);
    return at::Tensor();
  });
}

static void run() {
  at::Tensor r0 = leaf<float>({2, 2}, {-1.25, 0, 1.25, -1.75}, /*requires_grad=*/true);
  at::Tensor r1 = leaf<float>({2}, {0.5, 1.75}, /*requires_grad=*/true);

  command(1, "r0 = add.Tensor(r0, r0)", [&] { r0 = r0.add(r0, 1); });
  command(2, "retain_grad(r0)", [&] { r0.retain_grad(); });
  command(3, "r1 = slice.Tensor(r0, start=0, end=1)", [&] { r1 = r0.slice(0, 0, 1, 1); });
  command(4, "zero_(r1)", [&] { r1.zero_(); });
  command(5, "hook(r0, r0, kind=1)", [&] { add_hook(r0, r0, 1); });
  // backward(r0, seeding=1, retain_graph=false): dropped
}

int main() { run(); }
