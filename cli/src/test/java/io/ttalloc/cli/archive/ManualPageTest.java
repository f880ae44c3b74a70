package io.ttalloc.cli.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.cli.Main;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

class ManualPageTest {

  @Test
  void hasWhatTheCommandSaysOfItself() {
    String page = ManualPage.of(new CommandLine(new Small()).addSubcommand(new Part()), "1.2");

    assertThat(page)
        .startsWith(
            """
            .TH "SMALL" "1" "" "small 1.2" "User Commands"
            .SH "NAME"
            .PP
            small \\- Does little.
            .SH "SYNOPSIS"
            .PP
            \\fBsmall [\\-hV] [COMMAND]\\fR
            """)
        .contains(
            """
            .SH "COMMANDS"
            .SS "part"
            .PP
            \\fBsmall part [\\-hV] [\\-o=FILE] WHAT\\fR
            .PP
            Does a part.
            In two lines, 100% of it.
            .TP
            \\fBWHAT\\fR
            \\&.what it is done to
            .TP
            \\fB\\-o, \\-\\-output FILE\\fR
            A file.
            .PP
            Status:
            .TP
            \\fB23\\fR
            it leaks
            .PP
            Examples:
            .PP
            .nf
            small part \\-o x
            small part \\-h
            .fi
            """);
  }

  @Test
  void namesEveryCommandAndOption() {
    CommandLine command = Main.described();
    Set<String> expected = new TreeSet<>();
    Set<String> hidden = new TreeSet<>();
    command
        .getSubcommands()
        .forEach(
            (name, each) -> {
              expected.add(".SS \"" + Roff.escaped(name) + "\"");
              for (OptionSpec option : each.getCommandSpec().options()) {
                (option.hidden() ? hidden : expected).add(Roff.escaped(option.longestName()));
              }
            });
    assertThat(expected).hasSizeGreaterThan(10);

    assertThat(ManualPage.of(command, "1.2"))
        .contains(expected)
        .doesNotContain(hidden)
        .doesNotContain("${", "@|", "%n");
  }

  @Test
  void textCannotBecomeARequest() {
    assertThat(Roff.escaped(".so /etc/passwd")).isEqualTo("\\&.so /etc/passwd");
    assertThat(Roff.escaped("'x' \\n ~ \u00e9")).isEqualTo("\\(aqx\\(aq \\en \\(ti \\[u00E9]");
  }

  @Command(
      name = "small",
      description = "Does little.",
      mixinStandardHelpOptions = true,
      scope = CommandLine.ScopeType.INHERIT)
  private static final class Small {}

  @Command(
      name = "part",
      description = {"Does a part.%nIn two lines, 100%% of it."},
      exitCodeListHeading = "%nStatus:%n",
      exitCodeList = "23:it leaks",
      footerHeading = "%nExamples:%n",
      footer = {"  small part -o x", "  small part -h"})
  @SuppressWarnings("UnusedVariable") // only the annotations of its fields are used
  private static final class Part {
    @Option(
        names = {"-o", "--output"},
        paramLabel = "FILE",
        description = "A file.")
    private String output;

    @Parameters(paramLabel = "WHAT", description = ".what it is done to")
    private String what;
  }
}
