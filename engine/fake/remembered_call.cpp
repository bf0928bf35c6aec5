#include "engine/fake/remembered_call.h"

#include <algorithm>

#include "engine/core/errors/error.h"
#include "engine/fake/traced_call.h"

namespace modecheck::engine::fake {

RememberedCall::RememberedCall(SymbolicSizes& sizes, const CallRecord& record, const CallCache::Results& given)
    : sizes_(sizes), record_(record), given_(given) {
  const auto grows = [](const CallCache::Given& one) { return one.storage == CallCache::Storage::Grown; };
  if (std::none_of(given_.begin(), given_.end(), grows)) return;
  for (const at::Tensor& tensor : written_tensors(record)) bytes_before_.push_back(sizes.bytes_of(tensor));
}

void RememberedCall::has_run() {
  if (given_.empty()) return;
  if (!record_.results().empty()) {
    // The arguments are as they were, so the rule can still be asked.
    if (!give(record_.results())) TracedCall(sizes_, record_).has_run();
    return;
  }
  MODECHECK_CHECK(give(written_tensors(record_)), ErrorClass::Internal, "symbolic sizes: ", record_.about().op,
                  " writes other sizes than an earlier call with the same arguments");
}

// Returns false, and changes nothing, if the tensors do not have the numbers of the earlier call.
bool RememberedCall::give(const std::vector<at::Tensor>& tensors) {
  bool is_same = tensors.size() == given_.size();
  for (std::size_t i = 0; is_same && i < tensors.size(); ++i)
    is_same = given_[i].geometry == 0 || sizes_.has_numbers_of(tensors[i], given_[i].geometry);
  for (std::size_t i = 0; is_same && i < tensors.size(); ++i) {
    if (!tensors[i].defined()) continue;
    tensors[i].unsafeGetTensorImpl()->set_symbols(given_[i].geometry);
    if (given_[i].storage == CallCache::Storage::Filled) sizes_.note_fresh(tensors[i], given_[i].geometry);
    if (given_[i].storage == CallCache::Storage::Grown) sizes_.note_grown(tensors[i], bytes_before_[i]);
  }
  return is_same;
}

void RememberedCall::was_rejected(std::optional<ErrorClass> why) { TracedCall(sizes_, record_).was_rejected(why); }

}  // namespace modecheck::engine::fake
