// Each guard without a name ends in the line that makes it, so nothing runs under it. The compiler says so.
#include <torch/torch.h>

void nothing_runs_under_them(const at::ThreadLocalState& state) {
  c10::InferenceMode(true);
  at::AutoGradMode(false);
  at::AutoDispatchBelowAutograd();
  at::AutoDispatchBelowADInplaceOrView();
  at::ThreadLocalStateGuard{state};
  const c10::InferenceMode named(true);
}
