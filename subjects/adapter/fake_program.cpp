#include "subjects/adapter/fake_program.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <utility>

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
    mode_ = engine::fake::fresh_fake_mode(tracing_ ? *tracing_ : *mode_, contexts_);
    return true;
  }
  if (!env_ || !find_other_sizes()) return false;
  tracing_ = std::move(mode_);
  mode_ = tracing_->with_other_sizes(contexts_, other_);
  return true;
}

at::Tensor FakeProgram::from_tensor(const at::Tensor& real) {
  if (!env_ || run_ != Run::First) return mode_->from_tensor(real);
  const std::size_t before = mode_->inputs().size();
  auto context = std::make_shared<StatefulSymbolicContext>("r" + std::to_string(before));
  // Half of the tensors share the symbols of equal sizes, and half have their own.
  if (before % 2 == 1)
    context->dynamic_sizes.assign(static_cast<std::size_t>(real.defined() ? real.dim() : 0), DimDynamic::DYNAMIC);
  context->view_base_context = std::make_shared<StatefulSymbolicContext>(context->tensor_source + "._base");
  at::Tensor out = mode_->from_tensor(real, context);
  if (mode_->inputs().size() > before) contexts_.push_back(std::move(context));
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
           return env_->size_hint(x) == env_->size_hint(y) &&
                  (other_.empty() || env_->value_of(x, other_) == env_->value_of(y, other_));
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
