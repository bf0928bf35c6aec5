#include "engine/fake/fake_tensor_mode.h"

#include <atomic>

namespace modecheck::engine::fake {
namespace {

std::uint32_t next_number() {
  static std::atomic<std::uint32_t> last{0};
  return last.fetch_add(1) + 1;
}

}  // namespace

FakeTensorMode::FakeTensorMode() : number_(next_number()), converter_(number_) {}

std::unique_ptr<FakeTensorMode> fresh_fake_mode(const FakeTensorMode& old) {
  auto out = std::make_unique<FakeTensorMode>();
  for (const at::Tensor& real : old.converted()) static_cast<void>(out->from_tensor(real));
  return out;
}

}  // namespace modecheck::engine::fake
