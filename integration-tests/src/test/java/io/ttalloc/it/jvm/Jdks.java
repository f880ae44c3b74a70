package io.ttalloc.it.jvm;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The JDKs on which integration tests run: the first one found of each feature release from 17 on,
 * oldest first. The search runs once, in this order: the JDKs named by {@value #PROPERTY} or
 * {@value #VARIABLE} (a list with the path separator), the build's own JDK, the JDK in JAVA_HOME,
 * and those installed next to the build's own.
 *
 * <p>One line of output names the JDKs found; another line appears if JDK {@value
 * #NEWEST_SUPPORTED} is missing.
 */
public final class Jdks {

  static final String PROPERTY = "tt-alloc.test.jdks";
  static final String VARIABLE = "TT_ALLOC_TEST_JDKS";

  /** Set to true by the profile {@code reliability}. */
  private static final String OTHERS = "test.otherJdks";

  /** Selects the JDKs for {@link EveryJdk}. */
  private static final String EVERY = "test.everyJdk";

  private static final int OLDEST_SUPPORTED = 17;
  private static final int NEWEST_SUPPORTED = 25;

  private static final List<Jdk> ALL = announced(find());

  private Jdks() {}

  /** Every JDK found; never empty. */
  public static List<Jdk> all() {
    return ALL;
  }

  /**
   * The JDKs for {@link EveryJdk}, selected by the property {@value #EVERY}: {@code own} for the
   * JDK of the build, or {@code all}. Even {@code all} may select only that JDK.
   */
  public static List<Jdk> every() {
    return every(ALL, ofThisBuild(), System.getProperty(EVERY, "all"));
  }

  static List<Jdk> every(List<Jdk> all, Jdk own, String which) {
    return switch (which) {
      case "own" -> List.of(own);
      case "all" -> all;
      default ->
          throw new IllegalArgumentException(
              "%s is '%s', expected own or all".formatted(EVERY, which));
    };
  }

  /**
   * The JDKs for {@link OneJdk}: the JDK of the build or, if the property {@value #OTHERS} is true,
   * all others. Empty if there are no others.
   */
  public static List<Jdk> one() {
    return one(ALL, ofThisBuild(), Boolean.getBoolean(OTHERS));
  }

  static List<Jdk> one(List<Jdk> all, Jdk own, boolean others) {
    return others ? all.stream().filter(jdk -> jdk.major() != own.major()).toList() : List.of(own);
  }

  /** The JDK that runs this test. */
  public static Jdk ofThisBuild() {
    Path home = Path.of(System.getProperty("java.home"));
    return Jdk.in(home)
        .orElseThrow(() -> new IllegalStateException(home + " does not state its version"));
  }

  private static List<Jdk> find() {
    String property = System.getProperty(PROPERTY);
    List<Jdk> candidates =
        new ArrayList<>(named(property != null ? property : System.getenv(VARIABLE)));
    Jdk own = ofThisBuild();
    candidates.add(own);
    String javaHome = System.getenv("JAVA_HOME");
    if (javaHome != null && !javaHome.isEmpty()) {
      Jdk.in(Path.of(javaHome)).ifPresent(candidates::add);
    }
    candidates.addAll(neighboursOf(own.home()));
    return firstOfEachRelease(candidates);
  }

  /**
   * The JDKs in a list written by the user. An entry that is not a JDK is an error, because
   * ignoring it would silently skip tests.
   */
  static List<Jdk> named(@Nullable String homes) {
    if (homes == null || homes.isBlank()) {
      return List.of();
    }
    return Stream.of(homes.split(File.pathSeparator, -1))
        .filter(home -> !home.isBlank())
        .map(
            home ->
                Jdk.in(Path.of(home.strip()))
                    .orElseThrow(
                        () ->
                            new IllegalArgumentException(
                                "%s names '%s', expected the home of a JDK with bin/java and release"
                                    .formatted(VARIABLE, home))))
        .toList();
  }

  static List<Jdk> firstOfEachRelease(Collection<Jdk> candidates) {
    Map<Integer, Jdk> byRelease = new TreeMap<>();
    for (Jdk jdk : candidates) {
      if (jdk.major() >= OLDEST_SUPPORTED) {
        byRelease.putIfAbsent(jdk.major(), jdk);
      }
    }
    return List.copyOf(byRelease.values());
  }

  private static List<Jdk> neighboursOf(Path home) {
    Path parent = home.getParent();
    if (parent == null) {
      return List.of();
    }
    try (Stream<Path> neighbours = Files.list(parent)) {
      return neighbours.sorted().flatMap(neighbour -> Jdk.in(neighbour).stream()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot look for JDKs in " + parent, e);
    }
  }

  private static List<Jdk> announced(List<Jdk> jdks) {
    System.out.println(
        "Integration tests run on "
            + jdks.stream().map(Jdk::toString).collect(Collectors.joining(", ")));
    if (jdks.stream().noneMatch(jdk -> jdk.major() == NEWEST_SUPPORTED)) {
      System.out.println(
          "No JDK %d found: nothing is tested on it. %s may name its home."
              .formatted(NEWEST_SUPPORTED, VARIABLE));
    }
    return jdks;
  }
}
