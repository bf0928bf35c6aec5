// Tests that the model gives the answers that docs/SPECIFICATION.md has for its ten questions.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "tests/spec/model_fixture.h"

namespace modecheck::spec {
namespace {

struct Question {
  std::vector<std::string> commands;
  std::vector<std::string> answers;  // the outcome of the last command, followed by the observations
};

// Returns the texts between backticks in the first sentence of an answer.
std::vector<std::string> answers_in(const std::string& text) {
  const std::string said = text.substr(0, text.find("`. ") + 1);
  const std::regex quoted("`([^`]*)`");
  std::vector<std::string> out;
  for (std::sregex_iterator it(said.begin(), said.end(), quoted), end; it != end; ++it) out.push_back((*it)[1]);
  return out;
}

// Returns the questions by number. A question is a heading `### N. ...` with a block of commands. Its answer is `N.
// ...` below `## Answers`, with the indented lines that follow.
std::map<int, Question> read_questions() {
  std::ifstream file(MODECHECK_SPECIFICATION);
  EXPECT_TRUE(file) << MODECHECK_SPECIFICATION;
  std::map<int, Question> out;
  std::map<int, std::string> texts;
  const std::regex question(R"(^### (\d+)\. .*)");
  const std::regex answer(R"(^(\d+)\. (.*))");
  bool in_answers = false;
  bool in_block = false;
  int number = 0;
  std::smatch match;
  for (std::string line; std::getline(file, line);) {
    if (line == "## Answers") in_answers = true;
    if (line == "```") {
      in_block = !in_block;
    } else if (in_block) {
      out[number].commands.push_back(line);
    } else if (std::regex_match(line, match, in_answers ? answer : question)) {
      number = std::stoi(match[1]);
      if (in_answers) texts[number] = match[2];
    } else if (in_answers && line.substr(0, 3) == "   ") {
      texts[number] += line.substr(2);
    }
  }
  for (const auto& [answered, text] : texts) out[answered].answers = answers_in(text);
  return out;
}

std::string outcome_of(const Outcome& outcome) {
  if (outcome.kind == OutcomeKind::Ok) return "ok";
  if (outcome.kind == OutcomeKind::Dropped) return "dropped";
  return "rejected " + std::string(name_of(outcome.error));
}

std::string yes_or_no(int flag) { return flag != 0 ? "yes" : "no"; }

std::string name_of(CreationMeta meta) {
  switch (meta) {
    case CreationMeta::Default:
      return "DEFAULT";
    case CreationMeta::InCustomFunction:
      return "IN_CUSTOM_FUNCTION";
    case CreationMeta::MultiOutputNode:
      return "MULTI_OUTPUT_NODE";
    case CreationMeta::NoGradMode:
      return "NO_GRAD_MODE";
    case CreationMeta::InferenceMode:
      return "INFERENCE_MODE";
    default:
      return "none";
  }
}

// Returns the value of an expression such as `r3.requires_grad` or `mode.grad_mode`.
std::string value_of(const ModelFixture& fixture, const std::string& name) {
  if (name == "mode.grad_mode") return yes_or_no(fixture.mode().grad_mode);
  const auto reg = static_cast<std::size_t>(name[1] - '0');
  const TensorObservation& tensor = fixture.tensor(reg);
  const std::map<std::string, std::string> fields{
      {"is_inference", yes_or_no(tensor.is_inference)},
      {"is_view", yes_or_no(tensor.is_view)},
      {"is_leaf", yes_or_no(tensor.is_leaf)},
      {"requires_grad", yes_or_no(tensor.requires_grad)},
      {"has_grad_fn", yes_or_no(tensor.has_grad_fn)},
      {"creation_meta", name_of(tensor.creation_meta)},
      {"version", std::to_string(tensor.version)},
      {"has_grad", yes_or_no(fixture.grad(reg).defined)},
      {"grad_is_inference", yes_or_no(fixture.grad(reg).is_inference)},
  };
  const auto found = fields.find(name.substr(3));
  EXPECT_NE(found, fields.end()) << name;
  return found == fields.end() ? "" : found->second;
}

TEST(TenQuestions, AreAnsweredAsTheModelAnswers) {
  const std::map<int, Question> questions = read_questions();
  ASSERT_EQ(questions.size(), 10u);
  const std::regex assignment(R"((\S+) = (\S+))");
  for (const auto& [number, question] : questions) {
    ASSERT_FALSE(question.commands.empty()) << "question " << number;
    ASSERT_GE(question.answers.size(), 2u) << "answer " << number;
    ModelFixture fixture;
    std::string outcome;
    for (const std::string& command : question.commands) outcome = outcome_of(fixture.run(command));
    EXPECT_EQ(outcome, question.answers[0]) << "answer " << number;
    for (std::size_t i = 1; i < question.answers.size(); ++i) {
      std::smatch match;
      ASSERT_TRUE(std::regex_match(question.answers[i], match, assignment)) << question.answers[i];
      EXPECT_EQ(value_of(fixture, match[1]), match[2].str()) << "answer " << number << ": " << question.answers[i];
    }
  }
}

}  // namespace
}  // namespace modecheck::spec
