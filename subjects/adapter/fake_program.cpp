#include "subjects/adapter/fake_program.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <utility>

#include "engine/autograd/graph/autograd_meta.h"

namespace modecheck::subjects::access {

using engine::fake::DimDynamic;
using engine::fake::Expression;
using engine::fake::ShapeEnv;
using engine::fake::StatefulSymbolicContext;
using engine::fake::SymbolicGeometry;

void FakeProgram::begin(bool with_symbols) {
  end();
  first_.fill({});
  with_other_sizes_.fill({});
  if (with_symbols) env_ = std::make_shared<ShapeEnv>();
  mode_ = with_symbols ? std::make_unique<engine::fake::FakeTensorMode>(env_)
                       : std::make_unique<engine::fake::FakeTensorMode>();
}

bool FakeProgram::begin_again(Run run) {
  if (run_ == Run::First) without_rule_ = mode_->concretised();
  run_ = run;
  if (run == Run::Again) {
    const engine::fake::FakeTensorMode& first = tracing_ ? *tracing_ : *mode_;
    const bool is_reverse = env_ && env_->symbols().size() % 2 == 1;
    mode_ = is_reverse ? in_reverse_order(first) : engine::fake::fresh_fake_mode(first, contexts_);
    return true;
  }
  if (!env_ || !find_other_sizes()) return false;
  tracing_ = std::move(mode_);
  mode_ = tracing_->with_other_sizes(contexts_, other_);
  return true;
}

at::Tensor FakeProgram::from_tensor(const at::Tensor& real) {
  if (!env_ || run_ != Run::First) return mode_->from_tensor(real);
  if (!real.defined()) return {};
  const std::size_t before = mode_->inputs().size();
  auto context = context_of(real);
  at::Tensor out = mode_->from_tensor(real, context);
  if (mode_->inputs().size() > before) contexts_.push_back(std::move(context));
  return out;
}

// Returns the context of a tensor, and the same one each time. Its base and its gradient have contexts of their own, so
// that each source has one name in any order of conversion.
std::shared_ptr<engine::fake::SymbolicContext> FakeProgram::context_of(const at::Tensor& real) {
  if (!real.defined() || real.is_fake()) return nullptr;
  const std::size_t number = context_of_.size();
  const auto [place, is_new] = context_of_.try_emplace(real.unsafeGetTensorImpl());
  if (!is_new) return place->second;
  const auto context = std::make_shared<StatefulSymbolicContext>("r" + std::to_string(number));
  place->second = context;  // before its base and its gradient are looked at, which can lead back to it
  // Half of the tensors share the symbols of equal sizes, and half have their own.
  if (number % 2 == 1) context->dynamic_sizes.assign(static_cast<std::size_t>(real.dim()), DimDynamic::DYNAMIC);
  if (real.is_view()) context->view_base_context = context_of(real._base());
  if (const auto* const meta = torch::autograd::impl::get_autograd_meta(real); meta != nullptr)
    context->gradient_context = context_of(meta->grad_);
  return context;
}

std::unique_ptr<engine::fake::FakeTensorMode> FakeProgram::in_reverse_order(
    const engine::fake::FakeTensorMode& first) const {
  auto out = std::make_unique<engine::fake::FakeTensorMode>(env_);
  for (std::size_t i = first.inputs().size(); i-- > 0;)
    static_cast<void>(out->from_tensor(first.inputs()[i].real, contexts_[i], first.inputs()[i].source));
  return out;
}

void FakeProgram::report() const {
  static const char* const path = std::getenv("MODECHECK_SYMBOLIC_SIZES");
  if (path == nullptr || !env_ || env_->symbols().empty()) return;
  std::size_t fixed = 0;
  for (const engine::fake::Symbol& symbol : env_->symbols())
    fixed += env_->simplified(Expression::of(symbol.atom)).constant().has_value() ? 1 : 0;
  std::string line =
      std::to_string(env_->symbols().size()) + " " + std::to_string(fixed) + (other_.empty() ? " no" : " yes");
  for (const auto& [op, times] : without_rule_) line += " " + op;
  std::ofstream(path, std::ios::app) << line + "\n";
}

void FakeProgram::end() {
  if (mode_ && run_ == Run::Again) report();
  mode_.reset();
  tracing_.reset();
  env_.reset();
  contexts_.clear();
  // Contexts can refer to each other in a circle.
  for (const auto& [real, context] : context_of_) context->view_base_context = context->gradient_context = nullptr;
  context_of_.clear();
  other_.clear();
  run_ = Run::First;
}

// Returns by how much an attempt changes the symbol at a place. The first attempts let every symbol grow, by different
// numbers and then by the same one. Later ones change all symbols either way, and the last ones change one of them.
std::int64_t FakeProgram::change_of(std::int64_t attempt, std::int64_t place) {
  if (attempt <= 4) return 1 + (attempt + 2 * place) % 5;
  if (attempt <= 6) return attempt - 4;
  if (attempt <= 18) return (attempt * (place + 2)) % 9 - 3;
  return attempt % 6 == place ? attempt % 7 - 2 : 0;
}

// Tries some values for the symbols. Takes those of which all guards are true, and which change most symbols.
bool FakeProgram::find_other_sizes() {
  std::size_t most = 0;
  for (std::int64_t attempt = 1; attempt <= 30 && most < env_->symbols().size(); ++attempt) {
    ShapeEnv::Assignment values;
    std::size_t changed = 0;
    std::int64_t place = 0;
    for (const engine::fake::Symbol& symbol : env_->symbols()) {
      if (!symbol.hint) return false;
      // A size that is a symbol is at least 2.
      values[symbol.atom] = std::max<std::int64_t>(*symbol.hint + change_of(attempt, place), 2);
      changed += values[symbol.atom] != *symbol.hint ? 1 : 0;
      ++place;
    }
    if (changed <= most || !env_->evaluate_guards(values)) continue;
    most = changed;
    other_ = std::move(values);
  }
  return most > 0;
}

std::string FakeProgram::compare(const std::vector<at::Tensor>& tensors, std::uint32_t command,
                                 const spec::Outcome& outcome) {
  Shown now{outcome.kind, outcome.error, {}};
  for (const at::Tensor& tensor : tensors) now.geometry.push_back(mode_->symbolic_geometry(tensor));
  if (run_ == Run::Again)
    return difference(now, first_[command], other_.empty() ? nullptr : &with_other_sizes_[command]);
  (run_ == Run::First ? first_ : with_other_sizes_)[command] = std::move(now);
  return {};
}

// Returns whether two expressions have the same value for the traced sizes, for the other sizes, and for all sizes that
// differ from the traced ones in one symbol by at most 3. Only sizes of which all guards are true count.
bool FakeProgram::have_equal_values(const Expression& x, const Expression& y) const {
  ShapeEnv::Assignment traced;
  for (const engine::fake::Symbol& symbol : env_->symbols()) {
    if (!symbol.hint) return env_->traced_value(x) == env_->traced_value(y);
    traced[symbol.atom] = *symbol.hint;
  }
  const auto are_equal_for = [&](const ShapeEnv::Assignment& values) {
    return values.empty() || !env_->evaluate_guards(values) || env_->value_of(x, values) == env_->value_of(y, values);
  };
  if (!are_equal_for(traced) || !are_equal_for(other_)) return false;
  for (const auto& [atom, hint] : traced)
    for (std::int64_t change = -3; change <= 3; ++change) {
      ShapeEnv::Assignment values = traced;
      values[atom] = hint + change;
      if (!are_equal_for(values)) return false;
    }
  return true;
}

// The second trace knows the guards of the first one from its beginning, so it may write the same size in another way.
bool FakeProgram::are_equal(const SymbolicGeometry& a, const SymbolicGeometry& b) const {
  const auto all_of = [](const SymbolicGeometry& geometry) {
    std::vector<Expression> out = geometry.sizes;
    out.insert(out.end(), geometry.strides.begin(), geometry.strides.end());
    out.push_back(geometry.storage_offset);
    return out;
  };
  const std::vector<Expression> left = all_of(a);
  const std::vector<Expression> right = all_of(b);
  return left.size() == right.size() &&
         std::equal(left.begin(), left.end(), right.begin(), [&](const Expression& x, const Expression& y) {
           if (env_->simplified(x) == env_->simplified(y) || env_->known(engine::fake::Fact::equal(x, y)) == true)
             return true;
           return have_equal_values(x, y);
         });
}

std::string FakeProgram::text_of(const Shown& shown) {
  if (shown.outcome == spec::OutcomeKind::Ok) return "a success";
  if (shown.outcome != spec::OutcomeKind::Error) return "no answer";
  return "the error " + std::string(spec::name_of(shown.error));
}

std::string FakeProgram::difference(const Shown& now, const Shown& first, const Shown* other) const {
  const auto text = [&](const SymbolicGeometry& geometry) {
    std::string out = "sizes [";
    for (const Expression& one : geometry.sizes) out += env_->atoms().text(one) + " ";
    out += "] strides [";
    for (const Expression& one : geometry.strides) out += env_->atoms().text(one) + " ";
    return out + "] offset " + env_->atoms().text(geometry.storage_offset);
  };
  const auto changed = [&](SymbolicGeometry geometry, const auto& change) {
    for (std::vector<Expression>* const all : {&geometry.sizes, &geometry.strides})
      for (Expression& one : *all) one = change(one);
    geometry.storage_offset = change(geometry.storage_offset);
    return geometry;
  };
  // Every run shows all registers after every command.
  if (first.geometry.size() != now.geometry.size()) return "symbolic sizes: the first trace did not reach this command";
  if (other != nullptr && other->geometry.size() != now.geometry.size())
    return "symbolic sizes: the run with other sizes did not reach this command";
  for (std::size_t i = 0; i < now.geometry.size(); ++i)
    if (!are_equal(now.geometry[i], first.geometry[i]))
      return "symbolic sizes: register " + std::to_string(i) + " has " + text(now.geometry[i]) + ", but " +
             text(first.geometry[i]) + " in the first trace";
  if (other == nullptr) return {};
  if (other->outcome != now.outcome || (now.outcome == spec::OutcomeKind::Error && other->error != now.error))
    return "symbolic sizes: with other sizes of which all guards are true, the outcome is " + text_of(*other) +
           ", not " + text_of(now);
  const auto for_other_sizes = [&](const Expression& one) {
    return Expression(env_->value_of(one, other_).value_or(-1));
  };
  for (std::size_t i = 0; i < now.geometry.size(); ++i)
    if (changed(now.geometry[i], for_other_sizes) != other->geometry[i])
      return "symbolic sizes: register " + std::to_string(i) + " has " + text(now.geometry[i]) + ", but " +
             text(other->geometry[i]) + " with other sizes of which all guards are true";
  return {};
}

}  // namespace modecheck::subjects::access
