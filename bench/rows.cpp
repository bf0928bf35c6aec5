#include "bench/rows.h"

#include <memory>

namespace modecheck::bench {
namespace {

using at::Tensor;

// Stops the compiler from dropping the computation of a result. The operator calls themselves are opaque to the
// compiler anyway.
template <typename T>
inline void keep(const T& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

struct Operands {
  Tensor a, b, target;
};

Operands make_operands(c10::IntArrayRef sizes, Mode mode) {
  Operands out;
  std::unique_ptr<c10::InferenceMode> guard;
  if (mode == Mode::Inference) guard = std::make_unique<c10::InferenceMode>();
  out.a = at::ones(sizes);
  out.b = at::ones(sizes);
  out.target = at::ones(sizes);
  if (mode == Mode::Grad) out.a.requires_grad_(true);
  return out;
}

// Calls the body of a benchmark row again and again under the guards of the row's mode.
template <typename Body>
void loop(Mode mode, long iterations, Body&& body) {
  switch (mode) {
    case Mode::Grad:
    case Mode::Normal:
      for (long i = 0; i < iterations; ++i) body();
      return;
    case Mode::NoGrad: {
      at::NoGradGuard guard;
      for (long i = 0; i < iterations; ++i) body();
      return;
    }
    case Mode::InferenceNormal:
    case Mode::Inference: {
      c10::InferenceMode guard;
      for (long i = 0; i < iterations; ++i) body();
      return;
    }
  }
}

template <typename Body>
Row row(const std::string& name, Mode mode, c10::IntArrayRef sizes, Body body) {
  auto operands = std::make_shared<Operands>(make_operands(sizes, mode));
  return Row{name, mode, [operands, mode, body](long iterations) { loop(mode, iterations, [&] { body(*operands); }); }};
}

// Measures an in-place operator. While gradients are recorded, each call adds a node to the target's history. The
// history is cut every 64 calls, which costs both libraries a sixty-fourth of a detach per call.
template <typename Body>
Row in_place_row(const std::string& name, Mode mode, c10::IntArrayRef sizes, Body body) {
  auto operands = std::make_shared<Operands>(make_operands(sizes, mode));
  return Row{name, mode, [operands, mode, body](long iterations) {
               if (mode != Mode::Grad) {
                 loop(mode, iterations, [&] { body(*operands); });
                 return;
               }
               for (long i = 0; i < iterations; ++i) {
                 if (i % 64 == 0) operands->target = operands->target.detach();
                 body(*operands);
               }
             }};
}

}  // namespace

std::vector<Row> make_rows() {
  std::vector<Row> out;
  const std::vector<int64_t> small{4};
  const std::vector<int64_t> square{4, 4};
  const std::vector<int64_t> large{64, 64};
  for (const Mode mode : kModes) {
    if (mode == Mode::Normal || mode == Mode::NoGrad || mode == Mode::Inference)
      out.push_back(row("empty 4", mode, small, [](Operands&) { keep(at::empty({4})); }));
    out.push_back(row("view 4", mode, small, [](Operands& o) { keep(o.a.view({2, 2})); }));
    out.push_back(row("transpose 4x4", mode, square, [](Operands& o) { keep(o.a.transpose(0, 1)); }));
    out.push_back(row("add 4", mode, small, [](Operands& o) { keep(o.a.add(o.b)); }));
    out.push_back(in_place_row("add_ 4", mode, small, [](Operands& o) { o.target.add_(o.a); }));
    out.push_back(row("mul 4", mode, small, [](Operands& o) { keep(o.a.mul(o.b)); }));
    out.push_back(in_place_row("mul_ 4", mode, small, [](Operands& o) { o.target.mul_(o.a); }));
    out.push_back(row("sum 4", mode, small, [](Operands& o) { keep(o.a.sum()); }));
    out.push_back(row("matmul 4x4", mode, square, [](Operands& o) { keep(o.a.matmul(o.b)); }));
    out.push_back(row("add 64x64", mode, large, [](Operands& o) { keep(o.a.add(o.b)); }));
    out.push_back(row("mul 64x64", mode, large, [](Operands& o) { keep(o.a.mul(o.b)); }));
  }
  out.push_back(Row{"InferenceMode guard", Mode::Normal, [](long iterations) {
                      for (long i = 0; i < iterations; ++i) {
                        c10::InferenceMode guard;
                        keep(guard);
                      }
                    }});
  out.push_back(Row{"NoGradGuard", Mode::Normal, [](long iterations) {
                      for (long i = 0; i < iterations; ++i) {
                        at::NoGradGuard guard;
                        keep(guard);
                      }
                    }});
  out.push_back(Row{"AutoDispatchBelowADInplaceOrView", Mode::Normal, [](long iterations) {
                      for (long i = 0; i < iterations; ++i) {
                        at::AutoDispatchBelowADInplaceOrView guard;
                        keep(guard);
                      }
                    }});
  return out;
}

}  // namespace modecheck::bench
