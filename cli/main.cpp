// SPDX-License-Identifier: Apache-2.0
// llmsize: parses the command line, runs a command, turns errors into one sentence and an exit code.
#include "cli/command.hpp"
#include "cli/parser.hpp"
#include "cli/probe_worker.hpp"
#include "core/files/version.hpp"
#include "core/inputs/familiar.hpp"
#include "core/inputs/former.hpp"
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

constexpr int usage_error = 2, short_of_resources = 5, internal_error = 70;

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

int complain(const std::string& sentence, int code) {
  tell(sentence);
  return code;
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

/// "unknown option '--modle'; did you mean '--model'?"
std::string unexpected(const std::string& culprit, const CLI::App& scope, const Command* command) {
  const bool option = culprit.rfind('-', 0) == 0;
  if (const std::string_view refused = not_modeled(culprit); option && !refused.empty())
    throw NotModeled(fmt::format("{}: {}", culprit, refused));
  if (const std::string_view meant = option ? familiar(culprit) : familiar_command(culprit);
      !meant.empty() && (option || !command))
    return fmt::format("unknown {} {}{}", option ? "option" : "command", in_quotes(culprit), offered({meant}));
  std::vector<std::string> candidates;
  if (option) {
    candidates = option_names(scope);
    std::erase_if(candidates, is_former_option);
  } else if (!command)
    for (const Command& each : commands()) candidates.emplace_back(each.name);
  const std::vector<std::string_view> views(candidates.begin(), candidates.end());
  const std::string_view what = option ? "unknown option" : command ? "unexpected argument" : "unknown command";
  return fmt::format("{} {}{}", what, in_quotes(culprit), did_you_mean(culprit, views));
}

/// One sentence for what the parser refuses.
std::string sentence(const CLI::ParseError& error, const CLI::App& app, const Command* command) {
  std::string message = error.what();
  const CLI::App& scope = command ? *app.get_subcommand(std::string(command->name)) : app;
  const std::string option = message.substr(0, message.find(':'));
  if (dynamic_cast<const CLI::ExtrasError*>(&error)) {
    const std::string culprit = culprit_of(app, scope);
    if (command && contains(option_names(scope), culprit))
      return fmt::format(
          "option {} before the command; options follow it: llmsize {} {} …", in_quotes(culprit), command->name,
          culprit);
    return unexpected(culprit, scope, command);
  }
  if (message.find("required but received") != std::string::npos) return option + " is given more than once";
  if (message.find("required") != std::string::npos && option.rfind('-', 0) == 0) return option + ": expected a value";
  if (message.find("disallowed flag override") != std::string::npos)
    return fmt::format("--{} takes no value", message.substr(0, message.find(' ')));
  return message;
}

/// The command named by the first argument that is no option, or nullptr.
const Command* named_command(const std::vector<Command>& all, int argc, char** argv) {
  for (int i = 1; i < argc; ++i)
    for (const Command& command : all)
      if (command.name == argv[i]) return &command;
  return nullptr;
}

std::string overview(const std::vector<Command>& all) {
  std::string text = "llmsize sizes GPU clusters for LLM training and inference.\n\nExample\n" +
                     std::string(all.front().examples.substr(0, all.front().examples.find('\n'))) + "\n\nCommands\n";
  for (const Command& command : all) text += fmt::format("  {:<11} {}\n", command.name, command.question);
  return text + "\nllmsize help COMMAND shows options and examples. llmsize --version shows the version.\n";
}

std::string version_text() {
  std::size_t entries = 0;
  const Catalog catalog;
  for (const std::string_view kind : Catalog::kinds())
    if (kind != "guidelines") entries += catalog.ids(kind).size();  // they are listed with storage, too
  return fmt::format("llmsize {}\ncatalog {} entries\n", version(), entries);
}

class Formatter : public CLI::Formatter {
 public:
  explicit Formatter(std::string_view examples) : examples_(examples) { column_width(34); }
  std::string make_description(const CLI::App* app) const override {
    return app->get_description() + "\n\nExamples\n" + examples_;
  }
  /// Without former names.
  std::string make_option_name(const CLI::Option* option, bool positional) const override {
    if (positional) return CLI::Formatter::make_option_name(option, positional);
    std::string shown;
    for (const std::string& name : CLI::detail::split(option->get_name(false, true), ','))
      if (!is_former_option(name)) shown += (shown.empty() ? "" : ",") + name;
    return shown;
  }

 private:
  std::string examples_;
};

/// The program's parser with that of a command.
class CommandLine {
 public:
  /// `typed` as a Parser takes it.
  CommandLine(const Command* command, std::optional<Words> typed) {
    app_.name("llmsize")->require_subcommand(0, 1)->fallthrough(false);
    if (!command) return;
    const std::string name(command->name);
    parser_ = std::make_shared<Parser>(std::string(command->question), name, std::move(typed));
    app_.add_subcommand(parser_);
    parser_->formatter(std::make_shared<Formatter>(command->examples));
    parser_->option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::Throw);
    action_ = command->prepare(*parser_);
  }

  const CLI::App& app() const { return app_; }
  std::string help() const { return parser_->help("llmsize"); }
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
  if (argc == 1 || first == "--help" || first == "-h" || (first == "help" && argc == 2)) return print(overview(all)), 0;
  if (first == "help" && !named_command(all, argc, argv))
    return complain(unexpected(argv[2], CLI::App(), nullptr), usage_error);
  if (first == "--") return complain("expected a command before '--'; llmsize help lists them", usage_error);
  if (first == "--version") return print(version_text()), 0;
  if (first == "probe-worker" && argc == 3) return work_for_probe(argv[2]);

  const Command* command = named_command(all, argc, argv);
  const Words words(argv + 1, argv + argc);
  if (command && first != "help" && !contains(words, "--help") && !contains(words, "-h")) {
    CommandLine named(command, words);
    if (named.parses(argc, argv)) return named.act();
  }
  CommandLine line(command, {});
  if (first == "help") return print(line.help()), 0;
  try {
    line.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return print(command ? line.help() : overview(all)), 0;
  } catch (const CLI::ParseError& error) {
    return complain(sentence(error, line.app(), command), usage_error);
  }
  return command ? line.act() : complain("expected a command; llmsize help lists them", usage_error);
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
  if (has_little_stack()) return complain("expected a stack of 4 MiB at least: ulimit -s", short_of_resources);
  try {
    return run(argc, argv);
  } catch (const llmsize::BadInput& error) {
    return complain(error.what(), error.exit_code());
  } catch (const std::bad_alloc&) {
    return complain("there is not enough memory for this", short_of_resources);
  } catch (const std::exception& error) {
    if (is_of_threads(error))
      return complain("no thread can be started: memory or processes are limited too much", short_of_resources);
    return complain(fmt::format("internal error: {}", error.what()), internal_error);
  }
}
