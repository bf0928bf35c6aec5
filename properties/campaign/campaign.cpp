#include "properties/campaign/campaign.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>

#include "properties/campaign/part.h"
#include "properties/campaign/results_file.h"
#include "properties/campaign/searcher.h"
#include "properties/campaign/shrink_findings.h"
#include "properties/campaign/transition_counts.h"
#include "properties/campaign/transition_set.h"
#include "properties/known/known_replay.h"
#include "properties/lockstep/forked_subject.h"
#include "properties/process/child_process.h"
#include "properties/process/interrupt.h"
#include "properties/process/shared_memory.h"
#include "properties/process/whole_number.h"
#include "properties/process/write_all.h"
#include "spec/program/text.h"
#include "subjects/loading/in_process.h"
#include "subjects/loading/worker.h"

namespace modecheck::properties {
namespace {

using std::chrono::milliseconds;
using End = ChildProcess::End;

constexpr milliseconds kTick{20};

// Whether every subject ran the program, which the lockstep has just checked, to its end.
bool every_subject_survives(const Lockstep& lockstep, const spec::Program& program) {
  const std::size_t count = std::min<std::size_t>(program.records.size(), lockstep.expected().judged);
  for (std::size_t i = 0; i < lockstep.size(); ++i) {
    const spec::Trace& trace = lockstep.trace(i);
    if (trace.completed >= count) continue;
    const spec::OutcomeKind end = trace.steps[trace.completed].outcome.kind;
    if (end == spec::OutcomeKind::Crash || end == spec::OutcomeKind::Timeout) return false;
  }
  return true;
}

// the subject in the signature of a finding if a process died that had run many programs, of which none does harm alone
constexpr const char* kAmongOthers = "unknown";

nlohmann::json to_json(const Finding& finding) {
  const Signature& s = finding.signature;
  return {{"signature", {s.rule, s.subject, s.operation, s.error}},
          {"severity", static_cast<int>(finding.severity)},
          {"field", finding.field},
          {"index", finding.index},
          {"commands", finding.commands},
          {"original_commands", finding.original_commands},
          {"program_text", finding.program_text},
          {"sentence", finding.sentence},
          {"report", finding.report},
          {"parts", finding.parts},
          {"program_file", finding.program_file.string()},
          {"cpp_file", finding.cpp_file.string()},
          {"not_written", finding.not_written},
          {"near", near_json(finding.near)}};
}

Finding finding_of(const nlohmann::json& json) {
  Finding out;
  const auto& s = json.at("signature");
  out.signature = {s.at(0), s.at(1), s.at(2), s.at(3)};
  out.severity = static_cast<Severity>(whole_number(json.at("severity"), kSeverities - 1));
  out.field = json.at("field");
  out.index = json.at("index");
  out.commands = json.at("commands");
  out.original_commands = json.at("original_commands");
  out.program_text = json.at("program_text");
  out.sentence = json.at("sentence");
  out.report = json.at("report");
  out.parts = json.at("parts");
  out.program_file = json.at("program_file").get<std::string>();
  out.cpp_file = json.at("cpp_file").get<std::string>();
  out.not_written = json.at("not_written");
  out.near = near_of(json.at("near"));
  return out;
}

double seconds_since(std::int64_t begin_ns) { return static_cast<double>(steady_ns() - begin_ns) * 1e-9; }

class Campaign {
 public:
  Campaign(const CampaignOptions& options, const std::function<void(const Progress&)>& progress)
      : options_(options), tell_(progress) {
    result_.subjects.resize(options.subjects.size());
  }

  CampaignResult run() {
    const std::int64_t begin = steady_ns();
    if (options_.record != nullptr) take_recorded();
    replay_known();
    result_.replay_seconds = seconds_since(begin);
    search();
    if (options_.record != nullptr) add(result_, options_.record->results().total(options_.part));
    const std::int64_t searched = steady_ns();
    shrink_all();
    result_.shrink_seconds = seconds_since(searched);
    result_.interrupted = interrupt_signal();
    return std::move(result_);
  }

 private:
  struct Job {
    explicit Job(std::uint64_t of) : number(of), next(of) {}
    const std::uint64_t number;
    Shared<SearchState> state;
    // the transitions that the job's programs reached; null if the campaign's result need not list transitions
    std::unique_ptr<Shared<TransitionSet>> transitions;
    // null if the campaign's result need not say what transitions the programs showed
    std::unique_ptr<Shared<TransitionCounts>> transition_counts;
    // the coverage matrix of the job's programs; null if the campaign's result needs none
    std::unique_ptr<Shared<CoverageMatrix>> coverage_matrix;
    std::unique_ptr<ChildProcess> process;
    std::uint64_t next;  // the number of the program to continue with if this process dies
    bool done = false;
  };

  // Takes the mismatches that the record has in the part of this campaign.
  void take_recorded() {
    for (const auto& [signature, mismatch] : options_.record->results().mismatches()) {
      if (part_of(mismatch.index) != options_.part) continue;
      finding_messages_.emplace(signature, mismatch).first->second.index = index_in_part(mismatch.index);
    }
  }

  // Runs each known program in a process of its own. Some of these programs crash, and some leave a broken heap behind,
  // which the next program in the same process would not survive.
  void replay_known() {
    std::vector<std::unique_ptr<Lockstep>> judges(options_.subjects.size());
    for (const KnownMismatch& entry : options_.known) {
      tell("known mismatches");
      KnownCount count;
      count.id = entry.id;
      count.cause = entry.cause.id;
      for (std::size_t i = 0; i < judges.size(); ++i) {
        const SubjectHandle& subject = options_.subjects[i];
        if (!entry.speaks_of(subject.name, subject.plugin.version())) continue;
        count.relevant = true;
        // A program that runs alone starts an adapter of its own, which may take seconds.
        if (is_adapter(subject.name)) continue;
        if (!options_.replays_known || interrupt_signal() != 0) continue;
        if (judges[i] == nullptr) judges[i] = make_lockstep(options_.oracle, {subject}, true, options_.program_limit);
        // An interrupt stops the running program, and a stopped program looks like one that hangs. So an interrupt is
        // no evidence that a known mismatch has gone.
        if (mismatches_as_known(entry, *judges[i]) || interrupt_signal() != 0) continue;
        if (entry.on_some_processors) continue;
        count.mismatches = false;
        count.gone_in.push_back(subject.name + " " + subject.plugin.version());
        if (options_.record != nullptr) options_.record->add_gone(entry.id, count.gone_in.back());
      }
      result_.known.push_back(std::move(count));
    }
  }

  void search() {
    start_ns_ = steady_ns();
    const std::int64_t deadline =
        options_.programs ? std::numeric_limits<std::int64_t>::max()
                          : start_ns_ + std::chrono::duration_cast<std::chrono::nanoseconds>(options_.time).count();
    std::vector<std::unique_ptr<Job>> jobs;
    for (int i = 0; i < options_.jobs && interrupt_signal() == 0; ++i) {
      jobs.push_back(std::make_unique<Job>(static_cast<std::uint64_t>(i)));
      if (options_.transitions) jobs.back()->transitions = std::make_unique<Shared<TransitionSet>>();
      if (options_.transition_counts) jobs.back()->transition_counts = std::make_unique<Shared<TransitionCounts>>();
      if (options_.coverage_matrix) jobs.back()->coverage_matrix = std::make_unique<Shared<CoverageMatrix>>();
      start(*jobs.back(), deadline);
    }
    std::int64_t told = 0;
    while (std::any_of(jobs.begin(), jobs.end(), [](const auto& job) { return !job->done; })) {
      if (interrupt_signal() != 0) {
        for (const auto& job : jobs) give_up(*job);
        break;
      }
      for (const auto& job : jobs)
        if (!job->done) watch(*job, deadline);
      const std::int64_t now = steady_ns();
      if (now - told > 200'000'000) {
        told = now;
        tell_search(jobs);
      }
      std::this_thread::sleep_for(kTick);
    }
    result_.seconds = seconds_since(start_ns_);
    join_reached(jobs);
  }

  // Joins what the programs of all jobs reached.
  void join_reached(const std::vector<std::unique_ptr<Job>>& jobs) {
    if (options_.coverage_matrix) {
      result_.coverage_matrix = std::make_shared<CoverageMatrix>();
      for (const auto& job : jobs) result_.coverage_matrix->add_all(**job->coverage_matrix);
    }
    if (options_.transition_counts) {
      std::vector<const TransitionCounts*> counts;
      for (const auto& job : jobs) counts.push_back(&**job->transition_counts);
      result_.transition_discovery = TransitionCounts::joined(counts);
    }
    if (!options_.transitions || jobs.empty()) return;
    for (std::size_t i = 1; i < jobs.size(); ++i) (*jobs[0]->transitions)->add_all(**jobs[i]->transitions);
    result_.transitions = (*jobs[0]->transitions)->all();
  }

  void start(Job& job, std::int64_t deadline) {
    job.state->started_ns.store(0);
    job.process = std::make_unique<ChildProcess>([&](int out) {
      Reached reached;
      if (job.transitions) reached.transitions = &**job.transitions;
      if (job.transition_counts) reached.transition_counts = &**job.transition_counts;
      if (job.coverage_matrix) reached.coverage_matrix = &**job.coverage_matrix;
      Searcher searcher(options_, *job.state, out, reached);
      const std::uint64_t end = options_.programs.value_or(std::numeric_limits<std::uint64_t>::max() / 2);
      if (options_.record != nullptr)
        searcher.run_slices(job.number, end, deadline);
      else
        searcher.run(job.next, static_cast<std::uint64_t>(options_.jobs), end, deadline);
    });
  }

  void watch(Job& job, std::int64_t deadline) {
    const std::int64_t started = job.state->started_ns.load(std::memory_order_acquire);
    const auto limit = std::chrono::duration_cast<std::chrono::nanoseconds>(options_.program_limit).count();
    End end = job.process->poll();
    take(job.process->output());
    if (end == End::Running) {
      if (started == 0 || steady_ns() - started < limit) return;
      job.process->stop();
      end = End::Stopped;
      take(job.process->output());
    }
    job.done = end == End::Finished;
    if (job.done) return absorb(*job.state);
    ++result_.crashes;
    const std::uint64_t index = job.state->current.load();
    if (job.state->started_ns.load() == 0)
      throw std::runtime_error("a process of the search died before its first program: " + job.process->cause());
    if (options_.record != nullptr) {
      record_crash(job, index);
    } else {
      absorb(*job.state);
      look_closer(index);
    }
    job.next = index + static_cast<std::uint64_t>(options_.jobs);
    start(job, deadline);
  }

  // Records the slice up to the program `index`, which a process of the job died of. The next process goes on behind
  // it.
  void record_crash(Job& job, std::uint64_t index) {
    const std::uint64_t size = options_.record->results().slice_size();
    Slice slice = options_.record->results().slice(index / size);
    crashed_in_ = &slice;
    if (slice.done == job.state->counted_from.load())
      absorb(*job.state);
    else
      job.state->clear_counts();  // the slice has these counts already
    look_closer(index);
    crashed_in_ = nullptr;
    slice.done = index % size + 1;
    if (interrupt_signal() == 0) write_record(slice, index - index % size);
  }

  // Stops the search process of the job, and keeps the findings that the process has reported so far.
  void give_up(Job& job) {
    if (job.done) return;
    job.process->stop();
    take(job.process->output());
    absorb(*job.state);
    job.done = true;
  }

  // Finds out what killed a search process. Runs the program with the number `index`, which was the last of that
  // process, with each subject in a process of its own.
  void look_closer(std::uint64_t index) {
    Shared<SearchState> state;
    const std::size_t before = finding_messages_.size();
    std::uint64_t known = 0;
    ChildProcess process([&](int out) { Searcher(options_, *state, out).run_isolated(index); });
    const auto patience = options_.program_limit * static_cast<int>(options_.subjects.size() + 1) * 2;
    const End end = process.wait(patience);
    take(process.output());
    for (const Showings& shown : state->known) known += shown.programs;
    absorb(*state);
    if (interrupt_signal() != 0) return;  // the interrupt, and not the program, may have ended the process
    if (end == End::Finished && (finding_messages_.size() > before || known > 0)) return;
    // `process` ran the program alone, with each subject in a process of its own. If `process` finished, the program
    // did no harm. If it died, the specification itself crashed.
    const bool harmless = end == End::Finished && !dies_among_clean(index);
    if (interrupt_signal() != 0) return;
    if (harmless) {
      ++result_.lost;
      return;
    }
    FindingMessage finding_message;
    finding_message.signature = {"E2", end == End::Finished ? kAmongOthers : "spec", "end", "crash"};
    finding_message.severity = Severity::Death;
    finding_message.field = name_of(Field::Outcome);
    finding_message.index = index;
    spec::Program program;
    options_.program_into(program, index_in_part(index));
    finding_message.program = spec::to_text(program);
    note(std::move(finding_message));
  }

  // Returns true if a new process dies when it runs the programs that the dead process ran last, at most 64. Leaves out
  // programs that mismatch when they run alone. Such a program may leave a broken heap behind (libtorch's set_ writes
  // beyond a storage), and its mismatch is reported anyway. Leaves out programs that die alone, too: if that is no
  // mismatch, they die behind a command that the subject lacks, where nothing is judged.
  bool dies_among_clean(std::uint64_t index) const {
    constexpr std::uint64_t kLast = 64;
    const bool records = options_.record != nullptr;
    const auto stride = records ? std::uint64_t{1} : static_cast<std::uint64_t>(options_.jobs);
    const std::uint64_t before = records ? index % options_.record->results().slice_size() : index / stride;
    const std::uint64_t first = index - std::min(before, kLast - 1) * stride;
    ChildProcess process([&](int) {
      const auto alone = make_lockstep(options_.oracle, options_.subjects, true, options_.program_limit);
      const auto together = make_lockstep(options_.oracle, options_.subjects, false, options_.program_limit);
      std::vector<spec::Program> clean;
      spec::Program program;
      for (std::uint64_t i = first; i <= index; i += stride) {
        options_.program_into(program, index_in_part(i));
        if (alone->check(program, false).clean() && every_subject_survives(*alone, program)) clean.push_back(program);
      }
      for (const spec::Program& one : clean) together->check(one, false);
    });
    return process.wait(options_.program_limit * 10) == End::Crashed;
  }

  // Takes the counts of a process. The processes of a recorded campaign write their counts themselves, but for those
  // that died.
  void absorb(SearchState& state) {
    if (options_.record != nullptr) {
      if (crashed_in_ != nullptr) add(*crashed_in_, state, options_.subjects.size());
      return state.clear_counts();
    }
    result_.counts.add(state.counts);
    for (std::size_t i = 0; i < result_.subjects.size(); ++i) result_.subjects[i].add(state.subjects[i]);
    for (std::size_t i = 0; i < kRuleCount; ++i) result_.rule_hits[i] += state.rule_hits[i];
    for (std::size_t i = 0; i < result_.known.size() && i < kMaxKnown; ++i) result_.known[i].shown.add(state.known[i]);
    state.signatures.visit([&](std::uint64_t id, const Showings& shown) { result_.signatures[id].add(shown); });
    result_.signatures_left_out += state.signatures.left_out();
    result_.not_judged.add(state.not_judged);
    state.clear_counts();
  }

  void take(std::string& text) {
    for (const nlohmann::json& line : take_lines(text)) {
      if (line.contains("slice"))
        record(slice_of(line));
      else
        note(finding_message_of(line));
    }
  }

  void record(const Slice& slice) {
    const Slice before = options_.record->results().slice(slice.first);
    const auto count = [&](const char* name) {
      const auto of = [name](const Slice& one) { return one.counts.contains(name) ? one.counts.at(name) : 0; };
      return of(slice) - of(before);
    };
    recorded_.programs += count("programs");
    recorded_.commands += count("commands");
    write_record(slice, slice.first * options_.record->results().slice_size() + before.done);
  }

  // Writes a slice, whose programs from the number `begin` on are new.
  void write_record(const Slice& slice, std::uint64_t begin) {
    if (options_.before_record)
      options_.before_record(begin, slice.first * options_.record->results().slice_size() + slice.done);
    options_.record->add(slice);
  }

  // Keeps one finding message for each signature: the message of the program with the lowest number. So the result does
  // not depend on which process was faster.
  void note(FindingMessage finding_message) {
    if (options_.record != nullptr) options_.record->add(finding_message);
    finding_message.index = index_in_part(finding_message.index);
    const auto at = finding_messages_.find(finding_message.signature);
    if (at == finding_messages_.end())
      finding_messages_.emplace(finding_message.signature, std::move(finding_message));
    else if (finding_message.index < at->second.index)
      at->second = std::move(finding_message);
  }

  void shrink_all() {
    std::vector<const FindingMessage*> order;
    for (const auto& [signature, finding_message] : finding_messages_) order.push_back(&finding_message);
    // Shrink the most severe findings first. The kind of a finding is its subject, rule, error and field. Among equally
    // severe findings, take one of each kind before a second one of any kind.
    using Kind = std::tuple<std::string, std::string, std::string, std::string>;
    std::map<Kind, int> met;
    std::map<const FindingMessage*, int> number;
    for (const FindingMessage* one : order)
      number[one] = met[{one->signature.subject, one->signature.rule, one->signature.error, one->field}]++;
    std::stable_sort(order.begin(), order.end(), [&](const FindingMessage* a, const FindingMessage* b) {
      return std::make_tuple(a->severity, number[a]) < std::make_tuple(b->severity, number[b]);
    });
    if (order.size() > options_.max_findings) result_.findings_not_shrunk = order.size() - options_.max_findings;
    std::vector<std::unique_ptr<Shrinker>> running;
    std::size_t next = 0;
    while (next < order.size() || !running.empty()) {
      while (next < order.size() && running.size() < static_cast<std::size_t>(options_.jobs)) {
        const FindingMessage& finding_message = *order[next];
        if (next++ >= options_.max_findings || interrupt_signal() != 0) {
          result_.findings.push_back(unshrunk(finding_message));
          continue;
        }
        // If the finding is a crash or a hang, run each candidate of the reducer in a process of its own. In a shared
        // process, an earlier program could have caused the crash.
        const bool dies = finding_message.signature.error == "crash" || finding_message.signature.error == "timeout" ||
                          finding_message.signature.operation == "end";
        running.push_back(start_shrinking(finding_message, dies));
      }
      for (auto& shrinker : running) {
        if (interrupt_signal() == 0) {
          finish(shrinker);
          continue;
        }
        result_.findings.push_back(unshrunk(*shrinker->finding_message));
        shrinker = nullptr;
      }
      running.erase(std::remove(running.begin(), running.end(), nullptr), running.end());
      tell("shrinking " + std::to_string(std::min(result_.findings.size() + 1, order.size())) + " of " +
           std::to_string(order.size()));
      std::this_thread::sleep_for(kTick / 4);
    }
    std::stable_sort(result_.findings.begin(), result_.findings.end(), [](const Finding& a, const Finding& b) {
      // Findings that resemble a known issue come last in the report, because they probably have the cause of that
      // issue.
      return std::make_tuple(a.near.has_value(), a.severity, a.signature) <
             std::make_tuple(b.near.has_value(), b.severity, b.signature);
    });
  }

  struct Shrinker {
    const FindingMessage* finding_message;
    bool isolated;
    std::int64_t until;
    std::unique_ptr<ChildProcess> process;
  };

  std::unique_ptr<Shrinker> start_shrinking(const FindingMessage& finding_message, bool isolated) {
    auto out = std::make_unique<Shrinker>();
    out->finding_message = &finding_message;
    out->isolated = isolated;
    // A process that shrinks a finding gets more time than its reducer, so that it can also judge the result and write
    // it.
    const auto patience = options_.reduce_limit * 2 + options_.program_limit * 4;
    out->until = steady_ns() + std::chrono::duration_cast<std::chrono::nanoseconds>(patience).count();
    out->process = std::make_unique<ChildProcess>([&, isolated](int pipe) {
      if (const auto finding = shrink(options_, finding_message, isolated))
        write_all(pipe, to_json(*finding).dump() + "\n");
    });
    return out;
  }

  // Takes the shrunk finding from the process that shrinks it. If that process died, shrinks the finding once more,
  // with every candidate in a process of its own.
  void finish(std::unique_ptr<Shrinker>& shrinker) {
    if (shrinker->process->poll() == End::Running) {
      if (steady_ns() < shrinker->until) return;
      shrinker->process->stop();
    }
    const FindingMessage& finding_message = *shrinker->finding_message;
    const auto json = nlohmann::json::parse(shrinker->process->output(), nullptr, false);
    if (json.is_object()) {
      result_.findings.push_back(finding_of(json));
    } else if (!shrinker->isolated) {
      shrinker = start_shrinking(finding_message, true);
      return;
    } else {
      result_.findings.push_back(unshrunk(finding_message));
    }
    shrinker = nullptr;
  }

  Finding unshrunk(const FindingMessage& finding_message) const {
    Finding out;
    out.signature = finding_message.signature;
    out.severity = finding_message.severity;
    out.field = finding_message.field;
    out.index = finding_message.index;
    out.shrunk = false;
    const spec::Program program = spec::parse_program(finding_message.program);
    out.commands = out.original_commands = program.records.size();
    out.sentence = finding_message.signature.subject == kAmongOthers
                       ? "A process of the search died after it had run this program. It dies again if it "
                         "first runs the programs before it, at most 64. Alone, none of them does harm."
                       : "It was not shrunk: " + to_text(finding_message.signature) + ".";
    std::vector<std::string> comments{to_text(out.signature), out.sentence};
    if (options_.seeded)
      comments.push_back(fmt::format("Seed {}, program {}, not shrunk.", options_.seed, finding_message.index));
    out.program_text = annotated_text(program, comments);
    out.report = out.sentence + "\n\n" + out.program_text;
    write_program(options_, out);
    return out;
  }

  void tell(std::string phase) {
    if (!tell_) return;
    Progress progress;
    progress.phase = std::move(phase);
    progress.findings = finding_messages_.size();
    progress.programs = result_.counts.programs;
    progress.commands = result_.counts.commands;
    progress.seconds = result_.seconds;
    tell_(progress);
  }

  void tell_search(const std::vector<std::unique_ptr<Job>>& jobs) {
    if (!tell_) return;
    Progress progress;
    progress.phase = "search";
    progress.findings = finding_messages_.size();
    progress.programs = result_.counts.programs + recorded_.programs;
    progress.commands = result_.counts.commands + recorded_.commands;
    for (const KnownCount& known : result_.known) progress.known += known.shown.programs;
    for (const auto& job : jobs) {
      progress.programs += job->state->counts.programs;
      progress.commands += job->state->counts.commands;
      for (const Showings& shown : job->state->known) progress.known += shown.programs;
    }
    progress.seconds = static_cast<double>(steady_ns() - start_ns_) * 1e-9;
    tell_(progress);
  }

  const CampaignOptions& options_;
  const std::function<void(const Progress&)>& tell_;
  CampaignResult result_;
  std::map<Signature, FindingMessage> finding_messages_;
  // for the progress of a recorded campaign: what this run has recorded
  struct {
    std::uint64_t programs = 0;
    std::uint64_t commands = 0;
  } recorded_;
  Slice* crashed_in_ = nullptr;  // the slice of a recorded campaign that a dead process leaves
  std::int64_t start_ns_ = 0;
};

}  // namespace

std::unique_ptr<Lockstep> make_lockstep(const OracleFactory& oracle, const std::vector<SubjectHandle>& handles,
                                        bool isolated, milliseconds limit) {
  std::vector<std::unique_ptr<subjects::Runner>> runners;
  for (const SubjectHandle& subject : handles) {
    if (subject.plugin.runs_in_worker()) {
      spec::SubjectOptions options;
      options.device = subject.device;
      subjects::WorkerLimits limits;
      limits.time = limit;
      limits.memory = 0;  // 0: the worker inherits the memory limit of this process
      runners.push_back(std::make_unique<subjects::Worker>(
          subject.plugin.file(), options, limits,
          isolated ? subjects::WorkerManner::Apart : subjects::WorkerManner::Shared));
    } else if (isolated) {
      runners.push_back(std::make_unique<ForkedSubject>(subject.plugin, subject.device, limit));
    } else {
      spec::SubjectOptions options;
      options.device = subject.device;
      runners.push_back(std::make_unique<subjects::InProcess>(subject.plugin, options));
    }
  }
  auto lockstep = std::make_unique<Lockstep>(oracle, std::move(runners), isolated);
  for (std::size_t i = 0; i < handles.size(); ++i) lockstep->set_name(i, handles[i].name);
  return lockstep;
}

bool CampaignResult::clean() const {
  return findings.empty() && std::all_of(known.begin(), known.end(), [](const KnownCount& k) { return k.mismatches; });
}

CampaignResult run_campaign(const CampaignOptions& options, const std::function<void(const Progress&)>& progress) {
  return Campaign(options, progress).run();
}

}  // namespace modecheck::properties
