package io.ttalloc.it.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.ttalloc.agent.options.Options;
import io.ttalloc.analysis.ReportFormats;
import io.ttalloc.analysis.report.ReportFormat;
import io.ttalloc.cli.Main;
import io.ttalloc.it.jvm.Repository;
import io.ttalloc.rules.packs.CompiledPacks;
import io.ttalloc.rules.yaml.RuleFile;
import io.ttalloc.text.yaml.YamlFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ReadmeTest {
  private static final Pattern OPTION =
      Pattern.compile("\\n {2}(\\S+) {2}\\((TT_ALLOC_\\w+)\\)\\n {6}(.*); default: (.*)");
  private static final Pattern VARIABLE = Pattern.compile("TT_ALLOC_[A-Z_]+");
  private static final Pattern AGENT = Pattern.compile("-javaagent:\\S+?\\.jar=([^\\s`]+)");

  private final Paper readme = Paper.readme();
  private final Paper start = Paper.read(Repository.root().resolve("docs/getting-started.md"));

  @Test
  void theTableOfOptionsIsThatOfTheHelpText() {
    List<String> expected = new ArrayList<>();
    Matcher option = OPTION.matcher(Options.helpText());
    while (option.find()) {
      String usage = option.group(1).replace("|", "\\|");
      expected.add("| `%s` | %s | %s |".formatted(usage, option.group(3), option.group(4)));
    }
    assertThat(expected).hasSizeGreaterThan(8);
    int head = start.lines().indexOf("| option | meaning | default |");
    List<String> table =
        start.lines().stream().skip(head + 2).takeWhile(line -> line.startsWith("|")).toList();
    assertThat(table).isEqualTo(expected);
  }

  @Test
  void theTableOfWhatIsTrackedNamesEveryPack() throws IOException {
    int head = readme.lines().indexOf("| pack | what it tracks |");
    Set<String> named = new TreeSet<>();
    readme.lines().stream()
        .skip(head + 2)
        .takeWhile(line -> line.startsWith("| `"))
        .forEach(
            line -> {
              Matcher name = Pattern.compile("`([\\w-]+)`").matcher(line.split("\\|", -1)[1]);
              while (name.find()) {
                named.add(name.group(1));
              }
            });
    assertThat(named).isEqualTo(new TreeSet<>(new CompiledPacks(null).names()));
  }

  @Test
  void theTableOfCommandsHasThemInTheOrderOfTheHelpText() {
    int head = start.lines().indexOf("| command | what it does |");
    assertThat(
            start.lines().stream()
                .skip(head + 2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> line.replaceFirst("^\\| `([\\w-]+).*", "$1")))
        .containsExactlyElementsOf(Main.described().getSubcommands().keySet());
  }

  /** A format promised to users cannot be removed without a change here. */
  @Test
  void theFormatsOfTheDumpAreThoseThatExist() {
    Matcher promised =
        Pattern.compile("`--format (\\w+)`(.*?), `-o FILE`", Pattern.DOTALL).matcher(start.text());
    assertThat(promised.find()).isTrue();
    List<String> names = new ArrayList<>(List.of(promised.group(1)));
    Matcher others = Pattern.compile("`(\\w+)`").matcher(promised.group(2));
    while (others.find()) {
      names.add(others.group(1));
    }
    assertThat(ReportFormats.all()).extracting(ReportFormat::name).isEqualTo(names);
  }

  @Test
  void everyVariableExists() {
    Set<String> known = new TreeSet<>(Set.of("TT_ALLOC_TRACKING_ENABLED", "TT_ALLOC_TEST_JDKS"));
    Matcher option = OPTION.matcher(Options.helpText());
    while (option.find()) {
      known.add(option.group(2));
    }
    Matcher variable = VARIABLE.matcher(readme.text() + start.text());
    while (variable.find()) {
      assertThat(known).contains(variable.group());
    }
  }

  @Test
  void everyAgentArgumentIsReadWithoutAProblem() {
    List<String> examples = new ArrayList<>();
    Matcher agent = AGENT.matcher(readme.text() + start.text());
    while (agent.find()) {
      examples.add(agent.group(1));
    }
    assertThat(examples).isNotEmpty();
    for (String example : examples) {
      assertThat(Options.parse(example, Map.of()).problems()).as(example).isEmpty();
    }
  }

  @Test
  void everyRuleFileIsReadWithoutAProblem() {
    List<List<String>> files = new ArrayList<>(start.blocks("yaml"));
    files.addAll(Paper.read(Repository.root().resolve("docs/extending.md")).blocks("yaml"));
    // A block without a schema only shows a clause that the reader may add to a rule.
    files.removeIf(file -> !file.get(0).startsWith("schema:"));
    assertThat(files).hasSize(2);
    for (List<String> file : files) {
      RuleFile read =
          RuleFile.of(YamlFile.parse("rules.yaml", String.join("\n", file), RuleFile.KIND));
      assertThat(read.problems()).isEmpty();
      assertThat(((RuleFile.Accepted) read).pack().rules()).isNotEmpty();
    }
  }
}
