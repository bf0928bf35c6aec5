// The rules of the semantics by id. For each rule the table holds its statement and its source.
// The model cites a rule at the line that enforces it (`cite(Rule::V3)`); reports quote the statement.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace modecheck::spec {

// The ids of the rules, in the order of the semantics.
enum class Rule : std::uint8_t {
  K1,
  K2,
  K3,
  K4,
  K5,
  K6,  // rules K1 to K6 are about the two kinds of tensor
  G1,
  G2,
  G3,
  G4,
  G5,
  G6,
  G7,
  G8,  // rules G1 to G8 are about modes and guards
  D1,
  D2,
  D3,
  D4,
  D5,  // rules D1 to D5 are about dispatch
  V1,
  V2,
  V3,
  V4,
  V5,  // rules V1 to V5 are about version counters
  W1,
  W2,
  W3,
  W4,
  W5,
  W6,  // rules W1 to W6 are about tracked views
  M1,
  M2,
  M3,
  M4,
  M5,
  M6,  // rules M1 to M6 are about mutation
  S1,
  S2,
  S3,
  S4,
  S5,
  S6,
  S7,  // rules S1 to S7 are about saving and backward
  F1,
  F2,
  F3,  // rules F1 to F3 are about custom Functions and operators
  H,   // rule H is about code that hides writes from autograd, such as .data
  E1,
  E2,
  E3,  // rules E1 to E3 are about errors
  P1,
  P2,
  P3,
  P4,
  P5,
  P6,
  P7,  // rules P1 to P7 are the goals of the RFC
};
constexpr int kRules = static_cast<int>(Rule::P7) + 1;
static_assert(kRules <= 64, "sets of rules are 64-bit masks");

struct RuleFacts {
  std::string_view id;         // the rule's id, for example "V3"
  std::string_view statement;  // the rule in one or two sentences
  // Letters that name the rule's source. R: RFC-0011. P: pull request 54403. N: PyTorch's notes. L: libtorch 1.13.1 as
  // measured. O: our own decision.
  std::string_view source;
};

// Returns the table of all rules, in the order of `Rule`.
const std::array<RuleFacts, kRules>& rules();

inline const RuleFacts& facts_of(Rule rule) { return rules()[static_cast<std::size_t>(rule)]; }

// A set of rules, for example the rules that one command applied.
class RuleSet {
 public:
  constexpr RuleSet() = default;
  constexpr explicit RuleSet(std::uint64_t bits) : bits_(bits) {}
  constexpr void add(Rule rule) { bits_ |= bit(rule); }
  constexpr void add(RuleSet other) { bits_ |= other.bits_; }
  constexpr bool contains(Rule rule) const { return (bits_ & bit(rule)) != 0; }
  constexpr std::uint64_t bits() const { return bits_; }

 private:
  static constexpr std::uint64_t bit(Rule rule) { return std::uint64_t{1} << static_cast<int>(rule); }
  std::uint64_t bits_ = 0;
};

}  // namespace modecheck::spec
