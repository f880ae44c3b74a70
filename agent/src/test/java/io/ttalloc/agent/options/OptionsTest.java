package io.ttalloc.agent.options;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.options.Options.Wanted;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.rules.ClassPattern;
import io.ttalloc.rules.ClassPattern.Kind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {
  static final Options DEFAULTS =
      new Options(
          new Options.Choice(List.of(), List.of("auto"), TrackedPackages.NOTHING),
          new Options.Recording(Wanted.AUTO, true, false, true, false, 0),
          new Options.Output(List.of("stderr"), false, null, false, false),
          new Policy(List.of(), null, Policy.FailOn.NEVER, false),
          new Options.OwnCode(List.of(), List.of()),
          List.of());

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
      assertThat(Options.parse("dump=" + file, Map.of()).output().dump()).containsExactly(file);
    }
  }

  @Test
  void readsEveryOptionFromTheArgument() {
    assertThat(
            good(
                "rules=a.yaml,b.yaml,packs=p, q,track=com.acme.**,Main,Main,exclude=com.acme.Text"
                    + " ,dump=stderr,x-%p.json,dir=/d,holders=true,"
                    + "capture=none,command=full,labels=off,trace-ids=on,suppress=s.yaml,t.yaml,baseline=b.json,fail-on=leak,app=com.acme.**,Main,Main,library=com.acme.db.*,older-than=30s,verbose,help",
                Map.of()))
        .isEqualTo(
            new Options(
                new Options.Choice(
                    List.of("a.yaml", "b.yaml"),
                    List.of("p", "q"),
                    new TrackedPackages(
                        List.of(
                            new ClassPattern("com.acme", Kind.PACKAGE_AND_BELOW),
                            new ClassPattern("Main", Kind.CLASS)),
                        List.of(new ClassPattern("com.acme.Text", Kind.CLASS)))),
                new Options.Recording(Wanted.TRUE, false, true, false, true, 30_000_000_000L),
                new Options.Output(List.of("stderr", "x-%p.json"), false, "/d", true, true),
                new Policy(List.of("s.yaml", "t.yaml"), "b.json", Policy.FailOn.LEAK, false),
                new Options.OwnCode(
                    List.of(
                        new ClassPattern("com.acme", Kind.PACKAGE_AND_BELOW),
                        new ClassPattern("Main", Kind.CLASS)),
                    List.of(new ClassPattern("com.acme.db", Kind.PACKAGE))),
                List.of()));
  }

  @Test
  void readsEveryOptionFromVariables() {
    assertThat(
            good(
                null,
                Map.ofEntries(
                    entry("TT_ALLOC_RULES", "a.yaml,verbose"),
                    entry("TT_ALLOC_PACKS", "p"),
                    entry("TT_ALLOC_TRACK", "com.acme.*"),
                    entry("TT_ALLOC_EXCLUDE", "com.acme.text.*"),
                    entry("TT_ALLOC_DUMP", "x.txt"),
                    entry("TT_ALLOC_DIR", "/with,comma"),
                    entry("TT_ALLOC_HOLDERS", "false"),
                    entry("TT_ALLOC_CAPTURE", "full"),
                    entry("TT_ALLOC_COMMAND", "main"),
                    entry("TT_ALLOC_LABELS", "off"),
                    entry("TT_ALLOC_SUPPRESS", "s.yaml"),
                    entry("TT_ALLOC_BASELINE", "b,c.json"),
                    entry("TT_ALLOC_FAIL_ON", "leak"),
                    entry("TT_ALLOC_APP", "a.*"),
                    entry("TT_ALLOC_LIBRARY", "b.**,c.D"),
                    entry("TT_ALLOC_VERBOSE", "1"),
                    entry("TT_ALLOC_OLDER_THAN", "500ms"),
                    entry("TT_ALLOC_HELP", "0"))))
        .isEqualTo(
            new Options(
                new Options.Choice(
                    List.of("a.yaml", "verbose"),
                    List.of("p"),
                    new TrackedPackages(
                        List.of(new ClassPattern("com.acme", Kind.PACKAGE)),
                        List.of(new ClassPattern("com.acme.text", Kind.PACKAGE)))),
                new Options.Recording(Wanted.FALSE, true, false, false, false, 500_000_000),
                new Options.Output(List.of("x.txt"), false, "/with,comma", true, false),
                new Policy(List.of("s.yaml"), "b,c.json", Policy.FailOn.LEAK, false),
                new Options.OwnCode(
                    List.of(new ClassPattern("a", Kind.PACKAGE)),
                    List.of(
                        new ClassPattern("b", Kind.PACKAGE_AND_BELOW),
                        new ClassPattern("c.D", Kind.CLASS))),
                List.of()));
  }

  @Test
  void argumentsWinOverVariables() {
    Options options = good("packs=a,dir=/d", Map.of("TT_ALLOC_PACKS", "b,c", "TT_ALLOC_DIR", "/e"));

    assertThat(options.choice().packs()).containsExactly("a");
    assertThat(options.output().dir()).isEqualTo("/d");
  }

  @Test
  void theArgumentMayTakeBackWhatAVariableSays() {
    Map<String, String> environment = Map.of("TT_ALLOC_FAIL_ON", "leak");

    assertThat(good(null, environment).policy().failOn()).isEqualTo(Policy.FailOn.LEAK);
    assertThat(good("fail-on=never", environment).policy().failOn()).isEqualTo(Policy.FailOn.NEVER);
  }

  @Test
  void whatNothingDecidesCountsBesideLeaks() {
    assertThat(good("fail-on=leak,undecided,verbose", Map.of()).policy().condition())
        .isEqualTo("leak,undecided");
    assertThat(good("fail-on=own,undecided", Map.of()).policy().condition())
        .isEqualTo("own,undecided");
    assertThat(good("fail-on=undecided", Map.of()).policy().condition())
        .isEqualTo("leak,undecided");
    assertThat(good(null, Map.of("TT_ALLOC_FAIL_ON", "own,leak")).policy().condition())
        .isEqualTo("leak");
  }

  @Test
  void choosesNoPackWhenTheUserBringsRules() {
    assertThat(good("rules=a.yaml", Map.of()).choice().packs()).isEmpty();
    assertThat(good("track=com.acme.**", Map.of()).choice().packs()).isEmpty();
  }

  @Test
  void continuesAListAcrossAFlagAndWhenItsKeyComesAgain() {
    Options options = good("packs=a,verbose,b,packs=c,a", Map.of());

    assertThat(options.choice().packs()).containsExactly("a", "b", "c");
    assertThat(options.output().verbose()).isTrue();
  }

  @Test
  void keepsEqualsSignsInValues() {
    assertThat(good("dir=/a=b", Map.of()).output().dir()).isEqualTo("/a=b");
  }

  /** A shell does not expand the tilde within {@code -javaagent}. */
  @Test
  void putsTheHomeInPlaceOfALeadingTildeInEveryNameOfAFile() {
    Options options =
        good(
            "rules=~/a.yaml,b~/c,dump=stderr,~/%p.json,dir=~/d,suppress=~/s.yaml,packs=~/p",
            Map.of("HOME", "/home/me", "TT_ALLOC_BASELINE", "~/b.json"));

    assertThat(options.choice().rules()).containsExactly("/home/me/a.yaml", "b~/c");
    assertThat(options.output().dump()).containsExactly("stderr", "/home/me/%p.json");
    assertThat(options.output().dir()).isEqualTo("/home/me/d");
    assertThat(options.policy().suppress()).containsExactly("/home/me/s.yaml");
    assertThat(options.policy().baseline()).isEqualTo("/home/me/b.json");
    assertThat(options.choice().packs()).containsExactly("~/p");
  }

  @Test
  void leavesOtherVariablesAlone() {
    assertThat(
            good(
                null,
                Map.of(
                    "TT_ALLOC_TRACKING_ENABLED", "1",
                    "TT_ALLOC_TEST_JDKS", "/a:/b",
                    "TT_ALLOC_DIR", " ",
                    "TT_METAL_HOME", "/x",
                    "PATH", "/bin")))
        .isEqualTo(DEFAULTS);
  }

  @Test
  void relativeNamesAreThoseOfTheFolderInWhichTheyWereWritten() {
    String argument =
        "rules=a.yaml,/b.yaml,~/c.yaml,dump=stderr,x-%p.json,/y.html,dir=l,suppress=s.yaml,baseline=b.json";
    Options read = Options.parse(argument, Map.of("HOME", "/home/me"), "/caller");

    assertThat(read.choice().rules())
        .containsExactly("/caller/a.yaml", "/b.yaml", "/home/me/c.yaml");
    assertThat(read.output().dump()).containsExactly("stderr", "/caller/x-%p.json", "/y.html");
    assertThat(read.output().dir()).isEqualTo("/caller/l");
    assertThat(read.policy().suppress()).containsExactly("/caller/s.yaml");
    assertThat(read.policy().baseline()).isEqualTo("/caller/b.json");
    assertThat(good("dir=l", Map.of()).output().dir()).isEqualTo("l");
  }

  @Test
  void helpNamesEveryOptionAndItsVariable() {
    String help = Options.helpText();

    for (Option option : Option.values()) {
      assertThat(help).contains("  " + option.key, option.variable);
    }
    assertThat(help)
        .contains("  older-than=DURATION  (TT_ALLOC_OLDER_THAN)\n")
        .contains("  verbose  (TT_ALLOC_VERBOSE)\n");
  }

  /**
   * The suffixes are repeated in a constant, so that checking the suffix of a file name does not
   * load the classes of the formats.
   */
  @Test
  void theSuffixesAreThoseOfTheFormats() {
    assertThat(Option.SUFFIXES.split(", "))
        .containsExactlyElementsOf(ReportFormats.all().stream().map(ReportFormat::suffix).toList());
  }

  @Test
  void aWordIsAllThatStandsBetweenTwoBars() {
    assertThat(Option.HOLDERS.hasWord("auto")).isTrue();
    assertThat(Option.HOLDERS.hasWord("false")).isTrue();
    for (String other : List.of("", "aut", "uto", "auto|true", "|", "als")) {
      assertThat(Option.HOLDERS.hasWord(other)).as(other).isFalse();
    }
  }

  private static Options good(String argument, Map<String, String> environment) {
    Options options = Options.parse(argument, environment);
    assertThat(options.problems()).isEmpty();
    return options;
  }
}
