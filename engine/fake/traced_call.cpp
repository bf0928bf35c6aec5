#include "engine/fake/traced_call.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/autograd/graph/autograd_meta.h"
#include "engine/core/errors/data_dependent_error.h"
#include "engine/core/errors/error.h"
#include "engine/core/memory/thread_state.h"
#include "engine/fake/rules/composites.h"
#include "engine/fake/rules/size_rules.h"
#include "engine/fake/rules/view_rules.h"
#include "engine/fake/symbolic/shape_functions.h"
#include "engine/tracing/inside_composite.h"

namespace modecheck::engine::fake {
namespace {

// Returns how many arguments a rule may look at: all but those that an out variant only writes.
std::size_t read_by_rules(const CallRecord& record) {
  const CallRecord::About& about = record.about();
  return about.kind == OperatorKind::Out ? about.written_argument : record.arguments().size();
}

// Returns the geometry of the defined tensors of all arguments.
RuleCall::Tensors tensors_of(const SymbolicSizes& sizes, const CallRecord& record) {
  RuleCall::Tensors out;
  out.ends.reserve(record.arguments().size());
  out.all.reserve(record.arguments().size());
  const auto add = [&](const at::Tensor& tensor) {
    if (tensor.defined()) out.all.push_back(sizes.geometry_of(tensor));
  };
  for (const CallRecord::Argument& argument : record.arguments()) {
    if (const auto* const tensor = std::get_if<at::Tensor>(&argument)) add(*tensor);
    if (const auto* const tensors = std::get_if<CallRecord::Tensors>(&argument))
      for (const at::Tensor& one : *tensors) add(one);
    out.ends.push_back(out.all.size());
  }
  return out;
}

std::string_view name_of_rule(const CallRecord::About& about) {
  std::string_view name = about.name;
  if (about.kind == OperatorKind::InPlace && name.ends_with('_')) name.remove_suffix(1);
  return name;
}

// Whether the operator takes sizes and strides as numbers.
bool gives_strides(const CallRecord::About& about) { return about.name == "as_strided" || about.name == "as_strided_"; }

// Whether the result has as large a storage as the argument.
bool keeps_storage_size(const CallRecord::About& about) { return about.op == "copy"; }

// Whether an error of this class can depend on sizes, although the rule accepts them.
bool depends_on_sizes(std::optional<ErrorClass> why) {
  if (!why) return false;
  switch (*why) {
    case ErrorClass::Shape:
    case ErrorClass::Dimension:
    case ErrorClass::Index:
    case ErrorClass::Strides:
    case ErrorClass::StorageBounds:
    case ErrorClass::MemoryOverlap:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool changes_views_unrecorded(const CallRecord& record) {
  const CallRecord::About& about = record.about();
  if (about.family != operators::Family::InPlaceView || about.name == "detach_") return false;
  const bool is_recorded = thread_state.grad && !thread_state.inference &&
                           !thread_state.excluded.has(c10::DispatchKey::Autograd) &&
                           !thread_state.excluded.has(c10::DispatchKey::ADInplaceOrView);
  const auto* const self = std::get_if<at::Tensor>(&record.arguments()[0]);
  if (self == nullptr || !self->defined()) return false;
  // A tensor that requires no grad now may have required it before, so that a graph knows it with its old sizes.
  const auto* const meta = torch::autograd::impl::get_autograd_meta(*self);
  const bool may_get_gradient = meta != nullptr && (self->requires_grad() || meta->grad_accumulator_.load() != nullptr);
  return may_get_gradient && !(is_recorded && self->requires_grad());
}

std::vector<at::Tensor> written_tensors(const CallRecord& record) {
  const CallRecord::About& about = record.about();
  std::vector<at::Tensor> out;
  if (about.written_argument == no_argument) return out;
  for (std::size_t i = 0; i < about.written_count; ++i) {
    const CallRecord::Argument& argument = record.arguments()[about.written_argument + i];
    if (const auto* const tensor = std::get_if<at::Tensor>(&argument)) out.push_back(*tensor);
    if (const auto* const tensors = std::get_if<CallRecord::Tensors>(&argument))
      out.insert(out.end(), tensors->begin(), tensors->end());
  }
  return out;
}

TracedCall::TracedCall(SymbolicSizes& sizes, const CallRecord& record)
    : sizes_(sizes),
      record_(record),
      call_(*sizes.env(), sizes.unbacked(), record, tensors_of(sizes, record), read_by_rules(record)) {
  written_ = written_tensors(record);
  for (const at::Tensor& tensor : written_) {
    of_written_.push_back(sizes.geometry_of(tensor));
    bytes_before_.push_back(sizes.bytes_of(tensor));
    const std::optional<Expression>& bytes = bytes_before_.back();
    have_number_of_bytes_.push_back(bytes ? bytes->constant().has_value() : !sizes.has_noted(tensor));
  }
}

bool TracedCall::has_unbacked() const {
  if (call_.has_unbacked_arguments()) return true;
  const auto is_unbacked = [&](const Expression& one) { return sizes_.env()->has_unbacked(one); };
  return std::any_of(arguments().begin(), arguments().end(), [&](const SymbolicGeometry& geometry) {
    return std::any_of(geometry.sizes.begin(), geometry.sizes.end(), is_unbacked) ||
           std::any_of(geometry.strides.begin(), geometry.strides.end(), is_unbacked) ||
           is_unbacked(geometry.storage_offset);
  });
}

// Returns the sizes that the rule gives for the results or the written tensors, and nothing for views or without a
// rule. Raises NoRule if there is none.
std::vector<Sizes> TracedCall::sizes_by_rule() {
  if (gives_strides(record_.about())) {
    static_cast<void>(strided());
    return {};
  }
  if (const ViewRule view = view_rule(); view != nullptr) {
    static_cast<void>(view(call_));
    return {};
  }
  if (record_.about().kind == OperatorKind::Creation) return {created()};
  const SizeRule rule = size_rule();
  if (rule == nullptr) throw NoRule();
  std::vector<Sizes> sizes = rule(call_);
  if (record_.about().kind == OperatorKind::InPlace)
    for (std::size_t i = 0; i < std::min(sizes.size(), of_written_.size()); ++i)
      call_.require_equal(sizes[i], of_written_[i].sizes, "the result has other sizes than the written tensor");
  return sizes;
}

// Returns the sizes that are the first argument of an operator that makes a tensor.
Sizes TracedCall::created() {
  Sizes sizes = call_.expressions(0);
  for (const Expression& size : sizes) call_.require(Fact::at_most(0, size), "a size is negative");
  return sizes;
}

// The size of an out argument is compared after the kernel has run, because the kernel may reject the call for another
// reason. It gets its old size back then.
void TracedCall::look_ahead() {
  if (!has_unbacked()) return;
  try {
    if (record_.about().family == operators::Family::Storage) throw NoRule();
    static_cast<void>(sizes_by_rule());
  } catch (const DataDependentError&) {
    throw;
  } catch (const NoRule&) {
    concretise();
  } catch (const c10::Error&) {  // the kernel raises its own error
  }
}

bool TracedCall::has_symbols() const {
  if (has_size_of_data(record_) || call_.has_symbolic_arguments()) return true;
  const auto is_symbolic = [](const Expression& one) { return !one.constant().has_value(); };
  return std::any_of(arguments().begin(), arguments().end(), [&](const SymbolicGeometry& geometry) {
    return std::any_of(geometry.sizes.begin(), geometry.sizes.end(), is_symbolic) ||
           std::any_of(geometry.strides.begin(), geometry.strides.end(), is_symbolic) ||
           is_symbolic(geometry.storage_offset);
  });
}

// Whether a written tensor and another one overlap in a part depends on both, in a way that no rule tells. Returns true
// if their sizes have become numbers for that reason.
bool TracedCall::ask_for_overlap() {
  const auto overlaps_nothing = [&](const at::Tensor& read, std::size_t i) {
    const at::Tensor& written = written_[i];
    return !read.defined() || read.is_same(written) || !read.is_alias_of(written) ||
           sizes_.geometry_of(read) == of_written_[i];
  };
  const auto overlaps = [&](const at::Tensor& read) {
    for (std::size_t i = 0; i < written_.size(); ++i)
      if (!overlaps_nothing(read, i)) return true;
    return false;
  };
  const auto argument_overlaps = [&](const CallRecord::Argument& argument) {
    if (const auto* const read = std::get_if<at::Tensor>(&argument)) return overlaps(*read);
    const auto* const list = std::get_if<CallRecord::Tensors>(&argument);
    return list != nullptr && std::any_of(list->begin(), list->end(), overlaps);
  };
  if (written_.empty() || std::none_of(record_.arguments().begin(), record_.arguments().end(), argument_overlaps))
    return false;
  concretise();
  return true;
}

bool TracedCall::is_traced() {
  if (record_.about().kind != OperatorKind::Composite) return true;
  if (!has_symbols()) return false;
  if (composite_view_rule_of(call_.where()) != nullptr || composite_size_rule_of(call_.where()) != nullptr) return true;
  if (reads_sizes(call_)) sizes_.concretise(arguments(), call_.where());
  return false;
}

// Returns the rule for the geometry of the results, if they are views, or null.
ViewRule TracedCall::view_rule() const {
  const CallRecord::About& about = record_.about();
  if (about.kind == OperatorKind::Composite) return composite_view_rule_of(about.op);
  const bool makes_views = about.kind == OperatorKind::View || about.kind == OperatorKind::Alias ||
                           about.family == operators::Family::InPlaceView;
  return makes_views ? view_rule_of(name_of_rule(about)) : nullptr;
}

SizeRule TracedCall::size_rule() const {
  const CallRecord::About& about = record_.about();
  return about.kind == OperatorKind::Composite ? composite_size_rule_of(about.op) : size_rule_of(about);
}

// Whether the body of a composite views a tensor with numbers that may be sizes. A view asks for their product only,
// which tells all sizes if only one of them is a symbol.
bool TracedCall::is_given_read_sizes() const {
  const std::string_view name = record_.about().name;
  if (!InsideComposite::any() || (name != "view" && name != "reshape" && name != "_unsafe_view")) return false;
  const auto* const asked = std::get_if<CallRecord::Ints>(&record_.arguments()[1]);
  const Sizes& sizes = call_.sizes(0);
  const auto is_symbol = [](const Expression& size) { return !size.constant().has_value(); };
  return asked != nullptr && std::count_if(sizes.begin(), sizes.end(), is_symbol) > 1 &&
         std::any_of(asked->begin(), asked->end(), [](std::int64_t number) { return number > 1; });
}

// The storage has the bytes that it has now, whatever the symbols are.
void TracedCall::note_bytes(const at::Tensor& tensor) {
  sizes_.note_bytes(tensor, static_cast<std::int64_t>(tensor.storage().nbytes()));
}

void TracedCall::has_run() {
  give_geometry();
  // The result has a storage like that of its argument, which may hold more elements.
  if (keeps_storage_size(record_.about())) note_copied_storage();
  if (sizes_.unbacked().has_lost_size())
    throw DataDependentError(std::string(call_.where()) +
                             ": a size of the result depends on the values, which a fake " + "tensor does not have");
}

void TracedCall::give_geometry() {
  static_cast<void>(ask_for_overlap());
  if (gives_strides(record_.about())) return has_strided();
  // A tensor with larger elements may need more bytes than the storage that it takes over has.
  if (record_.about().op == "set_" && c10::elementSize(call_.dtype_of(0)) > c10::elementSize(call_.dtype_of(1)))
    ask_for_room();
  if (!has_symbols()) {
    for (std::size_t i = 0; i < written_.size(); ++i) {
      if (!written_[i].defined()) continue;
      written_[i].unsafeGetTensorImpl()->set_symbols(0);
      if (have_number_of_bytes_[i])
        note_bytes(written_[i]);
      else if (record_.about().kind == OperatorKind::Out)
        sizes_.note_grown(written_[i], bytes_before_[i]);
    }
    if (record_.about().kind == OperatorKind::Creation || record_.about().kind == OperatorKind::Functional)
      for (const at::Tensor& result : record_.results())
        if (result.defined()) note_bytes(result);
    return;
  }
  if (is_given_read_sizes()) concretise();
  try {
    if (by_rule()) return remember();
  } catch (const NoRule&) {
    return concretise();
  } catch (const DataDependentError&) {
    throw;
  } catch (const c10::Error& error) {
    if (error.error_class() == ErrorClass::Overflow) return concretise();
    if (has_unbacked()) raise_for_stand_in(call_.where());
    throw c10::Error(ErrorClass::Internal, std::string("symbolic sizes: after the kernel of ") +
                                               std::string(call_.where()) + " has run: " + error.msg());
  }
  concretise();
}

// Makes everything a number on which the size of the first tensor's storage may depend.
void TracedCall::concretise_storage() {
  key_.clear();
  sizes_.concretise_all(call_.where(), std::get<at::Tensor>(record_.arguments().front()).storage().nbytes());
}

void TracedCall::note_copied_storage() {
  const at::Tensor& result = record_.results().front();
  const at::Tensor& self = std::get<at::Tensor>(record_.arguments()[0]);
  // A tensor that overlaps itself is copied without its storage.
  const bool is_whole = result.storage().nbytes() == self.storage().nbytes() && result.strides() == self.strides();
  const std::optional<Expression> bytes = is_whole ? sizes_.bytes_of(self) : std::nullopt;
  bytes ? sizes_.note_bytes(result, *bytes) : sizes_.note_unknown_bytes(result);
}

// Asks whether the first tensor has room in the storage of the second one, whose sizes and strides it takes over.
void TracedCall::ask_for_room() {
  key_.clear();
  const at::Tensor& source = std::get<at::Tensor>(record_.arguments()[1]);
  const std::optional<Expression> bytes = sizes_.bytes_of(source);
  if (!bytes) return sizes_.concretise_all(call_.where(), source.storage().nbytes());
  const SymbolicGeometry& geometry = call_.geometry(1);
  if (is_without_elements(*sizes_.env(), geometry.sizes, call_.where())) return;
  const auto size = static_cast<std::int64_t>(c10::elementSize(call_.dtype_of(0)));
  static_cast<void>(call_.holds(Fact::at_most(end_of(geometry) * size, *bytes)));
}

void TracedCall::concretise() {
  key_.clear();
  call_.concretise_arguments();
  sizes_.concretise(arguments(), call_.where());
}

// A call whose sizes became numbers is not kept, so that the next one is counted as well.
void TracedCall::remember() {
  if (!key_.empty()) sizes_.remember(std::move(key_), std::move(given_));
}

// Gives a tensor its geometry, and notes that for later calls.
void TracedCall::give(const at::Tensor& tensor, SymbolicGeometry geometry, CallCache::Storage storage) {
  sizes_.set_geometry(tensor, std::move(geometry));
  const std::uint32_t number = tensor.unsafeGetTensorImpl()->symbols();
  if (storage == CallCache::Storage::Filled) sizes_.note_fresh(tensor, number);
  given_.push_back({number, storage});
}

// Returns what as_strided and as_strided_ make of their argument. The numbers must lie within the storage. If nothing
// is known of its size, any symbol can be in it.
SymbolicGeometry TracedCall::strided() {
  if (call_.numbers(1).size() != call_.numbers(2).size()) call_.reject("there must be as many strides as sizes");
  const at::Tensor& self = std::get<at::Tensor>(record_.arguments()[0]);
  const std::optional<Expression> bytes = sizes_.bytes_of(self);
  if (!bytes) concretise_storage();
  const CallRecord::Ints sizes = call_.numbers(1);
  const CallRecord::Ints strides = call_.numbers(2);
  SymbolicGeometry out{Sizes(sizes.begin(), sizes.end()), Sizes(strides.begin(), strides.end()),
                       call_.is_given(3) ? Expression(call_.number(3)) : call_.geometry(0).storage_offset};
  const bool has_elements = std::find(sizes.begin(), sizes.end(), 0) == sizes.end();
  if (bytes && has_elements)
    call_.require(Fact::at_most(end_of(out) * static_cast<std::int64_t>(self.element_size()), *bytes),
                  "the elements do not lie within the storage");
  return out;
}

void TracedCall::has_strided() {
  // In the body of a composite, the numbers may have been sizes of the tensor.
  if (InsideComposite::any() && has_symbols()) concretise();
  const at::Tensor& result = record_.results().empty() ? written_.front() : record_.results().front();
  try {
    SymbolicGeometry out = strided();
    if (changes_views_unrecorded(record_)) ask_for_change(out.sizes);
    sizes_.set_geometry(result, std::move(out));
  } catch (const NoRule&) {  // a number is too large for a rule
    concretise_storage();
    result.unsafeGetTensorImpl()->set_symbols(0);
  }
}

bool TracedCall::by_rule() {
  using operators::Family;
  const CallRecord::About& about = record_.about();
  if (about.family == Family::InPlaceView || about.family == Family::Storage) return of_written_geometry();
  const bool makes_views = about.kind == OperatorKind::View || about.kind == OperatorKind::Alias;
  return makes_views || view_rule() != nullptr ? of_views() : of_fresh_results();
}

bool TracedCall::of_views() {
  const ViewRule rule = view_rule();
  if (rule == nullptr) return false;
  std::vector<SymbolicGeometry> out = rule(call_);
  const CallRecord::Tensors& results = record_.results();
  if (out.empty() && !results.empty()) return false;
  MODECHECK_CHECK(out.size() == results.size(), ErrorClass::Internal, "the rule gives ", out.size(), " views, not ",
                  results.size());
  for (std::size_t i = 0; i < results.size(); ++i) give(results[i], std::move(out[i]), CallCache::Storage::Kept);
  return true;
}

// The history of the tensor has its old sizes. Whether a gradient fits depends on where the new ones differ.
void TracedCall::ask_for_change(const Sizes& sizes) {
  const Sizes& before = of_written_.front().sizes;
  for (std::size_t i = 0; i < std::min(sizes.size(), before.size()); ++i)
    static_cast<void>(call_.holds(Fact::equal(sizes[sizes.size() - 1 - i], before[before.size() - 1 - i])));
}

bool TracedCall::of_written_geometry() {
  const at::Tensor self = written_.front();
  const std::string_view name = record_.about().name;
  if (name == "resize_") {
    const CallRecord::Ints asked = call_.numbers(1);
    SymbolicGeometry out = of_written_.front();
    bool is_same = asked.size() == out.sizes.size() && !call_.is_given(2);
    for (std::size_t i = 0; is_same && i < asked.size(); ++i)
      is_same = call_.holds(Fact::equal(out.sizes[i], asked[i]));
    if (!is_same) {
      out.sizes.assign(self.sizes().begin(), self.sizes().end());
      out.strides.assign(self.strides().begin(), self.strides().end());
    }
    sizes_.set_geometry(self, std::move(out));
    return true;
  }
  const ViewRule rule = view_rule();
  std::vector<SymbolicGeometry> out = rule == nullptr ? std::vector<SymbolicGeometry>() : rule(call_);
  if (out.empty()) return false;
  if (changes_views_unrecorded(record_)) ask_for_change(out.front().sizes);
  give(self, std::move(out.front()), CallCache::Storage::Kept);
  return true;
}

// Returns where a result begins. One that does not begin at its storage has the place of an argument. Where an argument
// begins at its storage for these sizes only, one cannot tell.
Expression TracedCall::offset_of(const at::Tensor& result) const {
  for (const SymbolicGeometry& argument : arguments())
    if (!argument.storage_offset.constant() && sizes_.env()->traced_value(argument.storage_offset) == 0)
      static_cast<void>(call_.holds(Fact::equal(argument.storage_offset, 0)));
  for (const SymbolicGeometry& argument : arguments())
    if (result.storage_offset() != 0 && sizes_.env()->traced_value(argument.storage_offset) == result.storage_offset())
      return argument.storage_offset;
  return result.storage_offset();
}

// A kernel chooses the strides of its results by the layouts of its arguments. Of two equal ones one is asked.
void TracedCall::ask_for_layouts() {
  if (std::exchange(asked_for_layouts_, true)) return;
  const std::vector<SymbolicGeometry>& all = arguments();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (i == 0 || all[i] != all[i - 1])
      if (!ask_for_layout(*sizes_.env(), all[i], call_.where())) are_contiguous_ = false;
}

void TracedCall::set_fresh(const at::Tensor& tensor, Sizes sizes, const Expression& offset,
                           CallCache::Storage storage) {
  ask_for_layouts();
  // The strides of a dimension of size 1, or of a tensor without elements, do not show the order of the dimensions.
  for (const Expression& size : sizes)
    if (!sizes_.env()->is_at_least_two(size) && (are_contiguous_ || !call_.holds(Fact::equal(size, 1))))
      static_cast<void>(call_.holds(Fact::equal(size, 0)));
  auto strides = fresh_strides(*sizes_.env(), tensor, sizes, arguments(), call_.where());
  if (!strides) {
    concretise();
    return;
  }
  give(tensor, {std::move(sizes), std::move(*strides), offset}, storage);
}

// The out argument gets other sizes. Its storage grows if it must, and never shrinks.
void TracedCall::set_resized(std::size_t i, const Sizes& sizes) {
  set_fresh(written_[i], sizes, of_written_[i].storage_offset, CallCache::Storage::Grown);
  sizes_.note_grown(written_[i], bytes_before_[i]);
}

bool TracedCall::of_fresh_results() {
  if (record_.about().kind == OperatorKind::Creation) {
    set_fresh(record_.results().front(), created(), 0, CallCache::Storage::Filled);
    return true;
  }
  const SizeRule rule = size_rule();
  if (rule == nullptr) return false;
  std::vector<Sizes> sizes = rule(call_);
  const CallRecord::About& about = record_.about();
  if (about.kind == OperatorKind::Functional || about.kind == OperatorKind::Composite) {
    const CallRecord::Tensors& results = record_.results();
    if (sizes.size() < results.size()) return false;
    // A foreach operator writes its first list.
    for (const SymbolicGeometry& one : of_written_)
      static_cast<void>(ask_for_layout(*sizes_.env(), one, call_.where()));
    for (std::size_t i = 0; i < results.size(); ++i)
      if (results[i].defined())
        set_fresh(results[i], std::move(sizes[i]), offset_of(results[i]), CallCache::Storage::Filled);
      else
        given_.push_back({0, CallCache::Storage::Kept});
    return true;
  }
  if (about.kind == OperatorKind::Out) return of_out_arguments(sizes);
  if (sizes.size() < of_written_.size()) return false;
  // Whether the written tensor overlaps itself depends on its strides.
  for (const SymbolicGeometry& one : of_written_) static_cast<void>(ask_for_layout(*sizes_.env(), one, call_.where()));
  for (std::size_t i = 0; i < of_written_.size(); ++i)
    call_.require_equal(sizes[i], of_written_[i].sizes, "the result has other sizes than the written tensor");
  return true;
}

bool TracedCall::of_out_arguments(const std::vector<Sizes>& sizes) {
  const std::vector<at::Tensor>& out = written_;
  if (sizes.size() < out.size()) return false;
  ask_for_layouts();
  for (std::size_t i = 0; i < out.size(); ++i) {
    bool is_same = sizes[i].size() == of_written_[i].sizes.size();
    for (std::size_t d = 0; is_same && d < sizes[i].size(); ++d)
      is_same = call_.holds(Fact::equal(sizes[i][d], of_written_[i].sizes[d]));
    // A tensor that already has the sizes is only written.
    if (is_same)
      give(out[i], of_written_[i], CallCache::Storage::Kept);
    else
      set_resized(i, sizes[i]);
  }
  return true;
}

void TracedCall::was_rejected(std::optional<ErrorClass> why) {
  const CallRecord::About& about = record_.about();
  const bool is_bounded = gives_strides(about);
  if (!has_symbols() && !is_bounded) return;
  // A kernel may look for an overlap before it looks at sizes and dtypes, or afterwards.
  const bool can_overlap = depends_on_sizes(why) || why == ErrorClass::Dtype;
  if (can_overlap && ask_for_overlap()) return;
  if (why == ErrorClass::Dtype && !has_unbacked())
    for (const SymbolicGeometry& one : of_written_) static_cast<void>(ask_for_layout(*sizes_.env(), one, about.op));
  if (is_given_read_sizes()) return concretise();
  try {
    static_cast<void>(sizes_by_rule());
  } catch (const NoRule&) {
    return is_bounded ? concretise_storage() : concretise();
  } catch (const DataDependentError&) {
    throw;
  } catch (const c10::Error& error) {
    // If the rule rejects the sizes, too, the guards say why. But a composite checks sizes in one operator and kinds in
    // another, so that which error comes first can depend on all sizes.
    const bool is_of_kinds =
        why == ErrorClass::InferenceSavedForBackward || why == ErrorClass::InferenceWriteOutsideMode;
    const bool has_two_reasons = about.kind == OperatorKind::Composite && is_of_kinds && !has_unbacked();
    return error.error_class() == ErrorClass::Overflow || has_two_reasons ? concretise() : void();
  }
  if (!depends_on_sizes(why)) return;
  if (has_unbacked()) raise_for_stand_in(call_.where());
  concretise();
}

}  // namespace modecheck::engine::fake
