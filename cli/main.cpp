// SPDX-License-Identifier: Apache-2.0
// llmsize: parses the command line, runs a command, turns errors into a message, a hint and an exit code.
#include "cli/command.hpp"
#include "cli/complete.hpp"
#include "cli/help.hpp"
#include "cli/memory_limit.hpp"
#include "cli/parser.hpp"
#include "cli/probe_worker.hpp"
#include "core/files/sheet_file.hpp"
#include "core/files/version.hpp"
#include "core/inputs/familiar.hpp"
#include "core/inputs/former.hpp"
#include "core/inputs/list.hpp"
#include "core/inputs/not_modeled.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <new>
#include <string_view>
#include <system_error>

namespace llmsize::cli {

namespace {

/// Ranges take and give back a megabyte per answer. Kept by the allocator it costs nothing; half of the time of a sheet
/// went into pages that the kernel had emptied anew.
void keep_freed_memory() {
  constexpr int kept = 32 << 20, ahead = 4 << 20;
  mallopt(M_MMAP_THRESHOLD, kept);
  mallopt(M_TRIM_THRESHOLD, kept);
  mallopt(M_TOP_PAD, ahead);
}

constexpr int short_of_resources = 5, internal_error = 70;

/// Plans lie on the stack, several at once: with less of it a command would end without a word.
bool has_little_stack() {
  constexpr rlim_t least = 4 << 20;
  rlimit stack{};
  return getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur < least;
}

/// Whether an error says that no thread could be started; oneTBB has no other way to tell it.
bool is_of_threads(const std::exception& error) {
  const auto* refused = dynamic_cast<const std::system_error*>(&error);
  return (refused && refused->code() == std::errc::resource_unavailable_try_again) ||
         std::string_view(error.what()).starts_with("pthread_create");
}

int refused(const std::string& message, int code) {
  complain(message);
  return code;
}

constexpr const char* list_commands = "list commands with 'llmsize help'";

BadInput usage(const std::string& message, const std::string& hint = {}) {
  return {BadInput::Kind::usage, message, hint};
}

/// All names that an option of a command may have, and of the program's own.
std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> all;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) all.push_back("--" + name);
  return all;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The first argument that nobody expected, without its value.
std::string culprit_of(const CLI::App& app, const CLI::App& scope) {
  const auto extras = scope.remaining(true).empty() ? app.remaining(true) : scope.remaining(true);
  return extras.empty() ? std::string{} : extras.front().substr(0, extras.front().find('='));
}

/// A former name of an option as that of today.
std::string of_today(const std::string& name, const CLI::App& scope) {
  const CLI::Option* option = is_former_option(name) ? scope.get_option_no_throw(name) : nullptr;
  return option ? "--" + option->get_lnames().front() : name;
}

/// How a file, an entry of the catalog or the value of a flag is given to a command that takes no such argument; empty
/// for anything else.
std::string hint_for_argument(const std::string& name) {
  for (const std::string_view value : {"0", "1", "yes", "no", "true", "false", "on", "off"})
    if (name == value)
      return fmt::format("the value of a flag follows '=', as in --sequence-parallel={}", name == "0" ? "no" : name);
  if (name.ends_with(".llmsize")) return fmt::format("--scenario {}", name);
  if (is_named_as_sheet(name)) return fmt::format("llmsize run {}", name);
  const Catalog catalog;
  const auto holds = [&](std::string_view kind) {
    const auto ids = catalog.ids(kind);
    return std::find(ids.begin(), ids.end(), name) != ids.end();
  };
  for (const Reference* reference : references())
    if (holds(reference->kind)) return fmt::format("{} {}", option_of(reference->key), name);
  return holds("scenarios") ? fmt::format("--scenario {}", name) : std::string{};
}

/// "unknown option '--modle'", and the nearest.
BadInput unexpected(const std::string& culprit, const CLI::App& scope, const Command* command) {
  const bool option = culprit.rfind('-', 0) == 0;
  if (const std::string_view refused = not_modeled(culprit); option && !refused.empty())
    throw NotModeled(fmt::format("{}: {}", culprit, refused));
  if (const std::string_view meant = option ? familiar(culprit) : familiar_command(culprit);
      !meant.empty() && (option || !command))
    return usage(fmt::format("unknown {} {}", option ? "option" : "command", in_quotes(culprit)), offered({meant}));
  // "--no-sequence-parallel" says the opposite of the option nearest to it.
  constexpr std::string_view opposite = "--no-";
  if (const std::string flag = "--" + culprit.substr(std::min(culprit.size(), opposite.size()));
      culprit.starts_with(opposite) && contains(option_names(scope), flag))
    return usage(fmt::format("unknown option {}", in_quotes(culprit)), offered({flag + "=no"}));
  std::vector<std::string> candidates;
  if (option)
    candidates = command ? option_names(scope) : std::vector<std::string>{"--version", "--help"};
  else if (!command)
    for (const Command& each : commands()) candidates.emplace_back(each.name);
  std::vector<std::string> near;
  for (const std::string_view name : nearest(culprit, {candidates.begin(), candidates.end()}))
    if (std::string now = of_today(std::string(name), scope); !contains(near, now)) near.push_back(std::move(now));
  const std::string_view what = option ? "unknown option" : command ? "unexpected argument" : "unknown command";
  const std::string how = command && !option ? hint_for_argument(culprit) : offered({near.begin(), near.end()});
  return usage(fmt::format("{} {}", what, in_quotes(culprit)), how);
}

/// What the parser refuses.
BadInput refusal(const CLI::ParseError& error, const CLI::App& app, const Command* command) {
  std::string message = error.what();
  const CLI::App& scope = command ? *app.get_subcommand(std::string(command->name)) : app;
  const std::string option = message.substr(0, message.find(':'));
  if (dynamic_cast<const CLI::ExtrasError*>(&error)) {
    const std::string culprit = culprit_of(app, scope);
    if (command && contains(option_names(scope), culprit))
      return usage(
          fmt::format("option {} before the command", in_quotes(culprit)),
          fmt::format("options follow it: llmsize {} {} …", command->name, culprit));
    return unexpected(culprit, scope, command);
  }
  if (message.find("required but received") != std::string::npos) return usage(option + " is given more than once");
  if (message.find("required") != std::string::npos && option.rfind('-', 0) == 0)
    return usage(option + ": expected a value");
  if (message.find("disallowed flag override") != std::string::npos)
    return usage(fmt::format("--{} takes no value", message.substr(0, message.find(' '))));
  return usage(message);
}

/// The command named by the first argument that is no option, or nullptr.
const Command* named_command(const std::vector<Command>& all, int argc, char** argv) {
  for (int i = 1; i < argc; ++i)
    for (const Command& command : all)
      if (command.name == argv[i]) return &command;
  return nullptr;
}

std::string lines(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += text + "\n";
  return all;
}

std::string version_text() {
  std::size_t entries = 0;
  const Catalog catalog;
  for (const std::string_view kind : Catalog::kinds())
    if (kind != "guidelines") entries += catalog.ids(kind).size();  // they are listed with storage, too
  return fmt::format("llmsize {}\ncatalog {} entries\n", version(), entries);
}

/// The program's parser with that of a command.
class CommandLine {
 public:
  /// `typed` as a Parser takes it.
  CommandLine(const Command* command, std::optional<Words> typed) {
    app_.name("llmsize")->require_subcommand(0, 1)->fallthrough(false);
    if (!command) return;
    const std::string name(command->name);
    parser_ = std::make_shared<Parser>(std::string(command->summary), name, std::move(typed));
    app_.add_subcommand(parser_);
    parser_->option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::Throw);
    action_ = command->prepare(*parser_);
  }

  const CLI::App& app() const { return app_; }
  const Parser& command() const { return *parser_; }
  /// What the command answers with; to be asked once it is parsed.
  int act() const { return action_(); }
  /// Throws CLI::Error, and BadInput for what can be told of options alone.
  void parse(int argc, char** argv) { app_.parse(argc, argv); }
  /// Whether nothing is refused.
  bool parses(int argc, char** argv) {
    try {
      parse(argc, argv);
      return true;
    } catch (const CLI::Error&) {
      return false;
    }
  }

 private:
  CLI::App app_;
  std::shared_ptr<Parser> parser_;
  std::function<int()> action_;
};

int run(int argc, char** argv) {
  const std::vector<Command> all = commands();
  const std::string first = argc > 1 ? argv[1] : "";
  if (argc == 1) return print(first_steps(all)), 0;
  if (first == "--help" || first == "-h" || (first == "help" && argc == 2)) return print(overview(all)), 0;
  if (first == "help" && !named_command(all, argc, argv)) throw unexpected(argv[2], CLI::App(), nullptr);
  if (first == "--") throw usage("expected a command before '--'", list_commands);
  if (first == "--version") return print(version_text()), 0;
  if (first == "probe-worker" && argc == 3) return work_for_probe(argv[2]);
  if (first == "complete") return print(lines(completions(Words(argv + 2, argv + argc)))), 0;

  const Command* command = named_command(all, argc, argv);
  const Words words(argv + 1, argv + argc);
  if (command && first != "help" && !contains(words, "--help") && !contains(words, "-h")) {
    CommandLine named(command, words);
    if (named.parses(argc, argv)) return named.act();
  }
  CommandLine line(command, {});
  const Extent extent = contains(words, "--all") ? Extent::all : Extent::topics;
  if (first == "help") return print(help_of(*command, line.command(), extent)), 0;
  try {
    line.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return print(command ? help_of(*command, line.command(), extent) : overview(all)), 0;
  } catch (const CLI::ParseError& error) {
    throw refusal(error, line.app(), command);
  }
  if (!command) throw usage("expected a command", list_commands);
  return line.act();
}

/// Where a standard stream is closed, the next file that is opened would take its number, and an answer of -o would
/// hold what was said on standard error. What stands in its place fails like a closed one.
void keep_numbers_of_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
}

}  // namespace
}  // namespace llmsize::cli

int main(int argc, char** argv) {
  llmsize::cli::keep_numbers_of_streams();
  llmsize::cli::keep_freed_memory();
  // A file that grows beyond what is allowed is told like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  using namespace llmsize::cli;
  if (has_little_stack()) return refused("expected a stack of at least 4 MiB (ulimit -s)", short_of_resources);
  try {
    return run(argc, argv);
  } catch (const llmsize::BadInput& error) {
    complain(error.message(), error.hint());
    return error.exit_code();
  } catch (const std::bad_alloc&) {
    return refused(out_of_memory(), short_of_resources);
  } catch (const std::exception& error) {
    if (is_of_threads(error))
      return refused("cannot start a thread: memory or processes are limited too much", short_of_resources);
    return refused(fmt::format("internal error: {} (this is a bug, please report it)", error.what()), internal_error);
  }
}
