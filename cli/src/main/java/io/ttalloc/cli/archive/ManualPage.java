package io.ttalloc.cli.archive;

import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Generates the manual page of the command, for {@code man}, from its help texts. */
final class ManualPage {

  /** Wider than any synopsis, since man wraps lines itself. */
  private static final int WIDTH = 2_000;

  private final Roff page = new Roff();

  private ManualPage() {}

  /** Returns the page, with a subsection for each command. */
  static String of(CommandLine command, String version) {
    ManualPage manual = new ManualPage();
    manual.write(command, version);
    return manual.page.toString();
  }

  private void write(CommandLine command, String version) {
    CommandSpec spec = command.getCommandSpec();
    String name = spec.name();
    page.title(name.toUpperCase(Locale.ROOT), "1", name + " " + version, "User Commands");
    page.section("NAME");
    page.paragraph(name + " - " + joined(spec.usageMessage().description()));
    page.section("SYNOPSIS");
    page.command(synopsis(command));
    page.section("DESCRIPTION");
    page.paragraph(
        "The agent records the resources that a JVM program opens and must close, and reports leaks"
            + " at exit. This command reads what the agent records in ledgers, while a program runs"
            + " and after it has ended.");
    page.section("OPTIONS");
    options(spec);
    page.section("COMMANDS");
    for (CommandLine each : command.getSubcommands().values()) {
      if (!each.getCommandSpec().usageMessage().hidden()) {
        subcommand(each);
      }
    }
    page.section("EXIT STATUS");
    statuses(spec.usageMessage());
    page.section("EXAMPLES").lines(joined(spec.usageMessage().footer()));
    page.section("ENVIRONMENT");
    page.item(
        "JAVA_HOME",
        "The folder of the Java installation that runs the command; if unset, the java on the PATH"
            + " runs it.");
    page.item(
        "TT_ALLOC_TRACKING_ENABLED",
        "1 turns the agent on in every JVM that is started with -javaagent.");
    page.section("FILES");
    page.item(
        "lib/tt-alloc-agent.jar",
        "The agent, relative to the folder of the unpacked archive. To list its options, run"
            + " TT_ALLOC_TRACKING_ENABLED=1 java -javaagent:lib/tt-alloc-agent.jar=help -version");
  }

  private void subcommand(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    page.subsection(spec.name());
    page.command(synopsis(command));
    page.paragraph(joined(spec.usageMessage().description()));
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      if (!parameter.hidden()) {
        page.item(parameter.paramLabel(), joined(parameter.description()));
      }
    }
    options(spec);
    UsageMessageSpec usage = spec.usageMessage();
    if (!usage.exitCodeList().isEmpty()) {
      page.paragraph(plain(usage.exitCodeListHeading()));
      statuses(usage);
    }
    if (usage.footer().length > 0) { // examples
      page.paragraph(plain(usage.footerHeading())).lines(joined(usage.footer()));
    }
  }

  private void statuses(UsageMessageSpec usage) {
    usage.exitCodeList().forEach((status, meaning) -> page.item(status.strip(), plain(meaning)));
  }

  /**
   * Lists the help and version options only once, for the command from which the other commands
   * inherit these options.
   */
  private void options(CommandSpec spec) {
    for (OptionSpec option : spec.options()) {
      if (!option.hidden() && !(option.inherited() || isStandardHelp(spec, option))) {
        String names = String.join(", ", option.names());
        String value = option.arity().max() == 0 ? "" : " " + option.paramLabel();
        page.item(names + value, joined(option.description()));
      }
    }
  }

  private static boolean isStandardHelp(CommandSpec spec, OptionSpec option) {
    return spec.parent() != null && (option.usageHelp() || option.versionHelp());
  }

  private static String synopsis(CommandLine command) {
    command.getCommandSpec().usageMessage().width(WIDTH);
    return plain(command.getHelp().synopsis(0));
  }

  private static String joined(String[] lines) {
    return plain(String.join("%n", lines));
  }

  /** Removes markup; {@code %n} is picocli's line break. */
  private static String plain(String text) {
    return Ansi.OFF.string(text.formatted()).strip();
  }
}
