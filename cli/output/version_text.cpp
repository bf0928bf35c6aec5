#include "cli/output/version_text.h"

#include "cli/options/subject_choice.h"
#include "properties/report/build_text.h"
#include "properties/report/table.h"

namespace modecheck::cli {

std::string version_text() {
  properties::Table table({"subject", "version"});
  for (const SubjectState& subject : all_subjects())
    if (subject.available) table.add({subject.name, subject.version});
  std::string out = properties::build_text() + "\n";
  if (table.empty()) return out + "no subject is available; `modecheck subjects` says why";
  out += "\n" + table.text({}, 0);
  out.pop_back();  // CLI11 adds a newline to the text, so remove the last newline here
  return out;
}

}  // namespace modecheck::cli
