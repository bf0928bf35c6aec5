#include "properties/lockstep/counts.h"

namespace modecheck::properties {

void Counts::add(const Counts& other) {
  programs += other.programs;
  commands += other.commands;
  dropped += other.dropped;
  ok += other.ok;
  for (std::size_t i = 0; i < errors.size(); ++i) errors[i] += other.errors[i];
  inside += other.inside;
  programs_inside += other.programs_inside;
  programs_with_backward += other.programs_with_backward;
  repeated += other.repeated;
  for (std::size_t i = 0; i < run_of.size(); ++i) run_of[i] += other.run_of[i];
  for (std::size_t i = 0; i < dropped_of.size(); ++i) dropped_of[i] += other.dropped_of[i];
  for (std::size_t i = 0; i < dropped_for.size(); ++i) dropped_for[i] += other.dropped_for[i];
  for (std::size_t i = 0; i < programs_of.size(); ++i) programs_of[i] += other.programs_of[i];
}

void SubjectCounts::add(const SubjectCounts& other) {
  judged += other.judged;
  order += other.order;
  unsupported += other.unsupported;
  mismatched += other.mismatched;
  cut_short += other.cut_short;
  lost += other.lost;
  for (std::size_t i = 0; i < unsupported_of.size(); ++i) unsupported_of[i] += other.unsupported_of[i];
}

}  // namespace modecheck::properties
