#include "properties/campaign/residual_risk.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace modecheck::properties {
namespace {

// Returns the logarithm of the probability that exactly `k` of `n` trials of probability `p` have success.
double log_probability(double k, double n, double p) {
  return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) + k * std::log(p) + (n - k) * std::log1p(-p);
}

// Returns the probability that at least `k` of `n` trials have success, for p <= k / n. From k on each term is smaller
// than the one before it, so the sum ends where a term no longer changes it.
double at_least(double k, double n, double p) {
  double term = std::exp(log_probability(k, n, p));
  double sum = 0;
  for (; k <= n && sum + term != sum; ++k) {
    sum += term;
    term *= (n - k) * p / ((k + 1) * (1 - p));
  }
  return sum;
}

// Returns the p <= k / n for which at least `k` of `n` trials have success with the probability `tail`; k > 0.
double low_end(double k, double n, double tail) {
  double low = 0;
  double high = k / n;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (at_least(k, n, middle) < tail ? low : high) = middle;
  }
  return low;
}

}  // namespace

Chance chance_of(std::uint64_t successes, std::uint64_t trials) {
  Chance out;
  if (trials == 0) return out;
  const auto k = static_cast<double>(successes);
  const auto n = static_cast<double>(trials);
  const double error = 1 - kConfidence;
  out.estimate = k / n;
  if (successes == 0)
    out.high = -std::expm1(std::log(error) / n);
  else if (successes == trials)
    out.low = std::exp(std::log(error) / n);
  else {
    out.low = low_end(k, n, error / 2);
    out.high = 1 - low_end(n - k, n, error / 2);
  }
  return out;
}

Chance chance_of_new(const Discovery& discovery) {
  Chance out = chance_of(discovery.alone, discovery.programs);
  if (discovery.programs == 0 || discovery.shown == 0) return out;
  const auto n = static_cast<double>(discovery.programs);
  const auto alone = static_cast<double>(discovery.alone);
  constexpr double kDeviations = 1.959964;  // a normal variable is within so many deviations with kConfidence
  const double half = kDeviations * std::sqrt(alone * (1 - alone / n) + 2 * static_cast<double>(discovery.twice)) / n;
  out.low = std::max(0.0, std::min(out.low, out.estimate - half));
  out.high = std::min(1.0, std::max(out.high, out.estimate + half));
  constexpr double kLeftIfNoneIsAlone = 7;
  if (discovery.alone == 0) out.high = std::min(1.0, std::max(out.high, kLeftIfNoneIsAlone / n));
  return out;
}

Discovery discovery_of(const std::map<std::uint64_t, Showings>& shown, std::uint64_t programs) {
  Discovery out;
  out.programs = programs;
  out.shown = shown.size();
  std::set<std::uint64_t> alone;
  for (const auto& [id, showings] : shown) {
    if (showings.programs == 1) alone.insert(showings.first);
    out.once += showings.programs == 1 ? 1 : 0;
    out.twice += showings.programs == 2 ? 1 : 0;
  }
  out.alone = alone.size();
  return out;
}

}  // namespace modecheck::properties
