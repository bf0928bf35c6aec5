#include "engine/fake/fake_tensor_mode.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>

#include "engine/core/errors/error.h"
#include "engine/fake/symbolic/stateful_symbolic_context.h"
#include "engine/fake/symbolic/stateless_symbolic_context.h"
#include "engine/fake/symbolic/symbolic_node.h"

namespace modecheck::engine::fake {
namespace {

// Kernels take 2 for the number of an item. Most tensors have two rows, so that narrow() accepts it as a length.
constexpr std::int64_t item_stand_in = 2;

std::uint32_t next_number() {
  static std::atomic<std::uint32_t> last{0};
  return last.fetch_add(1) + 1;
}

std::shared_ptr<ShapeEnv> given(std::shared_ptr<ShapeEnv> shape_env) {
  MODECHECK_CHECK(shape_env, ErrorClass::Argument,
                  "FakeTensorMode: the shape environment is null. Give one, or make a mode without symbols.");
  return shape_env;
}

// Returns a policy that says the same and remembers nothing. `above` are the policies that lead to this one, because
// policies may refer to each other in a circle.
std::shared_ptr<SymbolicContext> without_memory(const SymbolicContext* policy,
                                                std::vector<const SymbolicContext*> above = {}) {
  if (policy == nullptr || std::find(above.begin(), above.end(), policy) != above.end()) return nullptr;
  above.push_back(policy);
  auto out = std::make_shared<StatelessSymbolicContext>();
  out->dynamic_sizes = policy->dynamic_sizes;
  out->dynamic_strides = policy->dynamic_strides;
  out->constraint_sizes = policy->constraint_sizes;
  out->view_base_context = without_memory(policy->view_base_context.get(), above);
  out->gradient_context = without_memory(policy->gradient_context.get(), above);
  return out;
}

}  // namespace

FakeTensorMode::FakeTensorMode() : number_(next_number()), converter_(number_, nullptr) {}

FakeTensorMode::FakeTensorMode(std::shared_ptr<ShapeEnv> shape_env)
    : number_(next_number()),
      symbols_(std::make_unique<SymbolicSizes>(given(std::move(shape_env)), number_)),
      converter_(number_, symbols_.get()) {}

at::Tensor FakeTensorMode::from_tensor(const at::Tensor& real) {
  return symbols_ ? convert(real, nullptr, "") : converter_.convert(real);
}

at::Tensor FakeTensorMode::from_tensor(const at::Tensor& real, const std::shared_ptr<SymbolicContext>& context,
                                       std::string source) {
  MODECHECK_CHECK(symbols_, ErrorClass::Argument,
                  "from_tensor: a symbolic context needs a FakeTensorMode that was made with a ShapeEnv");
  MODECHECK_CHECK(context, ErrorClass::Argument,
                  "from_tensor: the symbolic context is null. Give one, or call from_tensor() without a context.");
  return convert(real, context, std::move(source));
}

// Without a context, the tensor gets one that remembers nothing.
at::Tensor FakeTensorMode::convert(const at::Tensor& real, const std::shared_ptr<SymbolicContext>& context,
                                   std::string source) {
  if (!real.defined()) return {};
  const bool is_known =
      std::any_of(inputs_.begin(), inputs_.end(), [&](const SymbolicInput& input) { return input.real.is_same(real); });
  if (const auto* const stateful = dynamic_cast<const StatefulSymbolicContext*>(context.get());
      source.empty() && stateful != nullptr)
    source = stateful->tensor_source;
  for (std::size_t number = inputs_.size(); source.empty(); ++number)
    if (std::string name = "t" + std::to_string(number); !converter_.has_source(name)) source = std::move(name);
  at::Tensor out =
      context ? converter_.convert(real, {context, source})
              : converter_.convert(real, {std::make_shared<StatelessSymbolicContext>(), source, /*is_default=*/true});
  if (!is_known && !real.is_fake()) inputs_.push_back({real, std::move(source), context});
  return out;
}

void FakeTensorMode::check_mode(const at::Tensor& fake, const char* function) const {
  if (!fake.defined() || !fake.is_fake()) return;
  const std::uint32_t mode = fake.unsafeGetTensorImpl()->storage()->fake_mode();
  MODECHECK_CHECK(mode == 0 || mode == number_, ErrorClass::Argument, function,
                  ": the tensor is a fake tensor of another FakeTensorMode. Ask that mode.");
}

SymbolicGeometry FakeTensorMode::symbolic_geometry(const at::Tensor& fake) const {
  check_mode(fake, "symbolic_geometry");
  return symbols_ ? symbols_->geometry_of(fake) : numbers_of(fake);
}

c10::SymInt FakeTensorMode::symbolic_item(const at::Tensor& fake) const {
  MODECHECK_CHECK(symbols_, ErrorClass::Argument,
                  "symbolic_item: the sizes of this FakeTensorMode are numbers. Make it with a ShapeEnv.");
  check_mode(fake, "symbolic_item");
  MODECHECK_CHECK(fake.is_fake() && fake.numel() == 1 && c10::isIntegralType(fake.scalar_type(), false),
                  ErrorClass::Argument, "symbolic_item: give a fake tensor of integers with one element");
  const Interval range = fake.scalar_type() == c10::kByte ? Interval{0, 255} : Interval{};
  return sym_int_of(symbols_->env(), symbols_->env()->create_unbacked_symint("item", range, item_stand_in));
}

std::unique_ptr<FakeTensorMode> FakeTensorMode::with_other_sizes(
    const std::vector<std::shared_ptr<SymbolicContext>>& contexts, const ShapeEnv::Assignment& values) const {
  MODECHECK_CHECK(symbols_, ErrorClass::Argument,
                  "with_other_sizes: the sizes of this FakeTensorMode are numbers. Make it with a ShapeEnv.");
  for (const Symbol& symbol : symbols_->env()->symbols())
    MODECHECK_CHECK(!symbol.hint || values.contains(symbol.atom), ErrorClass::Argument,
                    "with_other_sizes: ", symbols_->env()->atoms()[symbol.atom].name,
                    " has no value. Give one for each symbol.");
  MODECHECK_CHECK(symbols_->env()->evaluate_guards(values), ErrorClass::Argument,
                  "with_other_sizes: the trace does not hold for these values, because a guard is false of them or a "
                  "size is too small. Give values that ShapeEnv::evaluate_guards() accepts.");
  const std::unique_ptr<FakeTensorMode> before = fresh(contexts);
  const auto value_of = [&](const Expression& one) {
    const std::optional<std::int64_t> value = symbols_->env()->value_of(one, values);
    MODECHECK_CHECK(value, ErrorClass::Argument, "with_other_sizes: ", symbols_->env()->atoms().text(one),
                    " has no value. Give one for each symbol.");
    MODECHECK_CHECK(*value >= 0, ErrorClass::Argument, "with_other_sizes: ", symbols_->env()->atoms().text(one),
                    " would be ", *value, ". Give values with which no size, stride or offset is negative.");
    return Expression(*value);
  };
  auto out = std::make_unique<FakeTensorMode>();
  out->converter_.set_shapes([&](const at::Tensor& real) {
    SymbolicGeometry geometry = before->symbolic_geometry(before->converter_.convert(real));
    for (std::vector<Expression>* const all : {&geometry.sizes, &geometry.strides})
      for (Expression& one : *all) one = value_of(one);
    geometry.storage_offset = value_of(geometry.storage_offset);
    return geometry;
  });
  for (const at::Tensor& real : before->converted()) static_cast<void>(out->from_tensor(real));
  out->converter_.set_shapes(nullptr);
  return out;
}

std::map<std::string, std::uint64_t> FakeTensorMode::concretised() const {
  return symbols_ ? symbols_->concretised() : std::map<std::string, std::uint64_t>();
}

std::unique_ptr<FakeTensorMode> FakeTensorMode::fresh(
    const std::vector<std::shared_ptr<SymbolicContext>>& contexts) const {
  if (!symbols_) {
    MODECHECK_CHECK(contexts.empty(), ErrorClass::Argument,
                    "fresh_fake_mode: symbolic contexts need a FakeTensorMode that was made with a ShapeEnv");
    auto out = std::make_unique<FakeTensorMode>();
    for (const at::Tensor& real : converted()) static_cast<void>(out->from_tensor(real));
    return out;
  }
  MODECHECK_CHECK(contexts.empty() || contexts.size() == inputs_.size(), ErrorClass::Argument,
                  "fresh_fake_mode: there are ", contexts.size(), " contexts for ", inputs_.size(),
                  " inputs. Give one for each, or none.");
  auto out = std::make_unique<FakeTensorMode>(shape_env());
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    MODECHECK_CHECK(contexts.empty() || contexts[i], ErrorClass::Argument, "fresh_fake_mode: the context of ",
                    inputs_[i].source, " is null. Give one for each input, or none.");
    static_cast<void>(out->convert(
        inputs_[i].real, contexts.empty() ? without_memory(inputs_[i].context.get()) : contexts[i], inputs_[i].source));
  }
  return out;
}

std::unique_ptr<FakeTensorMode> fresh_fake_mode(const FakeTensorMode& old,
                                                const std::vector<std::shared_ptr<SymbolicContext>>& contexts) {
  return old.fresh(contexts);
}

}  // namespace modecheck::engine::fake
