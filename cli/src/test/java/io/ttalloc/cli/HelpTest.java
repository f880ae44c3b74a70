package io.ttalloc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.cli.arguments.InstallFolder;
import io.ttalloc.cli.arguments.LedgerLookup;
import io.ttalloc.cli.dump.LedgerDump;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Tests the help text of every command. */
class HelpTest {

  static List<CommandLine> commands() {
    CommandLine main =
        Main.commandLine(
            new InstallFolder(Path.of("")), LedgerDump.ofLedgers(LedgerLookup.ofThisUser()));
    List<CommandLine> all = new ArrayList<>(main.getSubcommands().values());
    all.add(main);
    return all;
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aHelpTextHasADescriptionExamplesAndTheExitStatus(CommandLine command) {
    String help = command.getUsageMessage(CommandLine.Help.Ansi.OFF);
    String name = command.getCommandSpec().qualifiedName();

    assertThat(command.getCommandSpec().usageMessage().description()).isNotEmpty();
    assertThat(help)
        .startsWith("Usage: " + name + " ")
        .containsPattern("\nExit status:\n  0 +\\S.*\n(.*\n)*  1 +\\S")
        .containsPattern("\nExamples:\n(  \\S.*\n)+$")
        .contains("  " + name);
    assertThat(help.lines()).allMatch(line -> line.length() <= 80);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void onlyACommandThatCanFailForALeakHasAStatusForIt(CommandLine command) {
    Map<String, String> statuses = command.getCommandSpec().usageMessage().exitCodeList();
    boolean judges =
        command.getCommandSpec().findOption("--fail-on") != null
            || command.getParent() == null
            || command.getCommandName().equals("demo");

    assertThat(statuses.containsKey("23")).isEqualTo(judges);
  }

  @Test
  void anOptionOfSeveralCommandsIsTheSameInAllOfThem() {
    Map<String, List<String>> meanings = new HashMap<>();
    for (CommandLine command : commands()) {
      for (OptionSpec option : command.getCommandSpec().options()) {
        String meaning = String.join(" ", option.description()) + " " + option.paramLabel();
        // The descriptions of these options differ between commands, because the formats, schemas
        // and directories of the commands differ.
        if (!List.of("--format", "--json", "--output").contains(option.longestName())) {
          meanings.computeIfAbsent(option.longestName(), name -> new ArrayList<>()).add(meaning);
        }
      }
    }
    assertThat(meanings.get("--suppress")).hasSize(3);
    assertThat(meanings.get("--dir")).hasSizeGreaterThan(2);
    assertThat(meanings.get("--limit")).hasSize(2);
    assertThat(meanings)
        .allSatisfy((name, said) -> assertThat(said).as(name).containsOnly(said.get(0)));
  }

  private static String printed(String... args) {
    StringWriter out = new StringWriter();
    PrintWriter both = new PrintWriter(out, true);
    int status =
        Main.run(
            List.of(args),
            new InstallFolder(Path.of("")),
            LedgerDump.ofLedgers(LedgerLookup.ofThisUser()),
            both,
            both);
    assertThat(status).as(out.toString()).isZero();
    return out.toString();
  }

  @Test
  void theHelpOfVerifyNamesEveryStatus() {
    assertThat(printed("verify", "--help"))
        .containsPattern("(?s)Exit status:.* 0 .* 1 .* 23 .* 24 ");
  }

  @Test
  void helpIsACommandAsWellAsAnOption() {
    assertThat(printed("help")).isEqualTo(printed("--help")).contains("Usage: tt-alloc");
    assertThat(printed("help", "dump")).isEqualTo(printed("dump", "--help"));
  }
}
