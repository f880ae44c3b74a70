package io.ttalloc.it.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.ttalloc.it.jvm.Repository;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PapersTest {

  /** The only external hosts to which the papers may link. */
  private static final Set<String> HOSTS =
      Set.of("keepachangelog.com", "semver.org", "127.0.0.1", "www.parca.dev", "grafana.com");

  private static final Pattern URL = Pattern.compile("https?://[^\\s)>`\"]+");

  /** Paths that exist only on certain machines. */
  private static final Pattern MACHINE_PATH =
      Pattern.compile("(?<![\\w.])/(work|home|root|usr|opt|mnt|Users)/|[A-Z]:\\\\|\\.m2/");

  private static final Pattern MACHINE_NAME =
      Pattern.compile("(?i)\\b(repo\\d?\\.maven|repo\\.[a-z]+\\.(org|com)|nexus\\.|artifactory)");

  private static final Pattern THREAD = Pattern.compile("\"(tt-alloc-[a-z-]+)\"");

  /**
   * A path in the repository, as written in papers. Files that the build creates need not exist.
   */
  private static final Pattern REPOSITORY_PATH =
      Pattern.compile("(docs|rules|\\.ci|META-INF|[a-z]+(-[a-z]+)*)/[\\w./-]*");

  private static final Pattern MERGES = Pattern.compile("Merges decisions? ([0-9, and]+)\\.");

  static List<Paper> papers() {
    return Paper.all();
  }

  @ParameterizedTest
  @MethodSource("papers")
  void everyLinkLeadsSomewhere(Paper paper) {
    assertThat(paper.links().stream().filter(link -> !link.contains("://")))
        .allSatisfy(
            link -> assertThat(paper.file().resolveSibling(link.replaceAll("#.*", ""))).exists());
  }

  @ParameterizedTest
  @MethodSource("papers")
  void everyAnchorThatALinkNamesIsAHeading(Paper paper) {
    for (String link : paper.links()) {
      int hash = link.indexOf('#');
      if (hash < 0 || link.contains("://")) {
        continue;
      }
      Path target = hash == 0 ? paper.file() : paper.file().resolveSibling(link.substring(0, hash));
      assertThat(Paper.read(target).anchors())
          .as("the headings that %s can lead to", link)
          .contains(link.substring(hash + 1));
    }
  }

  @ParameterizedTest
  @MethodSource("papers")
  void everyPathOfTheRepositoryIsThere(Paper paper) {
    assertThat(paper.codeWords())
        .filteredOn(word -> REPOSITORY_PATH.matcher(word).matches())
        .filteredOn(word -> !word.contains("target/") && !word.startsWith("META-INF/"))
        .filteredOn(word -> !word.contains("NAME") && !word.matches("tt-alloc(-[a-z]+)?/1"))
        .allSatisfy(path -> assertThat(Repository.root().resolve(path)).exists());
  }

  @ParameterizedTest
  @MethodSource("papers")
  void nothingNamesAMachineOrARegistry(Paper paper) {
    List<String> hosts = new ArrayList<>();
    var urls = URL.matcher(paper.text());
    while (urls.find()) {
      hosts.add(URI.create(urls.group()).getHost());
    }
    assertThat(hosts).isSubsetOf(HOSTS);
    assertThat(paper.text()).doesNotContainPattern(MACHINE_PATH);
    assertThat(paper.text()).doesNotContainPattern(MACHINE_NAME);
  }

  @Test
  void everyTestThatIsNamedExists() throws IOException {
    Set<String> names = namesOfJavaFiles();
    assertThat(Paper.all()).allSatisfy(paper -> assertTestsExist(paper, names));
  }

  private static void assertTestsExist(Paper paper, Set<String> names) {
    Set<String> named =
        paper.codeWords().stream()
            .filter(word -> word.matches("[A-Z][A-Za-z]+(Test|IT)"))
            .collect(Collectors.toSet());
    assertThat(named).as(paper.toString()).isSubsetOf(names);
  }

  @Test
  void everyClassThatTheArchitectureNamesExists() throws IOException {
    Set<String> names = namesOfJavaFiles();
    for (String paper : List.of("docs/architecture.md", "docs/extending.md")) {
      Set<String> named =
          Paper.read(Repository.root().resolve(paper)).codeWords().stream()
              .filter(word -> word.matches("([A-Z][a-z]+){2,}"))
              .filter(word -> !Set.of("PhantomReference", "ClassValue").contains(word))
              .collect(Collectors.toSet());
      assertThat(named).as(paper).hasSizeGreaterThan(5);
      assertThat(names).as(paper).containsAll(named);
    }
  }

  @Test
  void theGlossaryHasEachTermOnceWithAMeaningAndAClassThatExists() throws IOException {
    List<String[]> rows =
        Paper.read(Repository.root().resolve("docs/glossary.md")).lines().stream()
            .filter(line -> line.matches("\\|.*\\|") && !line.matches("\\|( term |---).*"))
            .map(line -> line.substring(1, line.length() - 1).split("\\|"))
            .toList();
    assertThat(rows).hasSizeGreaterThan(40).allMatch(row -> row.length == 3);
    assertThat(rows).extracting(row -> row[0].strip()).doesNotHaveDuplicates();
    assertThat(rows).allSatisfy(row -> assertThat(row[1].strip()).endsWith("."));
    assertThat(rows)
        .extracting(row -> row[2].strip().replaceAll("^`|`$", ""))
        .isSubsetOf(namesOfJavaFiles());
  }

  /** A crash that happens only rarely cannot be tested; it must at least be documented. */
  @Test
  void theArchitectureSaysWhatTruncatingARunningLedgerCanCause() {
    assertThat(Paper.read(Repository.root().resolve("docs/architecture.md")).lines())
        .filteredOn(line -> line.contains("the ledger of a running process is truncated"))
        .singleElement(STRING)
        .contains("On 17 ", " SIGBUS", " 134 ", "`hs_err`");
  }

  @Test
  void decisionsAreNumberedAndSayOpinionReasonAndCost() throws IOException {
    List<Path> records;
    try (Stream<Path> files = Files.list(Repository.root().resolve("docs/decisions"))) {
      records = files.sorted().toList();
    }
    Set<Integer> numbers = removedDecisions();
    for (Path file : records) {
      Paper record = Paper.read(file);
      for (int merged : mergedInto(record)) {
        assertThat(numbers.add(merged)).as("decision %d is gone", merged).isTrue();
      }
      assertThat(file.getFileName().toString()).matches("\\d{4}-[a-z0-9-]+\\.md");
      int number = Integer.parseInt(file.getFileName().toString().substring(0, 4));
      assertThat(numbers.add(number)).as("%s has a number of its own", record.name()).isTrue();
      assertThat(record.lines().get(0)).startsWith("# %d. ".formatted(number));
      assertThat(record.lines().stream().filter(line -> line.startsWith("## ")))
          .as(record.name())
          .containsExactly("## Opinion", "## Reason", "## Cost");
    }
    assertThat(numbers).hasSizeGreaterThan(10);
    assertThat(numbers)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, numbers.size()).boxed().toList());
  }

  /** The numbers of the records that the given record merges, according to its third line. */
  private static List<Integer> mergedInto(Paper record) {
    Matcher merges = MERGES.matcher(record.lines().get(2));
    return merges.matches()
        ? Pattern.compile("\\D+").splitAsStream(merges.group(1)).map(Integer::valueOf).toList()
        : List.of();
  }

  /**
   * The numbers of the records whose feature was removed, from the last column of the record that
   * lists them.
   */
  private static Set<Integer> removedDecisions() throws IOException {
    Path paper = Repository.root().resolve("docs/decisions/0062-what-was-removed.md");
    Set<Integer> numbers = new TreeSet<>();
    for (String line : Paper.read(paper).lines()) {
      Matcher last = Pattern.compile("\\|([ 0-9,]*[0-9] *)\\|$").matcher(line);
      if (line.startsWith("| ") && last.find()) {
        for (String number : last.group(1).strip().split("[ ,]+", -1)) {
          numbers.add(Integer.valueOf(number));
        }
      }
    }
    return numbers;
  }

  @Test
  void theReadmeLeadsToEveryPaper() {
    List<String> links = Paper.readme().links();
    assertThat(links).contains("docs/decisions/", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE");
    assertThat(links)
        .containsAll(
            Paper.all().stream()
                .map(Paper::name)
                .filter(name -> name.matches("docs/[^/]+"))
                .toList());
  }

  /** Every string literal that matches {@link #THREAD} is the name of a thread. */
  @Test
  void everyThreadOfTheAgentIsAmongTheSideEffects() throws IOException {
    Set<String> names = new TreeSet<>();
    for (String module : List.of("agent", "analysis", "api", "ledger", "probe", "text")) {
      for (Path file : javaFiles(Repository.root().resolve(module).resolve("src/main"))) {
        Matcher name = THREAD.matcher(Files.readString(file));
        while (name.find()) {
          names.add(name.group(1));
        }
      }
    }
    assertThat(names).hasSizeGreaterThan(8);
    assertThat(Paper.read(Repository.root().resolve("docs/side-effects.md")).codeWords())
        .containsAll(names);
  }

  private static List<Path> javaFiles(Path below) throws IOException {
    try (Stream<Path> files =
        Files.find(below, 20, (file, attributes) -> file.toString().endsWith(".java"))) {
      return files.toList();
    }
  }

  private static Set<String> namesOfJavaFiles() throws IOException {
    return javaFiles(Repository.root()).stream()
        .map(file -> file.getFileName().toString().replace(".java", ""))
        .collect(Collectors.toSet());
  }
}
