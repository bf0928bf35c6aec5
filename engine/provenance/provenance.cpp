// Reads MODECHECK_PROVENANCE, and defines what the lower layers call: engine/core/memory/provenance.h and
// engine/core/errors/origin.h.
#include "engine/core/memory/provenance.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>

#include "engine/core/errors/origin.h"
#include "engine/provenance/births.h"
#include "engine/provenance/guards.h"
#include "engine/provenance/story.h"

namespace modecheck::engine {

constinit bool Provenance::on_ = false;

// Turns the notes on if the environment variable asks for them. Runs before the constructors of static objects, which
// may make tensors and enter guards.
struct ProvenanceStart {
  static constinit int stories;  // the file that stories are appended to as JSON, or -1

  [[gnu::constructor(101)]] static void start() {
    const char* const variable = std::getenv("MODECHECK_PROVENANCE");
    const std::string_view wanted = variable == nullptr ? "" : variable;
    constexpr std::string_view json = "json:";
    if (wanted.empty() || wanted == "0") return;
    if (wanted.substr(0, json.size()) == json && wanted.size() > json.size()) {
      stories = open(variable + json.size(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
      if (stories < 0)
        std::fprintf(stderr,
                     "modecheck: MODECHECK_PROVENANCE=%s: the file cannot be written, so the stories are only part of "
                     "the errors. Name a file in a folder that exists.\n",
                     variable);
    } else if (wanted != "1") {
      std::fprintf(stderr,
                   "modecheck: MODECHECK_PROVENANCE=%s is not understood, so no births are noted. Write 1, 0 or "
                   "json:FILE.\n",
                   variable);
      return;
    }
    Provenance::on_ = true;
  }
};

constinit int ProvenanceStart::stories = -1;

void Provenance::note_birth(const void* impl, const void* source) noexcept {
  try {
    provenance::Births::all().add(impl, source);
  } catch (const std::exception&) {
    // There is no memory for the note, so the tensor has no birth.
  }
}

void Provenance::note_death(const void* block) noexcept { provenance::Births::all().remove(block); }

void Provenance::enter(const void* guard, bool inference) noexcept {
  try {
    provenance::Guards::enter(guard, inference);
  } catch (const std::exception&) {
    // There is no memory for the note, so the guard is not known.
  }
}

void Provenance::leave(const void* guard) noexcept { provenance::Guards::leave(guard); }

namespace {

// Returns the story of the error, and appends it to the file of stories if there is one.
std::string told_story(const std::string& message, const Origin& origin) {
  const provenance::Story story = provenance::story_of(origin.error_class, message, origin.impl);
  if (ProvenanceStart::stories >= 0) {
    const std::string line = story.json();
    // A line that cannot be written is lost; the error itself has the story, too.
    [[maybe_unused]] const ssize_t written = write(ProvenanceStart::stories, line.data(), line.size());
  }
  return story.text();
}

}  // namespace

void append_part(std::string& out, const Origin& origin) {
  if (!Provenance::on()) return;
  try {
    out += told_story(out, origin);
  } catch (const std::exception&) {
    // There is no memory for the story. The error must still be the mode's.
  }
}

}  // namespace modecheck::engine
