package io.ttalloc.junit;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;

/** Opens a file that exists in every JDK, to check whether the agent records openings. */
final class Canary {
  private Canary() {}

  static InputStream open() throws IOException {
    String home = System.getProperty("java.home");
    if (home == null) {
      throw new FileNotFoundException("java.home is not set");
    }
    return new FileInputStream(new File(home, "release"));
  }
}
