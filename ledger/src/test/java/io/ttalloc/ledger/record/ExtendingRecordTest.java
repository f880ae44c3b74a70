package io.ttalloc.ledger.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compiles the example record class in docs/extending.md, adds the example's two lines to the list
 * of kinds, and checks that a record is read as it was written.
 */
class ExtendingRecordTest {
  private static final Path PAPER = Path.of("..", "docs", "extending.md");
  private static final Path KINDS =
      Path.of("src/main/java/io/ttalloc/ledger/record/RecordKinds.java");
  private static final String NO_LENGTH = "      default -> -1;";
  private static final String NO_ROW = "      default -> null;";

  /** The source of a class that writes a {@code ModuleRecord} and reads it again. */
  private static final String ROUND_TRIP =
      """
      package io.ttalloc.ledger.record;

      import io.ttalloc.ledger.read.LedgerImage;
      import io.ttalloc.ledger.read.LedgerReader;
      import io.ttalloc.ledger.read.Liveness;
      import io.ttalloc.ledger.write.LedgerHeader;
      import io.ttalloc.ledger.write.LedgerWriter;
      import java.io.File;
      import java.io.IOException;
      import java.io.UncheckedIOException;
      import java.util.function.Function;

      final class RoundTrip implements Function<File, String> {
        @Override
        public String apply(File file) {
          LedgerHeader header = new LedgerHeader(7, 1_000, 1, 2_000, "app", "JVM", false, false);
          try {
            LedgerWriter ledger = new LedgerWriter(file, header, 64);
            new ModuleRecord("com.acme.Pool", "acme.pool").write(ledger.rows());
            ledger.ended();
            LedgerImage image = LedgerReader.read(file.toPath(), Liveness.OWN_PROCESS);
            return image.rows(ModuleRecord.class).toString();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      }
      """;

  @TempDir private Path folder;

  @Test
  void theRecordOfThePaperIsReadAsItWasWritten() throws Exception {
    compile(
        write("ModuleRecord", found("```java\n// ModuleRecord\\.java\n(package .*?)```")),
        write("RecordKinds", kindsWithTheLinesOfThePaper()),
        write("RoundTrip", ROUND_TRIP));

    // Loads all classes again, the compiled ones first, so that the new list of kinds is used.
    try (URLClassLoader loader =
        new URLClassLoader(folderAndClassPath(), ClassLoader.getPlatformClassLoader())) {
      Constructor<?> constructor =
          loader.loadClass("io.ttalloc.ledger.record.RoundTrip").getDeclaredConstructor();
      constructor.setAccessible(true);
      @SuppressWarnings("unchecked")
      Function<File, String> roundTrip = (Function<File, String>) constructor.newInstance();

      assertThat(roundTrip.apply(Files.createFile(folder.resolve("a.ledger")).toFile()))
          .isEqualTo("[ModuleRecord[className=com.acme.Pool, module=acme.pool]]");
    }
  }

  private static String kindsWithTheLinesOfThePaper() throws Exception {
    String length = found("`(case ModuleRecord.NUMBER -> ModuleRecord.BYTES;)`");
    String row = found("`(case ModuleRecord.NUMBER -> ModuleRecord.read\\(record, context\\);)`");
    String kinds = Files.readString(KINDS);
    assertThat(kinds).containsOnlyOnce(NO_LENGTH).containsOnlyOnce(NO_ROW);
    return kinds
        .replace(NO_LENGTH, "      " + length + "\n" + NO_LENGTH)
        .replace(NO_ROW, "      " + row + "\n" + NO_ROW);
  }

  private static String found(String pattern) throws Exception {
    Matcher example = Pattern.compile(pattern, Pattern.DOTALL).matcher(Files.readString(PAPER));
    assertThat(example.find()).as("%s in %s", pattern, PAPER).isTrue();
    return example.group(1);
  }

  private Path write(String name, String source) throws Exception {
    return Files.writeString(folder.resolve(name + ".java"), source);
  }

  private void compile(Path... sources) throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter problems = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options = List.of("-proc:none", "-d", folder.toString());
      boolean good =
          compiler
              .getTask(problems, files, null, options, null, files.getJavaFileObjects(sources))
              .call();
      assertThat(good).as(problems.toString()).isTrue();
    }
  }

  private URL[] folderAndClassPath() throws Exception {
    List<URL> urls = new ArrayList<>(List.of(folder.toUri().toURL()));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    return urls.toArray(new URL[0]);
  }
}
