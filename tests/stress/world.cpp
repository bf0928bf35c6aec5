#include "tests/stress/world.h"

#include "tests/stress/custom_code.h"
#include "torch/torch.h"

namespace modecheck::stress {

World::World(int threads, Planted defect, Outcome& result) : planted(defect), outcome(result), defaults(ModeModel()) {
  weight = at::ones({3}).set_requires_grad(true);
  trunk = weight * 2;
  branch = Tripled::apply(trunk, nullptr);
  input = at::ones({3});
  row = input.select(0, 1);
  {
    const c10::InferenceMode mode;
    inference = at::ones({3});
  }
  for (int i = 0; i < threads; ++i) mailboxes.push_back(std::make_unique<Mailbox>());
}

}  // namespace modecheck::stress
