package io.ttalloc.agent.options;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.options.Options.Capture;
import io.ttalloc.agent.options.Options.Command;
import io.ttalloc.agent.options.Options.GcAtExit;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.report.ReportFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {
  private static final Options DEFAULTS =
      new Options(
          List.of(),
          List.of("tt-runtime"),
          List.of("stderr"),
          null,
          20,
          GcAtExit.AUTO,
          60,
          Capture.FULL,
          Command.MAIN,
          65_536,
          new Policy(List.of(), null, false, 23),
          List.of(),
          false,
          false);

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(strings = {",", " , ,"})
  void givesDefaultsWhenNothingIsGiven(String argument) {
    assertThat(good(argument, Map.of())).isEqualTo(DEFAULTS);
  }

  @Test
  void acceptsTheSuffixOfEveryFormat() {
    for (ReportFormat format : ReportFormats.all()) {
      String file = "x-%p" + format.suffix();
      assertThat(Options.parse("dump=" + file, Map.of()).options().dump()).containsExactly(file);
    }
  }

  @Test
  void readsEveryOptionFromTheArgument() {
    assertThat(
            good(
                "rules=a.yaml,b.yaml,packs=p, q"
                    + " ,dump=stderr,x-%p.json,dir=/d,keep=7,gc-at-exit=true,exit-limit=3600,"
                    + "capture=none,command=full,history=2048,suppress=s.yaml,t.yaml,baseline=b.json,fail-on=leak,exit-code=255,trace=buffer,0xFf,verbose,help",
                Map.of()))
        .isEqualTo(
            new Options(
                List.of("a.yaml", "b.yaml"),
                List.of("p", "q"),
                List.of("stderr", "x-%p.json"),
                "/d",
                7,
                GcAtExit.TRUE,
                3600,
                Capture.NONE,
                Command.FULL,
                2048,
                new Policy(List.of("s.yaml", "t.yaml"), "b.json", true, 255),
                List.of("buffer", "0xFf"),
                true,
                true));
  }

  @Test
  void readsEveryOptionFromVariables() {
    assertThat(
            good(
                null,
                Map.ofEntries(
                    entry("TT_ALLOC_RULES", "a.yaml,verbose"),
                    entry("TT_ALLOC_PACKS", "p"),
                    entry("TT_ALLOC_DUMP", "x.txt"),
                    entry("TT_ALLOC_DIR", "/with,comma"),
                    entry("TT_ALLOC_KEEP", " 1 "),
                    entry("TT_ALLOC_GC_AT_EXIT", "false"),
                    entry("TT_ALLOC_EXIT_LIMIT", "1"),
                    entry("TT_ALLOC_CAPTURE", "full"),
                    entry("TT_ALLOC_COMMAND", "main"),
                    entry("TT_ALLOC_HISTORY", "65536"),
                    entry("TT_ALLOC_SUPPRESS", "s.yaml"),
                    entry("TT_ALLOC_BASELINE", "b,c.json"),
                    entry("TT_ALLOC_FAIL_ON", "leak"),
                    entry("TT_ALLOC_EXIT_CODE", "1"),
                    entry("TT_ALLOC_TRACE", "load_binaries"),
                    entry("TT_ALLOC_VERBOSE", "1"),
                    entry("TT_ALLOC_HELP", "0"))))
        .isEqualTo(
            new Options(
                List.of("a.yaml", "verbose"),
                List.of("p"),
                List.of("x.txt"),
                "/with,comma",
                1,
                GcAtExit.FALSE,
                1,
                Capture.FULL,
                Command.MAIN,
                65_536,
                new Policy(List.of("s.yaml"), "b,c.json", true, 1),
                List.of("load_binaries"),
                true,
                false));
  }

  @Test
  void argumentsWinOverVariables() {
    Options options = good("packs=a,keep=3", Map.of("TT_ALLOC_PACKS", "b,c", "TT_ALLOC_KEEP", "4"));

    assertThat(options.packs()).containsExactly("a");
    assertThat(options.keepFiles()).isEqualTo(3);
  }

  @Test
  void choosesNoPackWhenTheUserBringsRules() {
    assertThat(good("rules=a.yaml", Map.of()).packs()).isEmpty();
  }

  @Test
  void continuesAListAcrossAFlagAndWhenItsKeyComesAgain() {
    Options options = good("packs=a,verbose,b,packs=c,a", Map.of());

    assertThat(options.packs()).containsExactly("a", "b", "c");
    assertThat(options.verbose()).isTrue();
  }

  @Test
  void keepsEqualsSignsInValues() {
    assertThat(good("dir=/a=b", Map.of()).dir()).isEqualTo("/a=b");
  }

  /** No shell does it behind the jar of {@code -javaagent}. */
  @Test
  void putsTheHomeInPlaceOfALeadingTildeInEveryNameOfAFile() {
    Options options =
        good(
            "rules=~/a.yaml,b~/c,dump=stderr,~/%p.json,dir=~/d,suppress=~/s.yaml,packs=~/p",
            Map.of("HOME", "/home/me", "TT_ALLOC_BASELINE", "~/b.json"));

    assertThat(options.rules()).containsExactly("/home/me/a.yaml", "b~/c");
    assertThat(options.dump()).containsExactly("stderr", "/home/me/%p.json");
    assertThat(options.dir()).isEqualTo("/home/me/d");
    assertThat(options.policy().suppress()).containsExactly("/home/me/s.yaml");
    assertThat(options.policy().baseline()).isEqualTo("/home/me/b.json");
    assertThat(options.packs()).containsExactly("~/p");
  }

  @Test
  void leavesOtherVariablesAlone() {
    assertThat(
            good(
                null,
                Map.of(
                    "TT_ALLOC_TRACKING_ENABLED", "1",
                    "TT_ALLOC_TEST_JDKS", "/a:/b",
                    "TT_ALLOC_KEEP", " ",
                    "TT_METAL_HOME", "/x",
                    "PATH", "/bin")))
        .isEqualTo(DEFAULTS);
  }

  /** Each row: the argument; the one line it gives; the defaults apply throughout. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "pakcs=x | agent argument 'pakcs=x': unknown option 'pakcs', expected one of rules, packs,"
            + " dump, dir, keep, gc-at-exit, exit-limit, capture, command, history, suppress, baseline, fail-on, exit-code, trace, verbose, help (did you mean"
            + " 'packs'?); it is ignored",
        "=x | agent argument '=x': unknown option '', expected one of rules, packs, dump,"
            + " dir, keep, gc-at-exit, exit-limit, capture, command, history, suppress, baseline, fail-on, exit-code, trace, verbose, help; it is ignored",
        "pakcs=x,y | agent argument 'pakcs=x': unknown option 'pakcs', expected one of rules,"
            + " packs, dump, dir, keep, gc-at-exit, exit-limit, capture, command, history, suppress, baseline, fail-on, exit-code, trace, verbose, help (did you mean"
            + " 'packs'?); it is ignored",
        "hlep | agent argument 'hlep': expected KEY=VALUE, help or verbose (did you mean 'help'?);"
            + " it is ignored",
        "keep=20,1GiB | agent argument '1GiB': 'keep' takes one value, expected KEY=VALUE, help or"
            + " verbose; it is ignored",
        "keep=0 | agent argument 'keep=0': expected a number from 1 to 10000; default 20 applies",
        "keep=10001 | agent argument 'keep=10001': expected a number from 1 to 10000; default 20"
            + " applies",
        "keep= | agent argument 'keep=': expected a number from 1 to 10000; default 20 applies",
        "keep=-1 | agent argument 'keep=-1': expected a number from 1 to 10000; default 20 applies",
        "keep=99999999999 | agent argument 'keep=99999999999': expected a number from 1 to 10000;"
            + " default 20 applies",
        "history=1023 | agent argument 'history=1023': expected a number from 1024 to 65536;"
            + " default 65536 applies",
        "history=65537 | agent argument 'history=65537': expected a number from 1024 to"
            + " 65536; default 65536 applies",
        "gc-at-exit=yes | agent argument 'gc-at-exit=yes': expected auto, true or false; default"
            + " auto applies",
        "exit-limit=0 | agent argument 'exit-limit=0': expected a number from 1 to 3600; default 60"
            + " applies",
        "exit-limit=3601 | agent argument 'exit-limit=3601': expected a number from 1 to 3600;"
            + " default 60 applies",
        "capture=sites | agent argument 'capture=sites': 'sites' is not supported yet, expected"
            + " full or none; default full applies",
        "capture=all | agent argument 'capture=all': expected full or none; default full applies",
        "command=all | agent argument 'command=all': expected main or full; default main applies",
        "verbose=maybe | agent argument 'verbose=maybe': expected true or false; default false"
            + " applies",
        "dump=stdout | agent argument 'dump=stdout': expected stderr or the name of a file that"
            + " ends in .txt, .json, .collapsed, .speedscope.json, .pb.gz, .html or .hlog; it is left out",
        "dump=x.doc | agent argument 'dump=x.doc': expected stderr or the name of a file that"
            + " ends in .txt, .json, .collapsed, .speedscope.json, .pb.gz, .html or .hlog; it is left out",
        "dir= | agent argument 'dir=': expected a folder; default tt-alloc-USER in shared memory or"
            + " /tmp applies",
        "rules= | agent argument 'rules=': expected names of rule files; it is left out",
        "\"track=a.**,b.**\" | agent argument 'track=a.**': 'track' is not supported yet; it is"
            + " ignored",
        "trace=0xfg | agent argument 'trace=0xfg': expected names of sites or types, Class.method,"
            + " or addresses such as 0x3ffff800; it is left out",
        "trace=0x | agent argument 'trace=0x': expected names of sites or types, Class.method,"
            + " or addresses such as 0x3ffff800; it is left out",
        "trace=0x11112222333344445 | agent argument 'trace=0x11112222333344445': expected names of"
            + " sites or types, Class.method, or addresses such as 0x3ffff800; it is left out",
        "fail-on=leaks | agent argument 'fail-on=leaks': expected leak; default never applies",
        "baseline= | agent argument 'baseline=': expected the name of a report in JSON; default none"
            + " applies",
        "exit-code=0 | agent argument 'exit-code=0': expected a number from 1 to 255; default 23"
            + " applies",
        "exit-code=256 | agent argument 'exit-code=256': expected a number from 1 to 255; default"
            + " 23 applies",
      })
  void tellsABadArgumentInOneLineAndGoesOn(String argument, String line) {
    Options.Parsed parsed = Options.parse(argument, Map.of());

    assertThat(parsed.problems()).containsExactly(line);
    assertThat(parsed.options()).isEqualTo(DEFAULTS);
  }

  @Test
  void tellsBadVariablesByNameInOrder() {
    Options.Parsed parsed =
        Options.parse(
            null,
            Map.of(
                "TT_ALLOC_KEEP", "many",
                "TT_ALLOC_RULEZ", "a secret",
                "TT_ALLOC_TRACKING_ENABLE", "1",
                "TT_ALLOC_LABELS", "off"));

    String known =
        "expected one of TT_ALLOC_RULES, TT_ALLOC_PACKS, TT_ALLOC_DUMP, TT_ALLOC_DIR,"
            + " TT_ALLOC_KEEP, TT_ALLOC_GC_AT_EXIT, TT_ALLOC_EXIT_LIMIT, TT_ALLOC_CAPTURE, TT_ALLOC_COMMAND, TT_ALLOC_HISTORY, TT_ALLOC_SUPPRESS, TT_ALLOC_BASELINE,"
            + " TT_ALLOC_FAIL_ON, TT_ALLOC_EXIT_CODE, TT_ALLOC_TRACE, TT_ALLOC_VERBOSE, TT_ALLOC_HELP, TT_ALLOC_TRACKING_ENABLED, TT_ALLOC_TEST_JDKS";
    assertThat(parsed.problems())
        .containsExactly(
            "variable TT_ALLOC_LABELS: not supported yet; it is ignored",
            "variable TT_ALLOC_RULEZ: unknown, "
                + known
                + " (did you mean 'TT_ALLOC_RULES'?); it is ignored",
            "variable TT_ALLOC_TRACKING_ENABLE: unknown, "
                + known
                + " (did you mean 'TT_ALLOC_TRACKING_ENABLED'?); it is ignored",
            "variable TT_ALLOC_KEEP='many': expected a number from 1 to 10000; default 20 applies");
    assertThat(parsed.options()).isEqualTo(DEFAULTS);
  }

  @Test
  void takesTheLastOfTwoAndSaysSo() {
    Options.Parsed parsed = Options.parse("keep=3,keep=4", Map.of());

    assertThat(parsed.options().keepFiles()).isEqualTo(4);
    assertThat(parsed.problems())
        .containsExactly(
            "agent argument 'keep=4': 'keep' for a second time, expected it once; this one"
                + " applies");
  }

  @Test
  void keepsTheGoodPartOfAList() {
    Options.Parsed parsed = Options.parse("dump=a.txt,b.doc,c.json", Map.of());

    assertThat(parsed.options().dump()).containsExactly("a.txt", "c.json");
    assertThat(parsed.problems()).hasSize(1);
  }

  @Test
  void tellsAtMostTwentyProblemsAndCountsTheOthers() {
    List<String> problems = Options.parse("x=1,".repeat(50), Map.of()).problems();

    assertThat(problems).hasSize(21);
    assertThat(problems.get(20)).isEqualTo("30 more problems with options");
  }

  @Test
  void helpNamesEveryOptionAndItsVariable() {
    String help = Options.helpText();

    for (OptionKey option : OptionKey.values()) {
      assertThat(help).contains("  " + option.key, OptionKey.variable(option.key));
    }
    assertThat(help)
        .contains("  gc-at-exit=auto|true|false  (TT_ALLOC_GC_AT_EXIT)\n")
        .contains("  verbose  (TT_ALLOC_VERBOSE)\n");
  }

  private static Options good(String argument, Map<String, String> environment) {
    Options.Parsed parsed = Options.parse(argument, environment);
    assertThat(parsed.problems()).isEmpty();
    return parsed.options();
  }
}
