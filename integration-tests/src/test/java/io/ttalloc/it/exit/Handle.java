package io.ttalloc.it.exit;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The resource that the programs of these tests open, with or without a file descriptor. */
final class Handle implements AutoCloseable {

  /** The rules that track this class. */
  static final String RULES =
      """
        - class: io.ttalloc.it.exit.Handle
          type: handle
          open: [<init>]
          close: [close]
      """;

  private final @Nullable FileInputStream file;

  Handle() {
    file = null;
  }

  Handle(Path path) throws IOException {
    file = new FileInputStream(path.toFile());
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
