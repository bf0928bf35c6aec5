#include "engine/fake/remembered_call.h"

#include <algorithm>

#include "engine/fake/traced_call.h"

namespace modecheck::engine::fake {

void RememberedCall::has_run() {
  const CallRecord::Tensors& tensors = record_.results();
  bool is_same = tensors.size() == results_.size();
  for (std::size_t i = 0; is_same && i < tensors.size(); ++i)
    is_same = results_[i].geometry == 0 || sizes_.has_numbers_of(tensors[i], results_[i].geometry);
  // No operator that is remembered changes the geometry of its arguments. So the rule can still be asked.
  if (!is_same) return TracedCall(sizes_, record_).has_run();
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    if (!tensors[i].defined()) continue;
    tensors[i].unsafeGetTensorImpl()->set_symbols(results_[i].geometry);
    if (results_[i].is_fresh) sizes_.note_fresh(tensors[i]);
  }
}

void RememberedCall::was_rejected(ErrorClass why) { TracedCall(sizes_, record_).was_rejected(why); }

}  // namespace modecheck::engine::fake
