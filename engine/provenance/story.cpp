#include "engine/provenance/story.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/provenance/births.h"
#include "engine/provenance/debug_lines.h"

namespace modecheck::engine::provenance {
namespace {

bool copies(const SourcePlace& place) {
  constexpr std::array<std::string_view, 9> names{"clone", "contiguous", "to",   "reshape", "flatten",
                                                  "copy",  "cpu",        "cuda", "type"};
  return std::find(names.begin(), names.end(), place.called) != names.end();
}

// Adds to the last step how often it happened at its line, as in a loop.
void end_step(Story& story, std::size_t times) {
  if (times > 1) story.steps.back().how += ", " + std::to_string(times) + " times";
}

// Fills in where the tensor was made. A view or a copy was made where its source was, and is a step after that.
void tell_origin(Story& story, const Birth& birth) {
  const Birth* one = &birth;
  std::shared_ptr<const Frames> guard = birth.guard;
  SourcePlace place = place_of(one->frames);
  // A view of a normal tensor that was made inside the mode has no source here, because normal tensors are not noted.
  std::size_t times = 0;
  while (one->source && (one->is_alias || copies(place))) {
    const Story::Step step{(one->is_alias ? "a view by " : "a copy by ") + place.called, place};
    const bool again = times > 0 && story.steps.back().how == step.how && story.steps.back().place == step.place;
    if (!again) {
      end_step(story, times);
      story.steps.push_back(step);
    }
    times = again ? times + 1 : 1;
    one = one->source.get();
    place = place_of(one->frames);
    if (one->guard) guard = one->guard;
  }
  end_step(story, times);
  std::reverse(story.steps.begin(), story.steps.end());
  story.has_birth = true;
  story.made = place;
  story.has_guard = guard != nullptr;
  if (guard) story.guard = place_of(*guard);
}

std::string near(const SourcePlace& place, const SourcePlace& use) {
  if (!place.is_known()) return "an unknown place";
  if (!place.has_line()) return place.function;
  if (place.file == use.file) return "line " + std::to_string(place.line);
  return place.file + ":" + std::to_string(place.line);
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

// Returns whether the operator is an out variant, such as add.out or sum.IntList_out.
bool is_out_variant(std::string_view operation) {
  constexpr std::string_view end = "out";
  if (operation.size() <= end.size() || operation.substr(operation.size() - end.size()) != end) return false;
  const char before = operation[operation.size() - end.size() - 1];
  return before == '.' || before == '_';
}

// Chooses the smallest change that makes the program right.
void choose_remedy(Story& story, bool other_thread) {
  const std::string made = near(story.made, story.use);
  const std::string use = near(story.use, story.use);
  const std::string guard = near(story.guard, story.use);
  const auto choose = [&story](const char* id, std::string text) {
    story.remedy_id = id;
    story.remedy = std::move(text);
  };
  switch (story.rule->error_class) {
    case ErrorClass::InferenceSavedForBackward:
    case ErrorClass::InferenceRequiresGradOutsideMode:
    case ErrorClass::InferenceVersionRead:
    case ErrorClass::InferenceOutputRecorded:
      return choose("clone-outside", "Clone the tensor outside the guard, before its use at " + use + ".");
    case ErrorClass::ViewMadeInInferenceMode:
      return choose("move-view",
                    "Make the view outside the guard of " + guard + ", where it is written (" + use + ").");
    case ErrorClass::KindChange:
      return choose("move-call", "Move the call at " + made + " out of the guard of " + guard + ".");
    default:
      break;
  }
  if (contains(story.use.called, "backward") || contains(story.use.called, "::step"))
    return choose("move-call", "Move the call at " + made + " out of the guard of " + guard +
                                   ": what is trained must be made of normal tensors.");
  if (other_thread)
    return choose("enter-guard",
                  "Enter torch::InferenceMode in the thread that runs " + use + ": the mode belongs to a thread.");
  if (is_out_variant(story.operation))
    return choose("move-call", "Allocate the buffer of " + made + " outside the guard of " + guard +
                                   "; a normal tensor may be written in both.");
  choose("write-inside", "Write the tensor inside the mode: put a torch::InferenceMode guard around " + use + ".");
}

void tell_tensor(Story& story, const c10::TensorImpl& impl) {
  for (const std::int64_t size : impl.sizes()) story.sizes.push_back(size);
  story.dtype = c10::toString(impl.dtype());
  append_part(story.tensor, impl.sizes());
  story.tensor = "a tensor of " + story.tensor + ", " + story.dtype;
}

}  // namespace

Story story_of(ErrorClass error_class, const std::string& message, const c10::TensorImpl* impl) {
  Story story;
  story.rule = &rule_of(error_class, message);
  story.message = message;
  const std::size_t colon = message.find(": ");
  if (colon != std::string::npos) story.operation = message.substr(0, colon);
  story.use = place_of(Frames::capture());
  std::shared_ptr<const Birth> birth;
  if (impl == nullptr) {
    story.no_birth = "the error does not know its tensor";
  } else {
    tell_tensor(story, *impl);
    birth = Births::all().find(impl);
    story.no_birth = Births::all().was_full()
                         ? "more than " + std::to_string(Births::most) + " inference tensors existed at a time"
                         : "the tensor was made by code that was not watched";
  }
  bool other_thread = false;
  if (birth) {
    tell_origin(story, *birth);
    other_thread = birth->in_mode && birth->thread != std::this_thread::get_id();
  }
  story.no_guard = birth ? "no guard was entered in the thread that made the tensor: the mode was handed to the thread"
                         : "not known, because the birth is not known";
  choose_remedy(story, other_thread);
  return story;
}

}  // namespace modecheck::engine::provenance
