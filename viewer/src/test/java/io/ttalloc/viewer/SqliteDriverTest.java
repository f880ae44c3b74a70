package io.ttalloc.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ttalloc.cli.arguments.CommandFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteDriverTest {
  /** A folder in which no file can be created. */
  private static final Path UNUSABLE = Path.of("/proc");

  private static final String PROPERTY = "java.io.tmpdir";

  @TempDir private Path folder;

  private final String before = System.getProperty(PROPERTY);

  @AfterEach
  void restore() {
    System.setProperty(PROPERTY, before);
  }

  private static void assertEmpty(Path there) throws Exception {
    try (Stream<Path> files = Files.list(there)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void leavesNothingInTheFolderForTemporaryFiles() throws Exception {
    System.setProperty(PROPERTY, folder.toString());

    SqliteDriver.load(UNUSABLE);

    assertEmpty(folder);
  }

  @Test
  void takesTheFolderOfTheReportIfTheOtherOneCannotBeUsed() throws Exception {
    System.setProperty(PROPERTY, UNUSABLE.toString());

    SqliteDriver.load(folder);

    assertEmpty(folder);
  }

  @Test
  void saysWhereItTriedAndWhatToDo() {
    System.setProperty(PROPERTY, UNUSABLE.toString());

    assertThatThrownBy(() -> SqliteDriver.load(UNUSABLE))
        .isInstanceOf(CommandFailure.class)
        .hasMessage(
            "SQLite's native library cannot be loaded from /proc (cannot create a folder there), expected a folder from which code may be executed (JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=FOLDER)");
  }
}
