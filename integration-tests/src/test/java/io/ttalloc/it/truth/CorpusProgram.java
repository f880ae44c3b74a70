package io.ttalloc.it.truth;

import io.ttalloc.corpus.Truth;
import io.ttalloc.it.jvm.TestJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A program of the corpus.
 *
 * @param kind its package
 * @param name the names of its nested classes, outermost first, separated by dots
 * @param rules the rules for its resources
 * @param truth its leaks
 */
record CorpusProgram(String kind, String name, Class<?> mainClass, String rules, Truth truth) {
  private static final String CORPUS = Truth.class.getPackageName();

  /** All programs, sorted by name. */
  static List<CorpusProgram> all() {
    Path classes = TestJvm.locationOf(Truth.class);
    Path root = classes.resolve(CORPUS.replace('.', '/'));
    try (Stream<Path> files = Files.walk(root)) {
      List<CorpusProgram> programs = new ArrayList<>();
      for (Path file : files.filter(f -> f.toString().endsWith(".class")).sorted().toList()) {
        String className = classes.relativize(file).toString().replace('/', '.');
        Class<?> type =
            Class.forName(
                className.substring(0, className.length() - ".class".length()),
                false,
                Truth.class.getClassLoader());
        Truth truth = type.getAnnotation(Truth.class);
        if (truth != null) {
          programs.add(of(type, truth));
        }
      }
      programs.sort(Comparator.comparing(CorpusProgram::kind).thenComparing(CorpusProgram::name));
      return programs;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static CorpusProgram of(Class<?> type, Truth truth) throws ReflectiveOperationException {
    Field rules = type.getNestHost().getDeclaredField("RULES");
    rules.setAccessible(true);
    String packageName = type.getPackageName();
    return new CorpusProgram(
        packageName.substring(packageName.lastIndexOf('.') + 1),
        type.getName().substring(packageName.length() + 1).replace('$', '.'),
        type,
        (String) rules.get(null),
        truth);
  }

  boolean isClean() {
    return truth.leaks().length == 0;
  }

  @Override
  public String toString() {
    return kind + "/" + name;
  }
}
