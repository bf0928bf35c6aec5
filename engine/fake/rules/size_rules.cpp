#include "engine/fake/rules/size_rules.h"

#include <utility>

#include "engine/fake/symbolic/shape_functions.h"

namespace modecheck::engine::fake {
namespace {

SizeRule rule_of_family(operators::Family family) {
  using operators::Family;
  switch (family) {
    case Family::Softmax:
      return &same_sizes;
    case Family::PointwiseUnary:
    case Family::PointwiseBinary:
    case Family::Comparison:
      return &broadcast;
    case Family::Copy:
    case Family::Fill:
    case Family::Random:
      return &broadcast_to_first;
    default:
      return nullptr;
  }
}

SizeRules all_rules() {
  SizeRules out;
  for (const SizeRules* const rules : {&rules_of_elements(), &rules_of_reductions(), &rules_of_products(),
                                       &rules_of_joins(), &rules_of_indices(), &rules_of_images()})
    out.insert(rules->begin(), rules->end());
  return out;
}

}  // namespace

std::vector<Sizes> same_sizes(const RuleCall& call) { return {call.sizes(0)}; }
std::vector<Sizes> two_of_same_sizes(const RuleCall& call) { return {call.sizes(0), call.sizes(0)}; }

std::vector<Sizes> broadcast(const RuleCall& call) {
  Sizes out;
  for (std::size_t i = 0; i < call.count(); ++i)
    if (call.is_tensor(i))
      out = out.empty() ? call.sizes(i) : broadcast_sizes(call.env(), out, call.sizes(i), call.where());
  std::vector<Sizes> all;
  all.push_back(std::move(out));
  return all;
}

std::vector<Sizes> broadcast_to_first(const RuleCall& call) {
  const Sizes out = broadcast(call).front();
  call.require_equal(out, call.sizes(0), "a tensor does not broadcast to the sizes of the first one");
  return {out};
}

SizeRule size_rule_of(const CallRecord::About& about) {
  std::string_view name = about.name;
  if (about.kind == OperatorKind::InPlace && name.ends_with('_')) name.remove_suffix(1);
  static const SizeRules rules = all_rules();
  const auto found = rules.find(name);
  return found != rules.end() ? found->second : rule_of_family(about.family);
}

}  // namespace modecheck::engine::fake
